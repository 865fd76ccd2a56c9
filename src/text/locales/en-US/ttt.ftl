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

rule-size = Size of the board
rule-in-row = How many in a row
rule-first = Who begins
value-first-alternate = in turn, and you against a computer
value-first-challenger = the challenger
value-first-opponent = the other one
value-first-random = by chance
