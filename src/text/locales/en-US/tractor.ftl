# Tractor.

lobby-teams = Teams: North + South against West + East
lobby-match = Match from { $from } to { $to }

call-weak = { $suit } weak
call-strong = { $suit }{ $suit } strong
call-small-jokers = no trump, J- J-
call-big-jokers = no trump, J+ J+
trump-suit = trump { $suit }
trump-none = no trump
trump-line-suit = Trump { $suit }
trump-line-none = No trump

# The table.

round-title = Round { $round } · level { $level } · { $trump }
round-title-open = Round { $round } · level { $level }
turn-lead = { $who } ({ $seat }) leads
turn-follow = { $who } ({ $seat }) follows { $lead }
turn-bury = { $who } ({ $seat }) buries eight cards
state-line = Dealer { $who } · opponents **{ $points }** / { $needed } · trick { $trick }
state-line-hidden = Dealer { $who } · points hidden · trick { $trick }
dealer-line = Dealer: { $who } ({ $seat })
source-called = { $who } called { $call }
source-flipped = Nobody called; the kitty showed { $card }
source-nobody = Nobody called
source-after-ace = The last round has no trump suit
trick-last = Last trick: { $who }, { $points ->
    [0] no points
   *[other] { $points } points
}
trick-last-hidden = Last trick: { $who }
trick-highest = highest
trick-taken-back = throw stopped, { $cards } taken back
dealing-title = Dealing { $dealt } / { $cards } · level { $level }
dealing-call = { $trump }: { $who } called { $call }
dealing-no-call = No call yet. One { $level } calls its suit, a pair calls it strong.
dealing-first-dealer = The first to call deals this round.
dealing-final-dealer = Whoever's call stands deals this round.
overturn-weak = A pair of { $level }s or of jokers is higher.
overturn-weak-pairs = Only a pair of { $level }s is higher.
overturn-strong = Only a pair of jokers is higher.
overturn-small-jokers = Only the pair of J+ is higher.
overturn-none = Nothing is higher.
window-title = Last calls · level { $level }
window-hint = { $pass } if you will not call.
window-passed = Will not call: { $names }
ready-redeals = Nobody called, { $n } times. The deal waits until somebody is here.
ready-dealer = { $who } starts the deal.
ready-mix = { $mix } mixes your words into it.
surrender-open = { $who } offers to concede the round. { $partner }: { $surrender } agrees, { $playon } declines.

# The hand.

hand-title = Your hand · { $n ->
    [one] one card
   *[other] { $n } cards
}
hand-trumps = Trumps
hand-none = You have no cards now.
hand-can-call = You can call:
hand-no-call = Nothing you could call yet.
hand-no-last-call = You hold nothing that could be called now.
hand-passed = You will not call in this deal.
hand-follow = Follow { $lead }
hand-due = Due: { $due }
hand-lead = Your lead
hand-lead-hint = One suit: a single, a pair, a tractor or a throw.
hand-only = Only this can be played: { $cards }
hand-chosen = Chosen: { $cards }
hand-chosen-of = Chosen { $n } / { $due }: { $cards }
hand-bury = Bury eight cards · { $n } / 8 chosen
hand-bury-chosen = Chosen: { $cards }
hand-bury-points = Points buried: { $points } (doubled if the opponents take the last trick)
hand-bury-points-size = Points buried: { $points } (twice the last lead's largest unit if the opponents take it)
hand-buried = Buried: { $cards }
hand-wait = { $who } is to play.
hand-wait-bury = { $who } is burying the kitty.
button-take-back = Take back
hint-play = Hint: { $cards }
hint-only = Nothing else is allowed.
hint-last = The last trick: all that is left.
hint-safe = Nobody can beat this, most likely.
hint-throw = A throw that nobody can stop.
hint-draws = Draws trumps, so that fewer are left to ruff with.
hint-partner-ruffs = Your partner has probably none of this suit and can ruff.
hint-empties = The last of this suit: from now on you can ruff it.
hint-pairs = Pairs are hard to answer.
hint-low = A low card that risks little.
hint-takes = Takes the trick{ $points ->
    [0] { "" }
   *[other] {" "}with { $points } points
}{ $sure ->
    [yes] , most likely for good.
   *[no] {" "}for now; it may still be beaten.
}
hint-ruffs = Ruffs{ $points ->
    [0] {" "}the trick
   *[other] {" "}a trick with { $points } points
}{ $sure ->
    [yes] , most likely for good.
   *[no] {" "}for now; a higher trump may follow.
}
hint-gives = Your partner has the trick: give { $points } points.
hint-partner = Your partner has the trick: keep what is worth more.
hint-partner-to-come = Your partner is still to come and can probably take it.
hint-saves-pair = Keeps your pairs together.
hint-least = Not worth more: this costs you least.
hint-buries = { $suits ->
    [0] What you will miss least
    [one] Leaves you one suit fewer, to ruff it
   *[other] Leaves you { $suits } suits fewer, to ruff them
}, { $points ->
    [0] and no points.
   *[other] with { $points } points.
}
hint-trumps = { $trumps } trumps in your hand by now.
hint-because = { $hint }. { $reason }
hint-bury = Hint: bury { $cards }
hint-call = Hint: call { $call }
hint-pass = Hint: wait with calling
hint-none = No hint now: it is not your turn.
menu-cards-of = Choose { $n }: { $cards }

due-any = { $count ->
    [one] any card
   *[other] any { $count } cards
}
due-short = all your { $suit } ({ $held }) and { $rest } more
due-suit = { $count ->
    [one] one of your { $suit }
   *[other] { $count } { $suit }
}
due-parts = { $parts } of { $suit }
due-tractor = a tractor of { $pairs } pairs
due-pairs = { $pairs ->
    [one] a pair
   *[other] { $pairs } pairs
}
due-more = { $count ->
    [one] one more card
   *[other] { $count } more cards
}
prompt-follow = { $due } due
prompt-lead = your lead
prompt-bury = bury 8
prompt-call = call or pass

# The end of a round.

result-hold = Round { $round }: declarers hold
result-change = Round { $round }: the opponents take the deal
result-surrender = Round { $round }: { $team } concede
result-points = Opponents' points **{ $points }**, { $needed } take the deal
result-last-trick = Last trick: { $who }
result-kitty-stay = Kitty: { $cards } ({ $points } points, stay)
result-kitty-taken = Kitty: { $cards } ({ $points } points × { $factor } for the opponents)
result-penalties = Stopped throws: { $points } points of these
result-gained = { $team } ▸ level **{ $level }** (+{ $gained })
result-stays = { $team } ▸ level **{ $level }**
result-no-trump-round = { $team } has to hold one more round, without trump suit.
result-next = Next dealer: { $who } ({ $seat })
result-seal = Shuffle can be checked: `{ $secret }`
match-title = { $team } win the match!
match-levels = { $a } **{ $a_level }** · { $b } **{ $b_level }**

# Sheets.

score-team = { $team } **{ $level }**
score-to = Match to { $level }
score-now = Round { $round }: opponents { $points } of { $needed }, { $tricks ->
    [one] one trick
   *[other] { $tricks } tricks
} played
score-now-hidden = Round { $round }: points hidden until its end, { $tricks ->
    [one] one trick
   *[other] { $tricks } tricks
} played
score-header = Round · dealer · trump · points · result
score-row = { $round } · { $dealer } · { $trump } · { $points } · { $result }
score-won-declarers = { $n ->
    [0] held
   *[other] +{ $n }
}
score-won-opponents = deal taken
score-won-opponents-more = deal taken, +{ $n }
score-conceded = conceded
score-captured = Captured: { $list }
score-captured-round = Captured in round { $round }: { $list }
score-captured-all = Captured in all: { $list }
score-throws = Throws (stopped): { $list }
score-throw = { $who } { $tried } ({ $stopped })
last-title = Trick { $n }
last-title-round = The last trick of the round
last-won = { $who } won it, { $points ->
    [0] no points
   *[other] { $points } points
}.
last-won-hidden = { $who } won it.
last-none = No trick has been played yet.
verify-attempt = Deal number { $n } of this round
verify-command = This works the deal out anew: { $command }
surrender-title = Concede this round?
surrender-declarers = The opponents then get all points not yet won, the kitty doubled.
surrender-opponents = Your side stops at { $points } points.
surrender-opponents-hidden = Your side stops at the points that it has.
surrender-partner = { $who } has to agree.

# What happened.

note-ready = Round { $round } can be dealt. The shuffle is sealed: `{ $seal }`
note-deal = Round { $round } is dealt. { $who } draws first.
note-drawn = You draw { $card }.
note-called = { $who } calls { $call }.
note-called-dealer = { $who } calls { $call } and deals this round.
note-window = All cards are out. Last calls.
note-call-passed = { $who } will not call.
note-flipped = Nobody called. The kitty shows { $cards }.
note-redealt = Nobody called: the round is dealt again. The new shuffle is sealed: `{ $seal }`
note-redeal-waits = Nobody called again. The next deal waits for you: { $deal }. The new shuffle is sealed: `{ $seal }`
note-trump = { $trump }. { $who } ({ $seat }) deals.
note-kitty-taken = { $who } takes up the kitty.
note-kitty-own = You take up { $cards }.
note-buried = { $who } has buried eight cards and leads.
note-buried-own = You buried { $cards }. Your lead.
note-led = { $who } leads { $cards }.
note-played = { $who } plays { $cards }.
note-throw-stopped = Throw stopped: { $stopper } can beat { $played }. { $who } plays { $played } and takes { $back } back.
note-throw-penalty = That costs { $points } points.
note-trick = { $who } wins the trick, { $points ->
    [0] no points
   *[other] { $points } points
}.
note-trick-hidden = { $who } wins the trick.
note-surrender-offered = { $who } offers to concede the round.
note-surrender-off = { $who } wants to play on.
note-call-taken-back = { $who } takes back the call: { $call }.
note-play-taken-back = { $who } takes back { $cards }.

# Refusals.

reject-no-such-seat = Tractor has four seats: North, West, South and East.
reject-dealing = Cards are being dealt. You can call, for example { $call }.
reject-call-window = Last calls: { $call } calls, { $pass } lets it be.
reject-burying = { $who } is burying the kitty.
reject-burying-you = Bury eight cards first. For example { $kitty }.
reject-playing = Tricks are being played. For example { $play }.
reject-over = The match is over. { $start } begins another one.
reject-not-held = You do not hold { $card }.
reject-not-second = You do not hold a second { $card }.
reject-count = { $due ->
    [one] One card is due
   *[other] { $due } cards are due
}, not { $given }. { $example }
reject-mixed = A lead is of one suit, and all trumps are one suit. { $example }
reject-suit = You hold { $suit }: { $due } of them { $due ->
    [one] is
   *[other] are
} due, not { $given }. { $example }
reject-pairs = { $due ->
    [one] A pair of { $suit } is due, and you hold one.
   *[other] { $due } pairs of { $suit } are due, and you hold them.
} { $example }
reject-tractor = A tractor of { $due } pairs of { $suit } is due, and you hold one. { $example }
reject-not-dealer = Only the dealer buries: { $who }.
reject-no-cards-play = Name the cards to play. For example { $command }.
reject-no-cards-kitty = Name the eight cards to bury. For example { $command }.
reject-kitty-count = Eight cards are buried, not { $given }. For example { $kitty }.
reject-call-not-held = That call takes { $cards }, and you do not hold { $card } now.
reject-call-not-second = That call takes { $cards }, and you hold only one of them now.
reject-call-too-low = { $who } has called { $call }. { $higher }
reject-no-trump-off = No-trump calls are off at this table. Call a suit, for example { $call }.
reject-calls-closed = You cannot call any more in this deal.
reject-no-offer = Nobody has offered to concede. { $surrender } offers it.
reject-offer-stands = Your offer stands and waits for { $who }. { $playon } takes it back.
reject-own-call = Your own call stands: { $call }. At this table you may not call over it.
reject-own-call-raise = Your own call stands: { $call }. At this table you may only add the second card of its suit.
reject-deal-dealer = Only the dealer starts the deal: { $who }.
reject-stays-plays = At this table a play stands. The host can change that before a match.
reject-stays-calls = At this table a call stands. The host can change that before a match.
reject-stays-others = You can take back only your own last play or call, until somebody else plays or calls.
reject-stays-told = This play stands: a throw, or a play that was made for you, is not taken back.
reject-stays-again = You have taken back a call in this deal already.

# House rules.

rule-deal-interval = Seconds between cards
rule-call-window = Seconds for last calls
rule-redeal-limit = Redeals until the deal waits
rule-no-trump-calls = No-trump calls
rule-first-dealer = First dealer
rule-no-call = Nobody calls
rule-throw-checked-against = Throws are checked against
rule-throw-penalty = A stopped throw costs
rule-follow-tractor = A tractor asks for
rule-follow-throw = A throw asks for
rule-throw-winner = A throw is won by
rule-kitty-multiplier = Kitty points count
rule-level-cap = Levels in one round
rule-gates = Levels to be won as declarers
rule-after-ace = To win at the last level
rule-start-level = First level
rule-match-to = Last level
rule-own-call = After your own call
rule-call-order = Pair over pair
rule-call-take-back = Taking back a call
rule-who-deals = Who starts the deal
rule-start-level-we = First level of West + East
rule-points-shown = Points are shown
rule-take-back = Taking back a play
rule-forced-plays = Forced plays
value-first-dealer-first-call = first caller
value-first-dealer-final-call = whose call stands
value-no-call-flip = kitty turned over
value-no-call-no-trump = no-trump round
value-no-call-redeal = dealt again
value-throw-checked-against-all = all three others
value-throw-checked-against-opponents = the two opponents
value-throw-penalty-none = nothing
value-throw-penalty-ten-per-throw = 10 points
value-throw-penalty-ten-per-card = 10 points a card taken back
value-follow-tractor-tractors-first = tractors, then pairs
value-follow-tractor-pairs-only = pairs
value-follow-throw-units = its units
value-follow-throw-pairs-only = pairs
value-throw-winner-top-unit = its largest unit
value-throw-winner-all-units = every unit
value-throw-winner-highest-card = the highest card
value-kitty-multiplier-double = twice
value-kitty-multiplier-by-size = twice the last lead's largest unit
value-level-cap-three = three at most
value-level-cap-uncapped = no limit
value-gates-ace = the last one
value-gates-five-ten-king-ace = 5, 10, K and A
value-after-ace-win = hold one round
value-after-ace-no-trump-round = hold a no-trump round as well
value-own-call-overturn = any higher call
value-own-call-raise = only its second card
value-own-call-stand = no call
value-call-order-more-cards = never
value-call-order-higher-suit = in a higher suit
value-who-deals-anybody = anybody
value-who-deals-dealer = the dealer
value-start-level-we-same = the same
value-points-shown-always = as they are won
value-points-shown-end = after the round
value-forced-plays-player = by hand
value-forced-plays-automatic = made by themselves

# Names.
seat-north = North
seat-west = West
seat-south = South
seat-east = East
team-north-south = North + South
team-west-east = West + East
game-tractor = Tractor
parse-unknown-call = I don't know the call `{ $piece }`. One card calls weak, a pair strong: { $weak }, { $strong }, { $jokers }.
parse-no-call = Name the suit to call. One card calls weak, a pair strong: { $weak }, { $strong }, { $jokers }.

# At the table.
trouble-kitty-in-public = Your kitty was written where all can see it. Use My hand or a direct message next time.

# What the house rules are about.
rules-tractor-calling = Deal and calls
rules-tractor-playing = Following and throws
rules-tractor-scoring = Points and levels
about-deal-interval = Seconds between two cards while they are dealt; 0 deals at once.
about-call-window = Seconds in which calls are still taken after the last card.
about-redeal-limit = So many times in a row a round that nobody calls is dealt again by itself; then it waits for somebody. 0 is without end.
about-no-trump-calls = Whether a pair of jokers calls a round without a trump suit.
about-first-dealer = Who deals the first round: who called first, or whose call stood in the end.
about-no-call = What happens if nobody calls, though the dealer is known.
about-throw-checked-against = Whose hands stop a throw.
about-throw-penalty = What a stopped throw costs the team.
about-follow-tractor = What has to be laid on a tractor, as far as it is held.
about-follow-throw = What has to be laid on a throw, as far as it is held.
about-throw-winner = What plays on a throw are compared by.
about-kitty-multiplier = How often the kitty's points count when the opponents win the last trick.
about-level-cap = How many levels one round can bring.
about-gates = Levels that nobody jumps over: they have to be won as declarers.
about-after-ace = What wins the match at the last level.
about-start-level = The level at which both teams begin.
about-match-to = The last level; who wins there as declarers wins the match.
about-own-call = What you may call while your own call stands.
about-call-order = Whether a pair overturns a pair of a lower suit: ♦, ♣, ♥, ♠. Jokers always do.
about-call-take-back = You may take back your call once a deal, until somebody else calls. Its cards stay known.
about-who-deals = Who starts the deal once the dealer is known. Nobody there: the clock does.
about-start-level-we = Where West + East begin. The first round is played at the level of North + South.
about-points-shown = When the points of a round are shown. Who counts the cards knows them before.
about-take-back = You may take back your play until the next one. Not a throw. Computers wait 4 seconds.
about-forced-plays = Your only legal play is made for you after a pause; never a lead. Others may notice.

# The help.
help-table-title = Sit down and start
help-table =
    Tap Sit down, or type:
    `{ $p }join` – the first free seat; `{ $p }join south` – a seat of your choice
    `{ $p }computer` – a computer on a free seat; `{ $p }computer all` – on all of them
    `{ $p }rules` – the house rules; the host can change them before the start
    `{ $p }start` – begin when all seats are taken

    North and South play against West and East. Turns go North, West, South, East.
    If you have to go, `{ $p }leave`: a computer plays on, and `{ $p }join` takes the seat back. Friends can take over from a computer at any time.
    `{ $p }reset` is a vote to start over; three votes carry it.
help-playing-title = Tapping and typing
help-playing =
    Tap **My hand** at the table: your cards, for you alone.
    ▸ while cards are dealt, every call you can make is a button
    ▸ on your turn, choose cards in the menus and tap Play
    ▸ if only one play is possible, one tap makes it
    ▸ Hint names a sensible play and says why

    Or type `{ $p }play 8S 8S`, in short `{ $p }p 8S8S`. In direct messages cards alone will do: `8S 8S`.
    The hand follows the game for a quarter of an hour, then asks you to tap My hand again.
    When time is up, the lowest legal play is made for you; after two such turns a computer plays. Tap I'm back, or just play.
help-cards-title = Cards
help-cards =
    Two decks, 108 cards. Rank, then suit: `5H` is ♥5, `10C` is ♣10, `QS` is ♠Q.
    Jokers: `J-` is small, `J+` is big. `JC` is the jack of clubs.
    `♥5`, `h5`, `T` for ten, `5H5H` and `2x5H` are understood too.

    Each round has a level, 2 at first. Cards of that rank are trumps, and so are the jokers and the suit that is called.
    Level 9, trump ♣, high to low:
    `J+` `J-` `♣9`, then `♦9` `♥9` `♠9` (equal), then `♣A` `♣K` … `♣2`
    Other suits: A K Q J 10 8 … 2. The 9 is missing there, so 10 and 8 are neighbours.

    Points: each 5 is 5, each 10 and K is 10; 200 in all.
help-calling-title = Calling trump
help-calling =
    While cards are dealt, show a card of the level and its suit becomes trump.
    `{ $p }call H` – weak: one card
    `{ $p }call HH` – strong: both cards, over any weak call
    `{ $p }call J-J-` – no trump, over any suit
    `{ $p }call J+J+` – no trump, and nothing is higher

    Each kind can be called once a deal. In the first round the first caller deals.
    My hand shows what you can call as buttons.
    After the last card there is a short while for last calls; `{ $p }pass` if you will not call.
    If nobody calls, the kitty is turned over and names the suit; a first round is dealt again.
help-kitty-title = The kitty
help-kitty =
    The dealer takes up eight more cards and buries eight. Nobody else sees them before the end of the round.
    `{ $p }kitty 3C 4C 3D 6D 7S 8S 9S JS`

    Tap My hand and choose, or write it in a direct message: in a channel all would see it.
    Points in the kitty count double for the opponents if they win the last trick.
help-following-title = Leading and following
help-following =
    Lead cards of one suit; all trumps are one suit.
    ▸ single: `{ $p }play AS`
    ▸ pair: `{ $p }play 8H8H`
    ▸ tractor, neighbouring pairs: `{ $p }play 5H5H4H4H`
    ▸ throw: `{ $p }help throws`

    Follow with as many cards, of the led suit as far as you have it:
    ▸ a pair asks for a pair, if you hold one
    ▸ a tractor asks for tractors first, then pairs, then any cards of the suit
    ▸ if you run out of the suit, play anything

    The highest play of the led kind wins. Trumps of the same kind beat it. Of equal plays the earlier one wins, and the winner leads.
    Level 9, trump ♣: `5H5H4H4H`, `10S10S8S8S`, `J+J+J-J-9C9C` are tractors; `6D6D4D4D` and `9H9H9D9D` are not.
help-throws-title = Throws
help-throws =
    A throw leads several units of one suit at once: `{ $p }play AS KS KS`
    It stands if no other hand can beat any of its units in that suit. Otherwise the lowest unit of the smallest size that can be beaten is led, and the rest goes back to your hand.

    Level 9, trump ♣. You throw `KD QD`:
    ▸ if somebody holds `AD`, only `QD` is led
    ▸ trumps elsewhere do not stop it
    You throw `KD QD QD 10D 10D`:
    ▸ against `AD` only `KD` is led
    ▸ against `JD JD` only `10D 10D` is led

    Trumps win it only with the same units, compared by the largest one.
help-scoring-title = Scoring
help-scoring =
    Only the opponents' points count, 200 in all.
    ▸ 0 – declarers go up 3 levels
    ▸ 5–35 – up 2
    ▸ 40–75 – up 1
    ▸ 80–115 – the opponents take the deal
    ▸ 120–155 – and go up 1
    ▸ 160–195 – up 2
    ▸ 200 and more – up 3

    If the opponents win the last trick, the kitty counts double for them.
    If the declarers hold, the dealer's partner deals next; otherwise the player on the dealer's right.
    Hold a round at level A as declarers, and the match is yours.
    `{ $p }surrender` concedes a round, if your partner agrees.

# Elsewhere.
replay-deal = Replay: round { $round }, the deal
replay-trick = Replay: round { $round }, trick { $n }
