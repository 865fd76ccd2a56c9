# 井字棋。

ttt-board = { $size }×{ $size } 棋盘，{ $row } 子连成一线获胜。
ttt-turn = 轮到 { $piece } { $who }
ttt-series = 比分 { $first } : { $second }
ttt-series-drawn = 比分 { $first } : { $second }，平 { $drawn } 盘
ttt-missed = { $who } 时间到，系统代下了一步。
ttt-next = 再来一盘由 { $who } 先手。
ttt-button-close = 收盘
ttt-expired = 这盘棋没人再下，已经过期。
ttt-closed = 这盘棋结束了。
ttt-closed-hint = { CMD("ttt") } 可以新开一盘。
ttt-started = { $first } 先手。
ttt-marked = { $seat } 下在 { $square }。
ttt-won = { $who } 获胜。
ttt-outcome = { $who } 胜 { $other }
ttt-outcome-drawn = { $a } 和 { $b } 打平
ttt-drawn = 平局。
ttt-over = 这一盘已经结束，{ BUTTON("button-rematch", "start") } 开始下一盘。
ttt-not-your-turn = 现在还轮不到你，轮到 { $turn }。
ttt-off-board = 没有 { $square } 这一格。例如 { CMD("play", $example) }。
ttt-taken = { $square } 已经有子了，还是轮到你下。例如 { CMD("play", $example) }。
ttt-prompt = 下一格
ttt-hint = { CMD("play", $cell) } 是一步好棋。

ttt-opened = 你的棋局在下面：谁点“坐下”就和谁下，也可以在菜单里选电脑。
ttt-begun = 你的棋局在下面。
ttt-asked = 已在下面向 { $who } 发起挑战，一分钟内可以回应。
ttt-waits = 你还有一盘棋在等对手。请先在那条消息上点“离座”或“收回”。
ttt-too-many = 你已经同时在下 { $most } 盘了，先下完一盘吧。
ttt-unknown = 这里不认识 { $word }。例如 { $computer } 对电脑（0 到 5 级），{ $friend } 发起挑战，{ $rules } 带规则。
ttt-friend = 朋友
ttt-two = 对手只能选一个：朋友，或者电脑，例如 { $computer }。
ttt-yourself = 不能挑战自己，不过电脑很乐意奉陪：{ $computer }。
ttt-bot = { $who } 是机器人，不会应战。可以对电脑：{ $computer }。
ttt-nobody-here = 请在你们两人都看得到的频道里挑战。在这里可以对电脑：{ CMD("ttt 3") }。

rule-size = 棋盘大小
rule-in-row = 几子连线
rule-first = 谁先走
value-first-alternate = 轮流，对电脑时你先
value-first-challenger = 挑战的人
value-first-opponent = 对手
value-first-random = 随机

# 名称。
game-ttt = 井字棋
parse-no-cell = 请写出要下哪一格。例如 { CMD("play 5") }。
parse-unknown-cell = 棋盘上没有 `{ $it }` 这一格。例如 { CMD("play 5") }。

# 各条规则的说明。
about-size = 每行每列几格，3 到 5。
about-in-row = 几子连成一线算赢。
about-first = 每一盘谁先走。

# 帮助。
help-ttt-title = 井字棋
help-ttt =
    `{ $p }ttt @朋友` – 挑战别人，对方有一分钟回应
    `{ $p }ttt` – 等任何人加入，或{ $face ->
        [terminal] 加一个电脑：`{ $p }computer 3`
       *[other] 在菜单里选电脑
    }
    `{ $p }ttt 3` – 对电脑：0 级随便下，5 级不会输
    `{ $p }ttt 3 size=4 in_row=3` – 更大的棋盘，最大 5×5

    { $face ->
        [terminal] `{ $p }play 5` 下子，格子从左上角数起。
       *[other] 点格子，或者 `{ $p }play 5`：格子从左上角数起。
    }
    三子连成一线就赢。{ $face ->
        [terminal] 再来一场接着比
       *[other] 点“再来一场”接着比
    }，先手轮流；对电脑总是你先。
    一个频道里可以同时下好几盘。`{ $p }end` 结束你的那盘并收走棋盘。
    `{ $p }settings pieces ❌ ⭕` – 你的棋子和电脑的棋子
    `{ $p }stats ttt` – 对每个人、每一级电脑的胜平负

# 其他。
setting-pieces = 井字棋的棋子
about-setting-pieces = 你用的棋子，后面可以再写电脑对你用的：两个符号或表情，也可以只写自己的。

usage-ttt = 井字棋，对电脑或朋友
command-ttt = 井字棋
skill-note-ttt-level0 = 随机：随便下
skill-note-ttt-level1 = 新手：只会连自己的线
skill-note-ttt-level2 = 简单：也会堵你的线
skill-note-ttt-level3 = 普通：还会自己做线
skill-note-ttt-level4 = 中等：还会早早破坏你的线
skill-note-ttt-level5 = 高手：会算后面几步，3×3 从不输

# What Discord shows of its slash command, at most 100 characters each.
slash-ttt = 在这里玩井字棋
    .name = 井字棋
    .opponent = 向谁挑战；不写就谁都可以加入
    .opponent-name = 对手
    .level = 电脑的水平：0 到 5，5 级不会输
    .level-name = 水平
    .words = 规则，例如 size=4 in_row=3
    .words-name = 选项
