# UNO.

uno-red = red
uno-green = green
uno-blue = blue
uno-yellow = yellow
uno-round = Round { $n }
uno-ready = { $deal } deals at once.
uno-title = On top: { $top }
uno-turn = { $who } to play
uno-turn-owes = { $who } to draw { $owed }, or to hand them on
uno-turn-owes-call = { $who } to draw { $owed }, or to doubt it
uno-turn-owes-both = { $who } to draw { $owed }, to hand them on, or to doubt it
uno-turn-drawn = { $who } has drawn: lay it, or pass
uno-turn-color = { $who } names a colour
uno-turn-swap = { $who } chooses a hand to swap
uno-last = Last
uno-no-last-play = No card has been laid yet.
uno-player = { $mark }{ $who } · { $n ->
    [one] one card
   *[other] { $n } cards
}
uno-player-uno = { $mark }{ $who } · one card, said UNO
uno-player-safe = { $mark }{ $who } · one card, not caught in time
uno-player-out = { $mark }{ $who } · out, place { $place }
uno-pile = Round { $round } · { $pile } cards to draw from
uno-pile-turned = Round { $round } · ↺ turned · { $pile } cards to draw from
uno-won = { $who } wins!
uno-place = { $place } · { $who } { $score }
uno-place-alone = { $place } · { $who }
uno-button-hand = My cards
uno-button-draw = Draw
uno-button-draw-owed = Draw { $owed }
uno-button-pass = Pass
uno-button-call = Doubt it
uno-button-uno = UNO
uno-button-catch = Catch
uno-menu = Choose a card to lay
uno-hand = Your cards: { $n }
uno-top = On top: { $top }
uno-others = Cards of the others: { $held }
uno-your-turn = Your turn. Bold cards fit.
uno-your-turn-unmarked = Your turn.
uno-nothing-fits = Your turn. Nothing fits: draw a card.
uno-you-owe = Your turn. Draw { $owed }.
uno-you-owe-or-hand-on = Your turn. Draw { $owed }, or hand them on with a card that fits.
uno-you-may-call = Or doubt it: if it was a bluff, { $who } draws { $owed }; if not, you draw { $more }.
uno-you-drew = You drew { $card }. It does not fit.
uno-you-drew-fits = You drew { $card }. Lay it, or pass.
uno-choose-color = Name a colour.
uno-choose-swap = Whose hand do you take?
uno-would-bluff = ★+4 would be a bluff now: you hold a card of the colour.
uno-would-bluff-any = ★+4 would be a bluff now: you hold another card that fits.
uno-shown-guilty = A bluff. { $who } held { $cards }
uno-shown-innocent = No bluff. { $who } held { $cards }
uno-prompt = on { $top }
uno-hint = Hint: { $command }
uno-hint-play = Hint: { $card }, { $command }
uno-hint-color = Hint: { $color }
uno-ask-leave = You leave this match for good: your cards go under the pile, and you cannot come back.
uno-match-to = Match to { $points } points
uno-score-header = Round · winner · points
uno-score-row = { $round } · { $who } · { $points }
uno-round-won = Round { $round }: { $who } is out
uno-round-blocked = Round { $round }: nobody can go on, { $who } holds least
uno-round-abandoned = Round { $round }: only { $who } is left
uno-round-held = { $who }: { $cards } ({ $points })
uno-round-gained = { $who } +{ $gained } ▸ **{ $score }**

uno-note-dealt = Round { $round } is dealt. On top: { $card }
uno-note-played = { $who } lays { $card }.
uno-note-jumped-in = { $who } jumps in with { $card }.
uno-note-color = { $who } names { $color }.
uno-note-skipped = { $who } is skipped.
uno-note-reversed = The direction turns.
uno-note-reversed-two = The direction turns: the same player goes on.
uno-note-swapped = { $who } swaps hands with { $with }.
uno-note-handed-on = All hands move on by one.
uno-note-drew = { $who } draws { $n ->
    [one] a card
   *[other] { $n } cards
}.
uno-note-drew-passed = { $who } draws { $n ->
    [one] a card
   *[other] { $n } cards
} and passes.
uno-note-has-to-draw = { $who } has to draw { $n }.
uno-note-you-drew = You draw { $cards }
uno-note-reshuffled = The discards are shuffled: { $n } cards to draw from.
uno-note-passed = { $who } passes.
uno-note-bluff = { $caller } doubts it, and it was a bluff by { $accused }.
uno-note-no-bluff = { $caller } doubts it, but { $accused } was honest.
uno-note-shown = { $who } held { $cards }
uno-note-uno = { $who }: UNO!
uno-note-caught = { $by } catches { $who }, who forgot to say UNO.
uno-note-caught-falsely = { $by } catches { $who }, who had said UNO.
uno-note-caught-late = { $by } catches { $who }, but too late.
uno-note-out = { $who } is out, place { $place }.
uno-note-left = { $who } leaves; the cards go under the pile.
uno-note-warned = { $who }, your time is running out.

uno-reject-over = The match is over. { $start } begins another one.
uno-reject-dealt = The cards are dealt already.
uno-reject-not-playing = You do not play in this match any more.
uno-reject-color-first = Name a colour first. For example { $command }.
uno-reject-swap-first = First choose whose hand you take. For example { $command }.
uno-reject-no-color = No colour is asked for. With a Wild it goes like this: { $command }.
uno-reject-no-swap = There is no hand to swap now.
uno-reject-swap-with = You cannot swap hands with { $who }.
uno-reject-not-held = You do not hold { $card }. { $example }
uno-reject-fit = { $card } does not go on { $top }. { $example }
uno-reject-owes = { $card } does not hand on the { $owed } cards. { $draw } draws them.
uno-reject-drawn = After drawing only { $card } can be laid: { $command }, or { $pass }.
uno-reject-bluff = ★+4 is allowed only if you hold no card of the colour. { $example }
uno-reject-bluff-any = ★+4 is allowed only if you hold nothing else that fits. { $example }
uno-reject-last = { $card } cannot be the last card here. { $draw } draws one.
uno-reject-must-play = You hold a card that fits and have to lay one. { $example }
uno-reject-drawn-already = You have drawn in this turn. { $pass } passes.
uno-reject-nothing-to-draw = Nothing is left to draw. { $pass } passes.
uno-reject-draw-first = Draw before you pass: { $draw }.
uno-reject-draw-on = Here one draws until a card can be laid: { $draw }.
uno-reject-nothing-to-call = There is no ★+4 to doubt now.
uno-reject-no-uno = UNO is said with the last card but one. For example { $command }.
uno-reject-nobody = Nobody can be caught now.
uno-reject-self = You cannot catch yourself. { $uno } says it in time.

parse-no-uno = Name a card, for example { $plain }. After drawing { $pass } passes.
parse-unknown-uno = I don't know the card `{ $piece }`. For example { $plain } or { $wild }.

rule-preset = Rules
rule-players = Players at most
rule-hand = Cards for each
rule-uno-match-to = Points for the match
rule-deal-wait = Seconds before a deal
rule-order = Order of play
rule-decks = Decks
rule-start-card = First card
rule-stack = Draw cards add up
rule-draw-4-on-draw-4 = +4 on +4
rule-draw-2-on-draw-4 = +2 on +4
rule-wild4 = Wild Draw Four
rule-bluff-test = A bluff is holding
rule-after-call = After a bluff plays
rule-draw = Drawing
rule-must-play = What fits has to be laid
rule-after-draw = After drawing one may lay
rule-pass-without-draw = Pass without drawing
rule-auto-pass = The turn passes by itself
rule-uno-call = Saying UNO
rule-uno-penalty = A forgotten UNO costs
rule-false-catch = A false catch costs too
rule-last-card = Last card
rule-final-draw-counts = Last +2 and +4 are drawn
rule-end = A round ends
rule-score = Counting
rule-seven-zero = 7 swaps, 0 hands on
rule-jump-in = Equal cards out of turn
rule-time-out = When time is up
rule-leaver = Cards of who leaves
rule-allow-highlight-playable-cards = Mark what fits
value-preset-official = official
value-preset-zeroxis = uno-telegram-bot
value-preset-first2shed = First2Shed
value-preset-irc = IRC
value-preset-party = party
value-preset-custom = your own
value-order-random = random
value-order-seats = by seats
value-decks-two-above-four = two above four players
value-start-card-official = all but +4
value-start-card-no-wild = no wild card
value-start-card-numbers-only = a number
value-stack-none = no
value-stack-same-kind = the same on the same
value-stack-zeroxis = +2 and +4 on +2
value-stack-cross = both on both
value-draw-2-on-draw-4-false = no
value-draw-2-on-draw-4-true = in the named colour
value-draw-2-on-draw-4-true-any-color = in any colour
value-wild4-challenge = can be doubted
value-wild4-enforced = never as a bluff
value-wild4-free = always
value-bluff-test-colour = a card of the colour
value-bluff-test-any-playable = anything that fits
value-after-call-caller = the caller
value-after-call-next = the next player
value-draw-one = one card
value-draw-many = as many as one likes
value-draw-many-no-pass = until a card is laid
value-draw-until-playable = at once until one fits
value-after-draw-drawn-only = the drawn card
value-after-draw-any = any card
value-uno-call-catch = forgetting can be caught
value-uno-call-automatic = by itself
value-last-card-any = any
value-last-card-no-wild = no wild card
value-end-first-out = with the first one out
value-end-places = with the last one left
value-score-match = points, a match
value-score-round = points, one round
value-score-lowest = lowest sum wins
value-score-none = none, one round
value-time-out-draw = draw
value-time-out-play = lay what fits
value-leaver-computer = a computer plays on
value-leaver-under-pile = under the pile

# Names.
game-uno = UNO
parse-unknown-player = Nobody here is called `{ $piece }`. Name a player or a seat: for example { $command }.

# What the house rules are about.
rules-uno-cards = Players and cards
rules-uno-laying = Laying cards
rules-uno-bluffing = Wild Draw Four
rules-uno-drawing = Drawing and passing
rules-uno-saying = Saying UNO
rules-uno-ending = End and points
rules-uno-others = Other rules
rules-uno-telegram = As uno-telegram-bot names them
rule-disable-call-bluff = No bluff can be called
rule-allow-play-non-drawn-cards = Any card after drawing
rule-allow-pass-without-draw = Pass without drawing
rule-draw-pass-behavior = Drawing and passing
value-draw-pass-behavior-single-draw = one card, then lay or pass
value-draw-pass-behavior-multiple-draws = as many as one likes
value-draw-pass-behavior-multiple-draws-disable-pass = until a card is laid
value-draw-pass-behavior-until-playable = at once until one fits
about-preset = Sets all rules at once; each can be changed afterwards.
about-preset-official = The official rules: points of a match to 500, bluffs can be doubted.
about-preset-zeroxis = Draw cards add up, one passes by hand, the first one out wins.
about-preset-first2shed = Draw at most once, then lay any card or pass; the first one out wins.
about-preset-irc = No bluffs, two decks above four players, one round; a quiet table may be ended by all.
about-preset-party = All draw cards add up, 7 and 0 move hands, equal cards jump in.
about-players = How many may sit down.
about-order = In which order the players come: drawn by lot, or as they sat down.
about-decks = How many decks of 108 cards are shuffled together.
about-hand = How many cards everybody is dealt.
about-start-card = Which card may lie on top at first; any other goes back into the pile.
about-deal-wait = A new round is dealt by itself after so many seconds.
about-stack = Whether a +2 or +4 may be answered with another one: the next player then owes the sum.
about-draw-4-on-draw-4 = Whether a +4 goes on a +4, if draw cards add up as in uno-telegram-bot.
about-draw-2-on-draw-4 = Whether a +2 goes on a +4, if draw cards add up as in uno-telegram-bot.
about-must-play = Whether who holds a card that fits has to lay one. Nobody has to bluff.
about-last-card = Whether the last card may be a wild one.
about-seven-zero = Whether a 7 swaps hands with a player of one's choice, and with a 0 all hands move on.
about-jump-in = Whether a card equal to the top one may be laid out of turn; play goes on from there.
about-wild4 = When a Wild Draw Four may be laid, and whether the next player can doubt it.
about-bluff-test = What one must not hold if a Wild Draw Four is to be honest.
about-after-call = Whose turn it is when a bluff was doubted rightly.
about-draw = How many cards one draws instead of laying one.
about-after-draw = Which card may be laid after drawing.
about-pass-without-draw = Whether one may pass without having drawn.
about-auto-pass = Whether the turn passes by itself when nothing but passing is left.
about-uno-call = Whether UNO has to be said with the last card but one.
about-uno-penalty = How many cards it costs to be caught without having said it.
about-false-catch = Whether catching somebody who did say it costs the same.
about-end = Whether a round ends with the first player out, or is played for places.
about-final-draw-counts = Whether the cards that a last +2 or +4 brings are drawn and counted.
about-score = What is counted, and over how many rounds.
about-uno-match-to = The score that ends a match.
about-time-out = What is done for somebody whose time is up.
about-leaver = What becomes of the cards of somebody who leaves in a match.
about-allow-highlight-playable-cards = Whether the cards that fit are bold in everybody's own hand.
about-disable-call-bluff = On, a Wild Draw Four may always be laid and nobody can doubt it.
about-allow-play-non-drawn-cards = On, any card may be laid after drawing, not the drawn one alone.
about-allow-pass-without-draw = On, one may pass without having drawn.
about-draw-pass-behavior = How often one may draw before laying a card or passing.

# The help.
help-uno-title = UNO
help-uno =
    `{ $p }uno` sits down, two to ten people, and `{ $p }start` begins. Everything can be tapped: My cards shows what you can lay.
    Lay a card of the same colour, number or sign:
    `{ $p }play r5` – red 5
    `{ $p }play g+2` – green Draw Two
    `{ $p }play w b` – Wild, blue from now on
    `{ $p }play +4 y` – Wild Draw Four, yellow from now on
    `{ $p }play r5 uno` – and say UNO on your last but one card
    `{ $p }draw` – draw a card; `{ $p }pass` – keep it
    `{ $p }call` – doubt a Wild Draw Four: a bluff costs its player the four cards, a wrong doubt you six
    `{ $p }catch` – somebody forgot to say UNO: two cards, before the next player moves

    The first one without cards gets the points of all the others: numbers as they are, Skip, Reverse and Draw Two 20, wild cards 50. The match goes to 500.
    `{ $p }rules preset=party` – other rules, before the start; `{ $p }rules` shows them all

    In direct messages bare words do: `r5`, and `d` draws, `p` passes, `c` doubts, `u` says UNO.

# Elsewhere.
setting-style = Cards of UNO
setting-letters = Letter beside the colour
setting-show-play-number = Numbers of plays
about-setting-style = How cards of UNO look. What all can see looks as the server has it.
about-setting-letters = Whether colour signs have a letter beside them in what only you see. Keep it on if colours are hard to tell apart; what all can see always has it.
about-setting-show-play-number = Whether plays of UNO are counted: #12 is the twelfth of the round.
