# UNO.

uno-red = red
uno-green = green
uno-blue = blue
uno-yellow = yellow
uno-round = Round { $n }
uno-ready = Ready to deal: { BUTTON("button-deal", "deal") }
uno-title = On top: { $top }
uno-turn = { $who } to play
uno-turn-owes = { $who } to draw { $owed }, or to stack
uno-turn-owes-call = { $who } to draw { $owed }, or to challenge
uno-turn-owes-both = { $who } to draw { $owed }, to stack, or to challenge
uno-turn-drawn = { $who } has drawn: play it, or pass
uno-turn-color = { $who } to choose a colour
uno-turn-swap = { $who } to choose a hand to swap
uno-last = Last
uno-no-last-play = No card has been played yet.
uno-player = { $mark }{ $who } · { $n ->
    [one] one card
   *[other] { $n } cards
}
uno-player-uno = { $mark }{ $who } · one card, called UNO
uno-player-safe = { $mark }{ $who } · one card, too late to catch
uno-player-out = { $mark }{ $who } · out, place { $place }
uno-draw-pile = { $turned ->
    [true] ↺ reversed · draw pile { $pile }
   *[false] Draw pile { $pile }
}
uno-won = { $who } wins the match!
uno-outcome = { $who } wins, ahead of { $others }
uno-outcome-score = { $who } wins with { $score ->
    [one] one point
   *[other] { $score } points
}, ahead of { $others }
uno-outcome-alone = { $who } wins
uno-you-won = You won the match!
uno-place = { $scored ->
    [true] { $place } · { $who } { $score }
   *[false] { $place } · { $who }
}
uno-button-hand = My cards
uno-button-draw = Draw
uno-button-draw-owed = Draw { $owed }
uno-button-pass = Pass
uno-button-call = Challenge
uno-button-uno = UNO
uno-button-catch = Catch
uno-button-catch-who = Catch { $who }
uno-may-catch = { $costs ->
    [true] { $who } has not called UNO. Catch them before the next turn: they draw { $n }. If they call it first, you draw { $n }.
   *[false] { $who } has not called UNO. Catch them before the next turn: they draw { $n }.
}
uno-by-number = By number: { $numbers }
uno-hand = Your cards: { $n }
uno-top = On top: { $top }
uno-others = The others hold: { $held }
uno-your-turn-unmarked = Your turn.
uno-your-turn-fits = Your turn: play { $color }{ $face ->
    [none] { "" }
    [8] , an 8
   *[other] , a { $face }
} or a wild card.
uno-nothing-fits = Your turn. No playable card: draw one.
uno-owing = { $stuck ->
    [true] Your turn. Draw { $owed }.
   *[false] Your turn. Draw { $owed }, or stack a card.
}
uno-you-may-call = A wrong challenge costs you { $more } cards; if { $who } bluffed, they draw { $owed }.
uno-you-drew = You drew { $card }. You cannot play it.
uno-you-drew-fits = You drew { $card }. Play it, or pass.
uno-choose-color = Choose a colour.
uno-choose-swap = Whose hand do you take?
uno-bluff = { $any ->
    [true] A +4 is a bluff now: you hold another playable card.
   *[false] A +4 is a bluff now: you hold a card of the colour.
}
uno-shown = { $guilty ->
    [true] A bluff. { $who } held { $cards }
   *[false] No bluff. { $who } held { $cards }
}
uno-prompt = on { $top }
uno-hint = Hint: { CMD($command) }
uno-hint-play = Hint: { $card }, { CMD("play", $words) }
uno-hint-color = Hint: { $color }
uno-ask-leave = You leave this match for good: your cards go under the pile, and you cannot come back.
uno-match-to = Match to { $points } points
uno-score-header = # · winner · points
uno-score-row = { $round } · { $who } · { $points }
uno-round-won = { $who } wins round { $round }
uno-round-blocked = Nobody can go on: { $who ->
    [You] you win
   *[other] { $who } wins
} round { $round } with the fewest points in hand
uno-round-counted = Counted is what everybody held when { $who ->
    [You] you were
   *[other] { $who } was
} out.
uno-round-abandoned = Only { $who ->
    [You] you are left and win
   *[other] { $who } is left and wins
} round { $round }
uno-round-you-won = You win round { $round }
uno-round-you-lost = { $who } wins round { $round }: you lost this one
uno-round-held = { $who ->
    [You] You still hold
   *[other] { $who } still holds
} { $cards }: { $points ->
    [one] 1 point
   *[other] { $points } points
}
uno-round-gained = { $who ->
    [You] You get
   *[other] { $who } gets
} { $gained ->
    [one] 1 point
   *[other] { $gained } points
}{ $whose ->
    [others] {" "}for what the others still hold
   *[own] {" "}for what is left
}: **{ $score }** in all
uno-verify-next = Sealed for round { $round }: `{ $seal }`

uno-note-dealt = Round { $round } is dealt. On top: { $start }
uno-note-contributed = { note-contributed }
uno-note-played = { $jumped_in ->
    [true] { $seat ->
        [You] You jump
       *[other] { $seat } jumps
    } in with { $card }.
   *[other] { $seat ->
        [You] You play
       *[other] { $seat } plays
    } { $card }.
}
uno-note-color-named = { $seat ->
    [You] You choose
   *[other] { $seat } chooses
} { $color }.
uno-note-skipped = { $seat ->
    [You] You are
   *[other] { $seat } is
} skipped.
uno-note-reversed = { $again ->
    [true] The direction reverses: the same player plays again.
   *[other] The direction reverses.
}
uno-note-swapped = { $seat ->
    [You] You swap
   *[other] { $seat } swaps
} hands with { $with ->
    [You] you
   *[other] { $with }
}.
uno-note-handed-on = All hands move to the next player.
uno-note-drew = { $cards ->
    [none] { $why ->
        [choice] { $seat ->
            [You] You draw
           *[other] { $seat } draws
        } { $count ->
            [one] a card
           *[other] { $count } cards
        }.
        [draw_cards] { $seat ->
            [You] You draw
           *[other] { $seat } draws
        } { $count ->
            [one] a card
           *[other] { $count } cards
        }.
       *[other] { $seat ->
            [You] You have
           *[other] { $seat } has
        } to draw { $count }.
    }
   *[other] You draw { $cards }
}
uno-note-drew-passed = { $who ->
    [You] You draw
   *[other] { $who } draws
} { $n ->
    [one] a card
   *[other] { $n } cards
} and passes.
uno-note-reshuffled = The discard pile is shuffled: { $cards } cards to draw from.
uno-note-passed = { $seat ->
    [You] You pass
   *[other] { $seat } passes
}.
uno-note-called = { $guilty ->
    [true] { $caller ->
        [You] You challenge
       *[other] { $caller } challenges
    } { $accused ->
        [You] you
       *[other] { $accused }
    }, who bluffed.
   *[other] { $caller ->
        [You] You challenge
       *[other] { $caller } challenges
    } { $accused ->
        [You] you
       *[other] { $accused }
    }, who did not bluff.
}
uno-note-shown = { $who } held { $cards }
uno-note-said-uno = { $seat }: UNO!
uno-note-caught = { $by ->
    [You] You catch
   *[other] { $by } catches
} { $seat ->
    [You] you
   *[other] { $seat }
}, who forgot to call UNO.
uno-note-caught-falsely = { $late ->
    [true] { $by ->
        [You] You try
       *[other] { $by } tries
    } to catch { $seat ->
        [You] you
       *[other] { $seat }
    }, but too late.
   *[other] { $by ->
        [You] You try
       *[other] { $by } tries
    } to catch { $seat ->
        [You] you
       *[other] { $seat }
    }, who called UNO.
}
uno-note-out = { $seat ->
    [You] You are
   *[other] { $seat } is
} out, place { $place }.
uno-note-left = { $seat } leaves; the cards go under the pile.
uno-note-timed-out = { news-time-up }
uno-note-warned = { $seat ->
    [You] Your
   *[other] { $seat }, your
} time is running out.

uno-reject-match-over = The match is over. { BUTTON("button-rematch", "start") } begins another one.
uno-reject-not-dealt = { reject-ready }
uno-reject-dealt = The cards are already dealt.
uno-reject-not-playing = You are no longer in this match.
uno-reject-not-your-turn = { reject-not-your-turn }
uno-reject-name-color-first = Choose a colour first. For example { CMD("play b") }.
uno-reject-choose-hand-first = Choose first whose hand you take. For example { CMD("play #2") }.
uno-reject-no-color-to-name = There is no colour to choose now. With a Wild, name it like this: { CMD("play w b") }.
uno-reject-no-hand-to-swap = There is no hand to swap now.
uno-reject-cannot-swap-with = You cannot swap hands with { $seat }.
uno-reject-not-held = You do not have { $card }. { $example }
uno-reject-does-not-fit = You cannot play { $card } on { $top }. { $example }
uno-reject-owes-cards = You cannot stack { $card }: you have to draw { $owed }. { CMD("draw") } draws them.
uno-reject-only-drawn-card = After drawing you can only play { $drawn }: { CMD("play", $play) }, or { CMD($pass) }.
uno-reject-would-be-bluff = { $bluff ->
    [any] You can play +4 only if you have no other playable card. { $example }
   *[other] You can play +4 only if you have no card of the colour. { $example }
}
uno-reject-not-as-last-card = Your last card cannot be { $card } here. { CMD("draw") } draws one.
uno-reject-must-play = You have a playable card and must play one. { $example }
uno-reject-drawn-already = You have already drawn this turn. { CMD($pass) } passes.
uno-reject-nothing-to-draw = There is no card left to draw. { CMD($pass) } passes.
uno-reject-draw-first = Draw before you pass: { CMD("draw") }.
uno-reject-draw-on = Draw until you can play a card: { CMD("draw") }.
uno-reject-nothing-to-call = There is no +4 to challenge now.
uno-reject-no-uno = Call UNO when you play your second-to-last card. For example { CMD("play r5 uno") }.
uno-reject-nobody-to-catch = There is nobody to catch now.
uno-reject-catches-self = You cannot catch yourself. { CMD("uno") } calls UNO in time.

parse-no-color = Which colour? For example { CMD("play 3 b") }.
parse-no-uno = Name a card, for example { CMD("play b9") }. After drawing { CMD($pass) } passes.
parse-unknown-uno = I don't know the card `{ $it }`. For example { CMD("play b9") } or { CMD("play w b") }.

rule-players = Most players
rule-hand = Cards per player
rule-uno-match-to = Points to win the match
rule-deal-wait = Seconds before the next deal
rule-order = Order of play
rule-decks = Decks
rule-start-card = First card
rule-stack = Stacking
rule-draw-4-on-draw-4 = +4 on +4
rule-draw-2-on-draw-4 = +2 on +4
rule-wild4 = Wild Draw Four
rule-bluff-test = What counts as a bluff
rule-after-call = Next player after a caught bluff
rule-draw = Drawing
rule-must-play = Must play if able
rule-after-draw = Playable after drawing
rule-pass-without-draw = Pass without drawing
rule-auto-pass = Auto-pass
rule-uno-call = Calling UNO
rule-uno-penalty = Penalty for a missed UNO
rule-false-catch = Penalty for a wrong catch
rule-last-card = Last card
rule-final-draw-counts = A last +2 or +4 is drawn
rule-end = End of a round
rule-score = Scoring
rule-counted = Hands that count
rule-seven-zero = 7 swaps hands, 0 rotates them
rule-jump-in = Jump-in
rule-time-out = When time is up
rule-leaver = When someone leaves
rule-allow-highlight-playable-cards = Highlight playable cards
value-preset-official = official
value-preset-zeroxis = stacking
value-preset-first2shed = quick
value-preset-irc = no bluffs
value-preset-party = party
value-order-random = random
value-order-seats = by seat
value-decks-two-above-four = two for five or more players
value-start-card-official = any but +4
value-start-card-no-wild = no wild card
value-start-card-numbers-only = a number
value-stack-none = off
value-stack-same-kind = same on same
value-stack-zeroxis = +2 and +4 on +2
value-stack-cross = any on any
value-draw-2-on-draw-4-false = no
value-draw-2-on-draw-4-true = in the chosen colour
value-draw-2-on-draw-4-true-any-color = in any colour
value-wild4-challenge = can be challenged
value-wild4-enforced = bluffs are not allowed
value-wild4-free = always allowed
value-bluff-test-colour = holding a card of the colour
value-bluff-test-any-playable = holding any playable card
value-after-call-caller = the challenger
value-after-call-next = the next player
value-draw-one = one card
value-draw-many = as many as you like
value-draw-many-no-pass = until you play a card
value-draw-until-playable = at once until one is playable
value-after-draw-drawn-only = the drawn card
value-after-draw-any = any card
value-uno-call-catch = can be caught
value-uno-call-automatic = automatic
value-last-card-any = any
value-last-card-no-wild = no wild card
value-end-first-out = the first player is out
value-end-places = one player is left
value-score-match = points, several rounds
value-score-round = points, one round
value-score-lowest = lowest total wins
value-score-none = none, one round
value-counted-first-out = those when the first player is out
value-counted-round-end = those at the end of the round
value-time-out-draw = draw
value-time-out-play = play a card
value-leaver-computer = computer takes over
value-leaver-under-pile = cards go under the pile

# Names.
game-uno = UNO
parse-unknown-player = Nobody here is called `{ $it }`. Name a player or a seat: for example { CMD("catch 2") }.

# What the house rules are about.
rules-uno-cards = Players and cards
rules-uno-laying = Playing cards
rules-uno-bluffing = Wild Draw Four
rules-uno-drawing = Drawing and passing
rules-uno-saying = Calling UNO
rules-uno-ending = End and scoring
rules-uno-others = Other rules
rules-uno-telegram = Names in uno-telegram-bot
rule-disable-call-bluff = No challenges
rule-allow-play-non-drawn-cards = Any card after drawing
rule-allow-pass-without-draw = Pass without drawing
rule-draw-pass-behavior = Drawing and passing
value-draw-pass-behavior-single-draw = one card, then play or pass
value-draw-pass-behavior-multiple-draws = as many as you like
value-draw-pass-behavior-multiple-draws-disable-pass = until you play a card
value-draw-pass-behavior-until-playable = at once until one is playable
about-preset = Sets all rules at once. You can still change each of them.
about-preset-official = The official rules: a match to 500 points, and you can challenge bluffs.
about-preset-zeroxis = Draw cards stack, you pass by hand, the first player out wins. As in uno-telegram-bot.
about-preset-first2shed = Draw one card at most, then play any or pass; the first player out wins. As in First2Shed.
about-preset-irc = No bluffs, two decks from five people on, one round. As IRC bots play it.
about-preset-party = All draw cards stack, 7 and 0 move hands, and you can jump in.
about-players = How many people can sit down.
about-order = The order of play: random, or as you sit.
about-decks = How many decks of 108 cards are shuffled together.
about-hand = How many cards each player gets.
about-start-card = Which card can be on top at first. Any other goes back into the pile.
about-deal-wait = Seconds until the next round is dealt by itself.
about-stack = Whether you can answer a +2 or +4 with another one: the next player then draws the sum.
about-draw-4-on-draw-4 = Whether you can play +4 on +4, if draw cards stack as in uno-telegram-bot.
about-draw-2-on-draw-4 = Whether you can play +2 on +4, if draw cards stack as in uno-telegram-bot.
about-must-play = Whether you must play if you hold a playable card. You never have to bluff.
about-last-card = Whether your last card can be a wild card.
about-seven-zero = Whether a 7 swaps your hand with another player's, and a 0 moves all hands to the next player.
about-jump-in = Whether you can play a card equal to the top card out of turn. Play goes on from there.
about-wild4 = When you can play a Wild Draw Four, and whether the next player can challenge it.
about-bluff-test = What you hold when your Wild Draw Four is a bluff.
about-after-call = Who plays next when a challenge catches a bluff.
about-draw = How many cards you draw when you play none.
about-after-draw = Which card you can play after drawing.
about-pass-without-draw = Whether you can pass without drawing.
about-auto-pass = Whether your turn passes by itself when you can only pass.
about-uno-call = Whether you have to call UNO with your second-to-last card.
about-uno-penalty = How many cards you draw when you are caught without calling UNO.
about-false-catch = Whether you draw as many if you catch somebody who called it.
about-end = Whether a round ends with the first player out, or goes on for places.
about-counted = Where you play for places: whether the points are those that the others hold when the first player is out, or those that are left at the end.
about-final-draw-counts = Whether the cards of a last +2 or +4 are drawn and counted.
about-score = How the score is kept, and over how many rounds.
about-uno-match-to = The score that ends a match.
about-time-out = What is done for you when your time is up.
about-leaver = What happens to your cards when you leave during a match.
about-allow-highlight-playable-cards = Whether playable cards are bold in your hand.
about-disable-call-bluff = On: you can always play a Wild Draw Four, and nobody can challenge it.
about-allow-play-non-drawn-cards = On: after drawing you can play any card, not only the drawn one.
about-allow-pass-without-draw = On: you can pass without drawing.
about-draw-pass-behavior = How often you can draw before you play or pass.

# The help.
help-uno-title = UNO
help-uno =
    `{ $p }uno` – sit down, two to ten people; `{ $p }start` – begin. { $face ->
        [terminal] Your hand shows what you can play, by number or by name.
        [browser] Tap a card to raise it, and again to play it; what does not fit is darker.
       *[other] You can tap everything: My cards shows what you can play.
    }
    Play a card of the same colour, number or sign:
    `{ $p }play r5` – red 5; `{ $p }play g+2` – green Draw Two
    `{ $p }play w b` – Wild, blue from now on; `{ $p }play +4 y` – Wild Draw Four, yellow from now on
    `{ $p }play r5 uno` – and call UNO with your second-to-last card
    `{ $p }draw` – draw a card; `{ $p }pass` – keep it
    `{ $p }call` or `{ $p }challenge` – challenge a Wild Draw Four: its player draws four if it was a bluff, you draw six if not
    `{ $p }catch` – catch somebody who forgot to call UNO: two cards, before the next player moves
    The first player without cards gets the points of all the others: numbers as they are, Skip, Reverse and Draw Two 20, wild cards 50. The match goes to 500.
    `{ $p }rules preset=party` – other rules, before the start; `{ $p }rules` shows them all
    In direct messages bare words do: `r5`, and `d` draws, `p` passes, `c` challenges, `u` calls UNO.

# Elsewhere.
setting-style = Cards of UNO
setting-letters = Letter beside the colour
setting-show-play-number = Play numbers
about-setting-style = How cards of UNO look to you where they are no pictures. Public messages look as the server sets them.
about-setting-letters = Whether colour signs have a letter beside them on your own pages. Keep it on if colours are hard to tell apart. Public messages always have it.
about-setting-show-play-number = Whether plays of UNO are numbered: #12 is the twelfth of the round.
uno-your-turn-ticked = Your turn. Play a card with a ✓.
uno-word-skip = skip
uno-word-reverse = reverse
uno-word-wild = wild
uno-word-wild-draw-four = wild draw four

word-uno-draw = d | draw
word-uno-pass = p | pass
word-uno-call = c | call | challenge | doubt
word-uno-uno = u | uno
word-uno-catch = catch

usage-uno = sit down for UNO; at the table, call UNO
command-uno = uno
skill-note-uno-random = does anything that is allowed
skill-note-uno-beginner = plays any card that fits, often forgets to say UNO
skill-note-uno-greedy = keeps its wild cards and its best colour, looks at nobody
skill-note-uno-heuristic = watches everybody: stops winners, weighs bluffs
skill-note-uno-search = plays the round to its end in many worlds, takes a moment

# What Discord shows of its slash command, at most 100 characters each.
slash-uno = Play UNO here; at a table of UNO: call UNO
    .words = House rules for a new table, such as preset=party
