# 井字棋。

ttt-board = { $size }×{ $size } 棋盘，{ $row } 子连成一线获胜。
ttt-turn = 轮到 { $piece } { $who }
ttt-series = 比分 { $first } : { $second }
ttt-series-drawn = 比分 { $first } : { $second }，平 { $drawn } 盘
ttt-missed = { $who } 时间到，系统代下了一步。
ttt-next = 再来一盘由 { $who } 先手。
ttt-button-close = 收盘
ttt-expired = 这盘棋没有人再下，已过期。
ttt-closed = 这盘棋结束了。
ttt-closed-hint = { $command } 可以新开一盘。
ttt-starts = { $who } 先手。
ttt-marked = { $who } 下在 { $cell }。
ttt-won = { $who } 获胜。
ttt-drawn = 平局。
ttt-over = 这一盘已经结束，{ $command } 开始下一盘。
ttt-not-your-turn = 现在轮到 { $who }。
ttt-off-board = 没有 { $cell } 这一格。例如 { $example }。
ttt-taken = { $cell } 已经有子了，还是轮到你下。例如 { $example }。
ttt-prompt = 下一格
ttt-hint = { $command } 是一步好棋。

rule-size = 棋盘大小
rule-in-row = 几子连线
rule-first = 谁先走
value-first-alternate = 轮流，对电脑时你先
value-first-challenger = 挑战的人
value-first-opponent = 另一个人
value-first-random = 随机
