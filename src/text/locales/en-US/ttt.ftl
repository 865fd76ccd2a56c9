# Tic-tac-toe.

ttt-board = Board { $size }×{ $size }, { $row } in a row win.
ttt-turn = { $piece } { $who } to play
ttt-series = Series { $first } : { $second }
ttt-series-drawn = Series { $first } : { $second } · { $drawn } drawn
ttt-missed = Time was up for { $who }: the clock marked a square.
ttt-next = { $who } begins the rematch.
ttt-button-close = Close
ttt-expired = This game has expired: nobody went on with it.
ttt-closed = This game was ended.
ttt-closed-hint = { $command } opens a new one.
ttt-starts = { $who } begins.
ttt-marked = { $who } marks { $cell }.
ttt-won = { $who } wins.
ttt-drawn = A draw.
ttt-over = This game is over. { $command } begins the next one.
ttt-not-your-turn = It is { $who }'s turn.
ttt-off-board = There is no square { $cell }. For example { $example }.
ttt-taken = Square { $cell } is taken, and it is still your turn. For example { $example }.
ttt-prompt = a square
ttt-hint = { $command } is a good square.

ttt-opened = Your game waits below. Whoever presses Sit down plays with you; the menu takes a computer.
ttt-begun = Your game is below.
ttt-asked = { $who } is asked below and has a minute to answer.
ttt-waits = A game of yours still waits for an opponent. Close it first: Leave or Take back on its message.
ttt-too-many = You play { $most } games already. Finish one first.
ttt-unknown = I don't know { $word } here. For example { $computer } against the computer (levels 0 to 5), { $friend } to challenge somebody, { $rules } with house rules.
ttt-friend = friend
ttt-two = Choose one opponent: a friend, or a computer as with { $computer }.
ttt-yourself = You cannot challenge yourself, but the computer likes to play: { $computer }.
ttt-bot = { $who } is a bot and answers no challenge. Against the computer: { $computer }.
ttt-nobody-here = Challenge somebody in a channel that both of you see. Here you can play the computer: { $computer }.

rule-size = Size of the board
rule-in-row = How many in a row
rule-first = Who begins
value-first-alternate = in turn, and you against a computer
value-first-challenger = the challenger
value-first-opponent = the other one
value-first-random = by chance

# Names.
game-ttt = Tic-tac-toe
parse-no-cell = Name the square to mark. For example { $command }.
parse-unknown-cell = `{ $piece }` is not a square of the board. For example { $command }.

# What the house rules are about.
about-size = Cells in a row and in a column, 3 to 5.
about-in-row = How many marks in a row win.
about-first = Who sets the first mark of a match.

# The help.
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

# Elsewhere.
setting-pieces = Pieces at tic-tac-toe
about-setting-pieces = What you mark with, and then what a computer marks with against you: two signs or emojis, or only your own.
