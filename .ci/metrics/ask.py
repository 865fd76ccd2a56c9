"""ask.py BOT PROMETHEUS FILE: waits until tables are in play, then asks Prometheus every query of the
dashboard and how its rules are, and writes the bot's own figures into FILE. Fails if an answer is empty."""

import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

bot, prometheus, file = sys.argv[1:]


def get(url):
    with urllib.request.urlopen(url, timeout=5) as answer:
        return answer.read().decode()


def ask(path, **query):
    return json.loads(get(f"{prometheus}/api/v1/{path}?{urllib.parse.urlencode(query)}"))["data"]


def value(query):
    result = ask("query", query=query)["result"]
    return float(result[0]["value"][1]) if result else float("nan")


def until(what, holds, seconds=150):
    end = time.time() + seconds
    while time.time() < end:
        try:
            if holds():
                return
        except (OSError, urllib.error.URLError, KeyError):
            pass
        time.sleep(0.5)
    sys.exit(f"waited in vain for {what}")


def queries(panels):
    for panel in panels:
        for target in panel.get("targets", []):
            yield panel["title"], target["expr"]


# What cannot be otherwise while people play.
MORE_THAN_NOTHING = [
    'sum(tractor_bot_tables{stage="playing"})',
    'sum(tractor_bot_seats{occupant="person"})',
    'sum(tractor_bot_seats{occupant="computer"})',
    'sum(rate(tractor_bot_inputs_total{game="tractor",by="person"}[15s]))',
    'histogram_quantile(0.99, sum by (le) (rate(tractor_bot_acknowledgement_seconds_bucket[15s])))',
    'histogram_quantile(0.5, sum by (le) (rate(tractor_bot_store_write_seconds_bucket{operation="append"}[15s])))',
    'sum(rate(tractor_bot_discord_requests_total{outcome="ok"}[15s]))',
    "process_resident_memory_bytes",
]

until("a bot that is ready", lambda: get(f"{bot}/readyz"))
playing = 'sum(tractor_bot_inputs_total{game="tractor",by="person"})'
until("plays of people", lambda: value(playing) > 30)
until("ten seconds of figures", lambda: value('count_over_time(up{job="tractor-bot"}[30s])') > 15)

wrong = []
asked = 0
with open("deploy/dashboard.json", encoding="utf-8") as dashboard:
    for title, query in queries(json.load(dashboard)["panels"]):
        asked += 1
        query = query.replace("$instance", ".*").replace("$__rate_interval", "15s")
        if not ask("query", query=query)["result"]:
            wrong.append(f"{title}: {query} is empty")
for query in MORE_THAN_NOTHING:
    found = value(query)
    print(f"{found:12.4f}  {query}")
    if not found > 0:
        wrong.append(f"{query} is {found}")
rules = [rule for group in ask("rules")["groups"] for rule in group["rules"]]
wrong += [f"{rule['name']}: {rule.get('lastError')}" for rule in rules if rule["health"] != "ok"]
# The stand-in for Discord and the bot share a small machine with whatever else runs: slow is not wrong here.
wrong += [f"{rule['name']} is {rule['state']}" for rule in rules
          if rule["state"] != "inactive" and rule["name"] not in ("TapsAreSlow", "BoardsAreBehind")]
series = ask("query", query='scrape_samples_scraped{job="tractor-bot"}')["result"][0]["value"][1]
took = value('max_over_time(scrape_duration_seconds{job="tractor-bot"}[30s])')
print(f"{asked} queries of the dashboard and {len(rules)} rules; {series} series, read within {took * 1e3:.0f} ms")
with open(file, "w", encoding="utf-8") as text:
    text.write(get(f"{bot}/metrics"))
sys.exit("\n".join(wrong) or None)
