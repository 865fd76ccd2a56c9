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
    `{ $p }room join 4711` – sit down there, from anywhere
    `{ $p }room` – which room you sit in, and how to invite others
    `{ $p }chat good luck` – say something to the other places, or just `. good luck`
    `{ $p }room leave` – leave it

    Everything else works as at any table: `{ $p }start`, `{ $p }play`, `{ $p }computer`, the buttons.
    Join again from somewhere else, and the table moves there with you. The room closes when the last one leaves.

usage-intro = what this is
usage-join = sit down: a seat of your choice, or the first free one
usage-leave = leave your seat; during a match a computer takes over
usage-computer = put a computer player on a free seat; `all` fills them, `off` takes one away
usage-list = open tables
usage-start = begin the match
usage-rules = show or change the house rules
usage-deal = deal the cards; with words, mix them into the shuffle first
usage-mix = mix words into the next shuffle, without dealing yet
usage-call = call trump; in UNO challenge a Wild Draw Four
usage-pass = make no call; in UNO keep the drawn card
usage-kitty = bury eight cards
usage-play = play cards
usage-hand = your cards, for you alone
usage-table = the table as everybody sees it, posted again
usage-score = levels, points and rounds
usage-last = the last trick
usage-hint = a sensible play
usage-surrender = surrender the round, with your partner
usage-playon = decline that, or take it back
usage-reset = vote to end the match without a result; `off` takes it back
usage-end = close the table (host, moderators)
usage-help = this help, or a page of it
usage-draw = UNO: draw a card
usage-uno = sit down for UNO; at the table, call UNO
usage-catch = UNO: catch somebody who forgot to call it
usage-ttt = tic-tac-toe, against a level or a friend
usage-settings = language, how cards look and more, with menus; moderators also set the server's
usage-stats = games played and won: yours, somebody's, or of one game; `global` for all servers
usage-leaderboard = the best players of a game; say what to compare by and how many
usage-replay = a finished round, trick by trick, with all hands open
usage-export = the last finished match as a file
usage-room = a table with a number, for people from anywhere: `new`, `join`, `leave`
usage-chat = say something to the others of your room; `. hello` for short
usage-verify = how to check that the last shuffle was fair
usage-top10 = the ten best players of every game
