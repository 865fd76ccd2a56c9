# Tic-tac-toe.

ttt-board = Board { $size }×{ $size }: { $row } in a row wins.
ttt-turn = { $piece } { $who ->
    [You] your turn
   *[other] { $who } to play
}
ttt-series = Series { $first } : { $second }
ttt-series-drawn = Series { $first } : { $second } · { $drawn } drawn
ttt-missed = Time is up for { $who ->
    [You] you: a square is marked for you.
   *[other] { $who }: a square is marked for them.
}
ttt-next = { $who ->
    [You] You begin
   *[other] { $who } begins
} the next game.
ttt-button-close = Close
ttt-expired = This game has expired: nobody played on.
ttt-closed = This game has ended.
ttt-closed-hint = { CMD("ttt") } opens a new one.
ttt-started = { $first ->
    [You] You begin
   *[other] { $first } begins
}.
ttt-marked = { $seat ->
    [You] You mark
   *[other] { $seat } marks
} { $square }.
ttt-won = { $who ->
    [You] You win
   *[other] { $who } wins
}.
ttt-outcome = { $who } beats { $other }
ttt-outcome-drawn = { $a } and { $b } draw
ttt-drawn = A draw.
ttt-over = This game is over. { BUTTON("button-rematch", "start") } begins the next one.
ttt-not-your-turn = It is { $turn }'s turn.
ttt-off-board = There is no square { $square }. For example { CMD("play", $example) }.
ttt-taken = Square { $square } is taken, and it is still your turn. For example { CMD("play", $example) }.
ttt-prompt = a square
ttt-hint = { CMD("play", $cell) } is a good square.

ttt-opened = Your game is below. Anybody can tap Sit down to play with you; the menu adds a computer.
ttt-begun = Your game is below.
ttt-asked = { $who } is challenged below and has one minute to answer.
ttt-waits = Another game of yours still waits for an opponent. Close it first: tap Leave or Take back on its message.
ttt-too-many = You already play { $most } games. Finish one first.
ttt-unknown = I don't know { $word } here. For example { $computer } against the computer (levels 0 to 5), { $friend } to challenge somebody, { $rules } with house rules.
ttt-friend = friend
ttt-two = Choose one opponent: a friend, or a computer as in { $computer }.
ttt-yourself = You cannot challenge yourself, but the computer likes to play: { $computer }.
ttt-bot = { $who } is a bot and cannot answer. Play against the computer: { $computer }.
ttt-nobody-here = Challenge a friend in a channel that you both see. Here you can play against the computer: { CMD("ttt 3") }.

rule-size = Size of the board
rule-in-row = How many in a row win
rule-first = Who begins
value-first-alternate = in turn; you against a computer
value-first-challenger = the challenger
value-first-opponent = the other player
value-first-random = random

# Names.
game-ttt = Tic-tac-toe
parse-no-cell = Name the square to mark. For example { CMD("play 5") }.
parse-unknown-cell = `{ $it }` is not a square of the board. For example { CMD("play 5") }.

# What the house rules are about.
about-size = Squares in a row and in a column, 3 to 5.
about-in-row = How many marks in a row win.
about-first = Who begins each game.

# The help.
help-ttt-title = Tic-tac-toe
help-ttt =
    `{ $p }ttt @friend` – challenge a friend, who has one minute to accept
    `{ $p }ttt` – wait for anybody, or { $face ->
        [terminal] add a computer: `{ $p }computer 3`
       *[other] choose a computer from the menu
    }
    `{ $p }ttt 3` – against the computer: 0 plays anywhere, 5 never loses
    `{ $p }ttt 3 size=4 in_row=3` – on a larger board, up to 5×5

    { $face ->
        [terminal] `{ $p }play 5` marks a square. Squares are counted from the top left.
       *[other] Tap a square, or `{ $p }play 5`: squares are counted from the top left.
    }
    Three in a row win. Rematch continues the series, and the other player begins; against a computer you always begin.
    You can play several games in a channel at once. `{ $p }end` ends yours and removes its board.
    `{ $p }settings pieces ❌ ⭕` – your piece, and the computer's
    `{ $p }stats ttt` – won, drawn and lost against each person and level

# Elsewhere.
setting-pieces = Pieces at tic-tac-toe
about-setting-pieces = Your piece, and then the computer's piece against you: two signs or emojis, or only your own.

usage-ttt = tic-tac-toe, against a level or a friend
command-ttt = ttt
skill-note-ttt-level0 = random: marks any square
skill-note-ttt-level1 = beginner: completes a line of its own
skill-note-ttt-level2 = simple: blocks your line, too
skill-note-ttt-level3 = fair: builds lines of its own, too
skill-note-ttt-level4 = good: spoils your lines early, too
skill-note-ttt-level5 = strong: looks ahead; never loses on 3×3

# What Discord shows of its slash command, at most 100 characters each.
slash-ttt = Play tic-tac-toe here
    .menu = Tic-tac-toe
    .opponent = The friend you challenge; anybody can join without it
    .level = How well the computer plays: 0 to 5, which never loses
    .words = House rules such as size=4 in_row=3
