# 圈圈叉叉。

ttt-board = { $size }×{ $size } 棋盤，{ $row } 子連成一線獲勝。
ttt-turn = 輪到 { $piece } { $who }
ttt-series = 比分 { $first } : { $second }
ttt-series-drawn = 比分 { $first } : { $second }，平 { $drawn } 盤
ttt-missed = { $who } 時間到，系統代下了一步。
ttt-next = 再來一盤由 { $who } 先手。
ttt-button-close = 收盤
ttt-expired = 這盤棋沒人再下，已經過期。
ttt-closed = 這盤棋結束了。
ttt-closed-hint = { CMD("ttt") } 可以新開一盤。
ttt-started = { $first } 先手。
ttt-marked = { $seat } 下在 { $square }。
ttt-won = { $who } 獲勝。
ttt-outcome = { $who } 勝 { $other }
ttt-outcome-drawn = { $a } 和 { $b } 打平
ttt-drawn = 平局。
ttt-over = 這一盤已經結束，{ BUTTON("button-rematch", "start") } 開始下一盤。
ttt-not-your-turn = 現在還輪不到你，輪到 { $turn }。
ttt-off-board = 沒有 { $square } 這一格。例如 { CMD("play", $example) }。
ttt-taken = { $square } 已經有子了，還是輪到你下。例如 { CMD("play", $example) }。
ttt-prompt = 下一格
ttt-hint = { CMD("play", $cell) } 是一步好棋。

ttt-opened = 你的棋局在下面：誰點「坐下」就和誰下，也可以在選單裡選電腦。
ttt-begun = 你的棋局在下面。
ttt-asked = 已在下面向 { $who } 發起挑戰，一分鐘內可以回應。
ttt-waits = 你還有一盤棋在等對手。請先在那條訊息上點「離座」或「收回」。
ttt-too-many = 你已經同時在下 { $most } 盤了，先下完一盤吧。
ttt-unknown = 這裡不認識 { $word }。例如 { $computer } 對電腦（0 到 5 級），{ $friend } 發起挑戰，{ $rules } 帶規則。
ttt-friend = 朋友
ttt-two = 對手只能選一個：朋友，或者電腦，例如 { $computer }。
ttt-yourself = 不能挑戰自己，不過電腦很樂意奉陪：{ $computer }。
ttt-bot = { $who } 是機器人，不會應戰。可以對電腦：{ $computer }。
ttt-nobody-here = 請在你們兩人都看得到的頻道裡挑戰。在這裡可以對電腦：{ CMD("ttt 3") }。

rule-size = 棋盤大小
rule-in-row = 幾子連線
rule-first = 誰先走
value-first-alternate = 輪流，對電腦時你先
value-first-challenger = 挑戰的人
value-first-opponent = 對手
value-first-random = 隨機

# 名稱。
game-ttt = 圈圈叉叉
parse-no-cell = 請寫出要下哪一格。例如 { CMD("play 5") }。
parse-unknown-cell = 棋盤上沒有 `{ $it }` 這一格。例如 { CMD("play 5") }。

# 各條規則的說明。
about-size = 每行每列幾格，3 到 5。
about-in-row = 幾子連成一線算贏。
about-first = 每一盤誰先走。

# 說明。
help-ttt-title = 圈圈叉叉
help-ttt =
    `{ $p }ttt @朋友` – 挑戰別人，對方有一分鐘回應
    `{ $p }ttt` – 等任何人加入，或{ $face ->
        [terminal] 加一個電腦：`{ $p }computer 3`
       *[other] 在選單裡選電腦
    }
    `{ $p }ttt 3` – 對電腦：0 級隨便下，5 級不會輸
    `{ $p }ttt 3 size=4 in_row=3` – 更大的棋盤，最大 5×5

    { $face ->
        [terminal] `{ $p }play 5` 下子，格子從左上角數起。
       *[other] 點格子，或者 `{ $p }play 5`：格子從左上角數起。
    }
    三子連成一線就贏。{ $face ->
        [terminal] 再來一場接著比
       *[other] 點「再來一場」接著比
    }，先手輪流；對電腦總是你先。
    一個頻道裡可以同時下好幾盤。`{ $p }end` 結束你的那盤並收走棋盤。
    `{ $p }settings pieces ❌ ⭕` – 你的棋子和電腦的棋子
    `{ $p }stats ttt` – 對每個人、每一級電腦的勝平負

# 其他。
setting-pieces = 圈圈叉叉的棋子
about-setting-pieces = 你用的棋子，後面可以再寫電腦對你用的：兩個符號或表情符號，也可以只寫自己的。

usage-ttt = 圈圈叉叉，對電腦或朋友
command-ttt = 圈圈叉叉
skill-note-ttt-level0 = 隨機：隨便下
skill-note-ttt-level1 = 新手：只會連自己的線
skill-note-ttt-level2 = 簡單：也會堵你的線
skill-note-ttt-level3 = 普通：還會自己做線
skill-note-ttt-level4 = 中等：還會早早破壞你的線
skill-note-ttt-level5 = 高手：會算後面幾步，3×3 從不輸

# What Discord shows of its slash command, at most 100 characters each.
slash-ttt = 在這裡玩圈圈叉叉
    .name = 圈圈叉叉
    .opponent = 向誰挑戰；不寫就誰都可以加入
    .opponent-name = 對手
    .level = 電腦的程度：0 到 5，5 級不會輸
    .level-name = 程度
    .words = 規則，例如 size=4 in_row=3
    .words-name = 選項
