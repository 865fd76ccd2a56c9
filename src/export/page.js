"use strict";
(() => {
  const root = document.documentElement;
  const id = (name) => document.getElementById(name);
  const steps = [...document.querySelectorAll("article")];
  const rounds = [...document.querySelectorAll("section")];
  const roundOf = (step) => rounds.indexOf(step.parentElement);
  let at = 0;

  const open = () => root.classList.contains("all");
  const show = (to) => {
    at = Math.max(0, Math.min(to, steps.length - 1));
    const step = steps[at];
    const section = step.parentElement;
    for (const old of document.querySelectorAll(".here")) old.classList.remove("here");
    step.classList.add("here");
    section.classList.add("here");
    const now = Number(step.dataset.n);
    for (const card of section.querySelectorAll(".c[data-t]")) {
      const played = Number(card.dataset.t);
      card.classList.toggle("gone", played < now);
      card.classList.toggle("now", played === now);
    }
    id("place").textContent = `${at + 1} / ${steps.length}`;
    id("left").disabled = id("back").disabled = at === 0;
    id("right").disabled = at === steps.length - 1;
    id("on").disabled = roundOf(step) === rounds.length - 1;
    if (open()) step.scrollIntoView({ block: "start" });
  };
  const first = (round) => steps.findIndex((step) => roundOf(step) === round);
  const nextRound = () => {
    const next = roundOf(steps[at]) + 1;
    if (next < rounds.length) show(first(next));
  };
  const lastRound = () => {
    const own = roundOf(steps[at]);
    show(first(at > first(own) ? own : Math.max(0, own - 1)));
  };
  const all = () => {
    root.classList.toggle("all");
    id("all").setAttribute("aria-pressed", String(open()));
    show(at);
  };
  const languages = [...document.querySelectorAll("[data-language]:not(html)")];
  const speak = (button) => {
    root.lang = root.dataset.language = button.dataset.language;
    document.title = button.dataset.title;
    for (const other of languages) other.setAttribute("aria-pressed", String(other === button));
  };

  const keys = {
    ArrowRight: () => show(at + 1),
    " ": () => show(at + 1),
    ArrowLeft: () => show(at - 1),
    Home: () => show(0),
    End: () => show(steps.length - 1),
    n: nextRound,
    p: lastRound,
    o: all,
  };
  document.addEventListener("keydown", (event) => {
    const pressed = event.target instanceof HTMLButtonElement && event.key === " ";
    if (event.ctrlKey || event.altKey || event.metaKey || pressed) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!Object.hasOwn(keys, key)) return;
    event.preventDefault();
    keys[key]();
  });
  const tap = (button, act) =>
    button.addEventListener("click", (event) => {
      act();
      // After a tap the keys belong to the page again.
      if (event.detail > 0) button.blur();
    });
  tap(id("left"), keys.ArrowLeft);
  tap(id("right"), keys.ArrowRight);
  tap(id("back"), lastRound);
  tap(id("on"), nextRound);
  tap(id("all"), all);
  for (const button of languages) tap(button, () => speak(button));

  let from = null;
  document.addEventListener("touchstart", (event) => {
    from = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    if (!from || open()) return;
    const to = event.changedTouches[0];
    const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
    if (Math.abs(x) > 48 && Math.abs(x) > 2 * Math.abs(y)) show(at + (x < 0 ? 1 : -1));
  }, { passive: true });

  root.classList.add("js");
  speak(languages.find((button) => button.dataset.language === root.dataset.language));
  show(0);
})();
