# The help. Lines must not begin with a bracket, a star or a dot.

help-menu = Choose a page of the help
help-more = More: { $list }
help-example = Example: { $command }

help-intro-title = Tractor, UNO and tic-tac-toe
help-intro =
    Play here with friends, or with computer players in the empty seats.

    `{ $p }join` – sit down for tractor (升级)
    `{ $p }uno` – sit down for UNO
    `{ $p }ttt` – tic-tac-toe
    `{ $p }start` – begin
    `{ $p }help table` – how to sit down and start
    `{ $p }help cards` – cards and how to write them
    `{ $p }help commands` – every command

    Everything can be tapped as well. Your cards are shown to you alone: tap My hand.

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

help-rules-title = House rules
help-rules =
    `{ $p }rules` shows them in groups, with menus; `{ $p }rules all` lists them.
    `{ $p }rules throw_penalty` explains one. The host changes them before the start:
    `{ $p }rules throw_penalty=ten_per_throw`
    `{ $p }rules match_to=6` for a short evening
    `{ $p }rules deal_interval=0` deals at once
    `{ $p }rules turn_limit=off` for patient friends
    `{ $p }rules preset=party` at UNO sets all at once

help-commands-title = Commands
help-rooms-title = Rooms
help-rooms =
    A room is a table with a number. People sit there from other channels, other servers and direct messages, and everybody sees it where they are.

    `{ $p }room new` – a room for tractor; `{ $p }room new uno`, `{ $p }room new ttt`
    `{ $p }room join 4711` – sit down there, from wherever you are
    `{ $p }room` – which room you sit in, and how to invite others
    `{ $p }chat good luck` – say something to the other places, or just `. good luck`
    `{ $p }room leave` – get up

    Everything else works as at any table: `{ $p }start`, `{ $p }play`, `{ $p }computer`, the buttons.
    Join again from somewhere else, and the table moves there with you. The room ends when the last one leaves.

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

help-ttt-title = Tic-tac-toe
help-ttt =
    `{ $p }ttt @friend` – challenge somebody, who has a minute to accept
    `{ $p }ttt` – wait for anybody, or choose a computer from the menu
    `{ $p }ttt 3` – against the computer: 0 plays anywhere, 5 never loses
    `{ $p }ttt 3 size=4 in_row=3` – on a larger board, up to 5×5

    Tap a square, or `{ $p }play 5`: squares are counted from the top left.
    Three in a row win. Rematch goes on with the series, and the other one begins; against a computer you always do.
    Several games can be played in a channel at once. `{ $p }end` ends yours and takes its board away.
    `{ $p }settings pieces ❌ ⭕` – your piece, and the computer's
    `{ $p }stats ttt` – won, drawn and lost against each person and level

usage-intro = what this is
usage-join = sit down: a seat of your choice, or the first free one
usage-leave = get up; a computer plays on in a match
usage-computer = put a computer player on a free seat; `all` fills them, `off` takes one away
usage-list = open tables
usage-start = begin the match
usage-rules = show or change the house rules
usage-deal = deal the cards; with words, mix them into the shuffle first
usage-call = call trump; in UNO doubt a Wild Draw Four
usage-pass = do not call; in UNO keep the drawn card
usage-kitty = bury eight cards
usage-play = play cards
usage-hand = your cards, for you alone
usage-score = levels, points and rounds
usage-last = the last trick
usage-hint = a sensible play
usage-surrender = concede the round, with your partner
usage-playon = decline that, or take it back
usage-reset = vote to start over; `off` takes it back
usage-end = close the table (host, moderators)
usage-help = this help, or a page of it
usage-draw = UNO: draw a card
usage-uno = sit down for UNO; at the table, say UNO
usage-catch = UNO: somebody forgot to say it
usage-ttt = tic-tac-toe, against a level or a friend
usage-settings = language, how cards look and more, with menus; for moderators also the server's
usage-stats = games played and won: yours, somebody's, or of one game; `global` for all servers
usage-leaderboard = the best of a game; say what to compare by and how many
usage-replay = a finished round, trick by trick, with all hands open
usage-export = the last finished match as a file
usage-room = a table with a number, for people from anywhere: `new`, `join`, `leave`
usage-chat = say something to the others of your room; `. hello` for short
usage-verify = how to check that the last shuffle was fair
usage-top10 = the ten best of every game
