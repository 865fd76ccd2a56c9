#!/usr/bin/env python3
"""A simple player of tractor and UNO, as a program for this bot. It needs Python 3.8 and nothing else.

It reads a question, one line of JSON, from standard input, and answers with one line of JSON on standard
output. What the fields mean is written in src/players/program/protocol.md.

At tractor it calls a suit of which it has many, buries low cards of short suits, leads its highest cards, and
follows with points where its partner wins and with its lowest cards elsewhere. At UNO it lays its dearest card
that fits, keeps wild cards for when nothing else does, and names the colour that it holds most of.
"""

import json
import sys
from collections import Counter

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
POINTS = {"5": 5, "10": 10, "K": 10}


def rank(card):
    """The printed rank: "10" of "10H"."""
    return card[:-1]


def points(card):
    """What the card counts for whoever wins it."""
    return POINTS.get(rank(card), 0)


class Round:
    """What a question says of the round: suits, and which card is higher."""

    def __init__(self, question):
        view = question["view"]
        self.level = view["level"]
        self.trump = view["trump"]["suit"]
        # By house rule some ranks are trumps in every round, the lowest first.
        house = view["rules"].get("permanent_trumps")
        always = {"twos": ["2"], "twos_threes_fives": ["2", "3", "5"]}.get(house, [])
        self.always = [rank for rank in always if rank != self.level]

    def suit(self, card):
        """The suit that a card counts as: "T" for trumps, to which jokers and the level's rank belong."""
        if card in ("J-", "J+") or rank(card) in [self.level, *self.always] or card[-1] == self.trump:
            return "T"
        return card[-1]

    def height(self, card):
        """A number that is higher for the higher card of the same suit."""
        if card == "J+":
            return 23
        if card == "J-":
            return 22
        above = [*self.always, self.level]
        if rank(card) in above:
            return 14 + 2 * above.index(rank(card)) + (card[-1] == self.trump)
        return RANKS.index(rank(card))


def choose_call(question):
    """A call of the suit of which it holds most, if that is enough."""
    view = question["view"]
    (phase,) = view["phase"].values()
    best, most = None, 6
    for call in phase["open"]:
        if "weak" not in call or view["calls"]:
            continue
        length = sum(1 for card in view["hand"] if card[-1] == call["weak"] or card in ("J-", "J+"))
        if length > most:
            best, most = {"call": call}, length
    return best


def choose_kitty(question):
    """The eight cards that it misses least: no trumps, no aces and points, short suits first."""
    table = Round(question)
    hand = question["view"]["hand"]
    length = Counter(table.suit(card) for card in hand)

    def worth(card):
        suit = table.suit(card)
        return (suit == "T", points(card) > 0 or rank(card) == "A", length[suit], table.height(card))

    return {"bury": sorted(hand, key=worth)[:8]}


def choose_lead(question):
    """An ace or a pair of a side suit; otherwise the lowest card without points."""
    table = Round(question)
    hand = question["view"]["hand"]
    side = [card for card in hand if table.suit(card) != "T"]
    # The ace is the highest of a side suit, unless it is the level: then it is a trump.
    aces = [card for card in side if rank(card) == "A"]
    if aces:
        card = aces[0]
        return {"play": [card] * hand.count(card)}
    pairs = [card for card in side if hand.count(card) == 2]
    if pairs:
        return {"play": [max(pairs, key=table.height)] * 2}
    return {"play": [min(side or hand, key=lambda card: (points(card), table.height(card)))]}


def choose_follow(question):
    """What is due, and besides it points for the partner or the lowest cards."""
    playing = question["view"]["phase"]["playing"]
    due, trick = playing["due"], playing["trick"]
    if due["tractors"]:
        # Which tractors the hand has is a longer story: the lowest legal play is always right.
        return question["example"]
    table = Round(question)
    hand = question["view"]["hand"]
    led = due["suit"]["Side"] if due["suit"] != "Trumps" else "T"
    partner = (question["view"]["viewer"]["Seat"] + 2) % 4
    feeds = trick["winning"] == partner and len(trick["plays"]) == 3

    def cost(card):
        worth = -points(card) if feeds else points(card)
        return (table.suit(card) == "T", worth, table.height(card))

    in_suit = sorted((card for card in hand if table.suit(card) == led), key=cost)
    others = sorted((card for card in hand if table.suit(card) != led), key=cost)
    play = []
    for card in sorted(set(in_suit), key=cost):
        if len(play) < 2 * due["pairs"] and in_suit.count(card) == 2:
            play += [card, card]
    rest = list((Counter(in_suit) - Counter(play)).elements())
    play += sorted(rest, key=cost)[: due["in_suit"] - len(play)]
    play += others[: due["count"] - len(play)]
    return {"play": play}


def uno_worth(card):
    """What the card counts for whoever wins the round."""
    if card[0] == "W":
        return 50
    return int(card[1]) if card[1].isdigit() else 20


def uno_color(table):
    """The colour that it holds most of."""
    colors = Counter(card[0] for card in table["hand"] if card[0] != "W")
    best = max("RGBY", key=lambda color: colors[color])
    return {"R": "red", "G": "green", "B": "blue", "Y": "yellow"}[best]


def uno_swap(question):
    """Whoever else holds the fewest cards."""
    sizes = question["view"]["phase"]["playing"]["hand_sizes"]
    seat = question["view"]["viewer"]["Seat"]
    others = [other for other, size in enumerate(sizes) if size > 0 and other != seat]
    return min(others, key=lambda other: sizes[other])


def uno_play(table, card):
    """A card with all that is said along with it."""
    play = {"card": card, "uno": True}
    if card[0] == "W":
        play["color"] = uno_color(table)
    return {"play": play}


def choose_uno_turn(question):
    """Its dearest card that fits, wild cards last; otherwise it draws or passes."""
    table = question["view"]["phase"]["playing"]
    honest = [card for card in table["playable"] if card != "WF" or not table["would_bluff"]]
    if honest:
        return uno_play(table, max(honest, key=lambda card: (card[0] != "W", uno_worth(card))))
    for word in ("draw", "pass"):
        if table["may"][word]:
            return word
    return question["example"]


def choose_uno_watch(question):
    """It catches whoever forgot to say UNO, and jumps in where it can."""
    table = question["view"]["phase"]["playing"]
    if table["may"]["catch"] and table["exposed"] is not None:
        return {"catch": None}
    return uno_play(table, table["playable"][0]) if table["playable"] else None


UNO_CHOICES = {
    "turn": choose_uno_turn,
    "watch": choose_uno_watch,
    "color": lambda question: {"color": uno_color(question["view"]["phase"]["playing"])},
    "swap": lambda question: {"swap": uno_swap(question)},
}

TRACTOR_CHOICES = {
    "call": choose_call,
    "bury": choose_kitty,
    "lead": choose_lead,
    "follow": choose_follow,
}


def main():
    for line in sys.stdin:
        question = json.loads(line)
        if "error" in question:
            print("my last answer was not used:", question["error"], file=sys.stderr)
        choices = UNO_CHOICES if question["game"] == "uno" else TRACTOR_CHOICES
        answer = choices[question["ask"]](question)
        # Without the flush the answer would stay in this program's buffer.
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
