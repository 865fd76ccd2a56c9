# UNO。

uno-red = 红
uno-green = 绿
uno-blue = 蓝
uno-yellow = 黄
uno-round = 第 { $n } 局
uno-ready = 可以发牌了：{ BUTTON("button-deal", "deal") }
uno-title = 牌面：{ $top }
uno-turn = 轮到 { $who }
uno-turn-owes = { $who } 要摸 { $owed } 张，或者叠牌
uno-turn-owes-call = { $who } 要摸 { $owed } 张，或者质疑
uno-turn-owes-both = { $who } 要摸 { $owed } 张，或者叠牌，或者质疑
uno-turn-drawn = { $who } 摸了牌：打出或者不出
uno-turn-color = { $who } 选颜色
uno-turn-swap = { $who } 选和谁换牌
uno-last = 刚才
uno-no-last-play = 还没有人出牌。
uno-player = { $mark }{ $who } · { $n } 张
uno-player-uno = { $mark }{ $who } · 1 张，喊了 UNO
uno-player-safe = { $mark }{ $who } · 1 张，已经抓不到
uno-player-out = { $mark }{ $who } · 出完了，第 { $place } 名
uno-draw-pile = { $turned ->
    [true] ↺ 反方向 · 牌堆 { $pile } 张
   *[false] 牌堆 { $pile } 张
}
uno-won = { $who } 赢得全场！
uno-outcome = { $who } 获胜，后面依次是 { $others }
uno-outcome-score = { $who } 以 { $score } 分获胜，后面依次是 { $others }
uno-outcome-alone = { $who } 获胜
uno-you-won = 全场你赢了！
uno-place = { $scored ->
    [true] { $place } · { $who } { $score } 分
   *[false] { $place } · { $who }
}
uno-button-hand = 我的牌
uno-button-draw = 摸牌
uno-button-draw-owed = 摸 { $owed } 张
uno-button-pass = 不出
uno-button-call = 质疑
uno-button-uno = UNO
uno-button-catch = 抓
uno-button-catch-who = 抓 { $who }
uno-may-catch = { $costs ->
    [true] { $who } 没有喊 UNO。下一个人动手前可以抓：罚摸 { $n } 张；要是对方先喊了，就罚你摸 { $n } 张。
   *[false] { $who } 没有喊 UNO。下一个人动手前可以抓：罚摸 { $n } 张。
}
uno-by-number = 按编号出牌：{ $numbers }
uno-hand = 你的牌：{ $n } 张
uno-top = 牌面：{ $top }
uno-others = 别人的牌数：{ $held }
uno-your-turn-unmarked = 轮到你了。
uno-your-turn-fits = 轮到你：可以出{ $color }{ $face ->
    [none] { "" }
   *[other] 、{ $face }
}或变色牌。
uno-nothing-fits = 轮到你，都不能出，摸一张。
uno-owing = { $stuck ->
    [true] 轮到你了，要摸 { $owed } 张。
   *[false] 轮到你了，摸 { $owed } 张，或者叠牌。
}
uno-you-may-call = 质疑错了要摸 { $more } 张；{ $who } 真是虚张声势，就由他摸 { $owed } 张。
uno-you-drew = 你摸到 { $card }，不能出。
uno-you-drew-fits = 你摸到 { $card }，打出或者不出。
uno-choose-color = 选一个颜色。
uno-choose-swap = 和谁换牌？
uno-bluff = { $any ->
    [true] 现在出 +4 是虚张声势：你有别的能出的牌。
   *[false] 现在出 +4 是虚张声势：你有这个颜色的牌。
}
uno-shown = { $guilty ->
    [true] 是虚张声势。{ $who } 当时有 { $cards }
   *[false] 不是虚张声势。{ $who } 当时有 { $cards }
}
uno-prompt = 牌面 { $top }
uno-hint = 提示：{ CMD($command) }
uno-hint-play = 提示：{ $card }，{ CMD("play", $words) }
uno-hint-color = 提示：{ $color }
uno-ask-leave = 你就此退出这一场：手里的牌放到牌堆底下，不能再回来。
uno-match-to = 打到 { $points } 分
uno-score-header = 局 · 赢家 · 分
uno-score-row = { $round } · { $who } · { $points }
uno-round-won = { $who } 赢了第 { $round } 局
uno-round-blocked = 谁都出不了：{ $who } 手上分最少，赢了第 { $round } 局
uno-round-counted = 按 { $who } 出完时大家手上的牌算分。
uno-round-abandoned = 只剩 { $who }，赢了第 { $round } 局
uno-round-you-won = 你赢了第 { $round } 局
uno-round-you-lost = { $who } 赢了第 { $round } 局，你输了
uno-round-held = { $who } 手里还有 { $cards }：{ $points } 分
uno-round-gained = { $whose ->
    [others] 别人手里的牌算给 { $who }
   *[own] { $who } 手里的牌
}：{ $gained } 分，总共 **{ $score }** 分
uno-verify-next = 第 { $round } 局的洗牌校验码：`{ $seal }`

uno-note-dealt = 第 { $round } 局发牌。牌面：{ $start }
uno-note-contributed = { note-contributed }
uno-note-played = { $jumped_in ->
    [true] { $seat } 抢出 { $card }。
   *[other] { $seat } 出 { $card }。
}
uno-note-color-named = { $seat } 选 { $color }。
uno-note-skipped = { $seat } 被跳过。
uno-note-reversed = { $again ->
    [true] 方向反转，还是同一个人出。
   *[other] 方向反转。
}
uno-note-swapped = { $seat } 和 { $with } 换牌。
uno-note-handed-on = 大家把牌传给下一家。
uno-note-drew = { $cards ->
    [none] { $why ->
        [choice] { $seat } 摸 { $count } 张。
        [draw_cards] { $seat } 摸 { $count } 张。
       *[other] { $seat } 罚摸 { $count } 张。
    }
   *[other] 你摸到 { $cards }
}
uno-note-drew-passed = { $who } 摸 { $n } 张，不出。
uno-note-reshuffled = 弃牌重洗：牌堆 { $cards } 张。
uno-note-passed = { $seat } 不出。
uno-note-called = { $guilty ->
    [true] { $caller } 质疑成功，{ $accused } 虚张声势。
   *[other] { $caller } 质疑失败，{ $accused } 没有虚张声势。
}
uno-note-shown = { $who } 当时有 { $cards }
uno-note-said-uno = { $seat }：UNO！
uno-note-caught = { $by } 抓到 { $seat } 没喊 UNO。
uno-note-caught-falsely = { $late ->
    [true] { $by } 抓 { $seat }，可是晚了。
   *[other] { $by } 抓 { $seat }，可是 { $seat } 喊过 UNO。
}
uno-note-out = { $seat } 出完了，第 { $place } 名。
uno-note-left = { $seat } 走了，牌放到牌堆底下。
uno-note-timed-out = { news-time-up }
uno-note-warned = { $seat }，时间快到了。

uno-reject-match-over = 全场已经打完。{ BUTTON("button-rematch", "start") } 再来一场。
uno-reject-not-dealt = { reject-ready }
uno-reject-dealt = 牌已经发了。
uno-reject-not-playing = 你已经退出这一场了。
uno-reject-not-your-turn = { reject-not-your-turn }
uno-reject-name-color-first = 先选颜色。例如 { CMD("play b") }。
uno-reject-choose-hand-first = 先选和谁换牌。例如 { CMD("play #2") }。
uno-reject-no-color-to-name = 现在不用选颜色。出变色牌这样写：{ CMD("play w b") }。
uno-reject-no-hand-to-swap = 现在不用选和谁换牌。
uno-reject-cannot-swap-with = 不能和 { $seat } 换牌。
uno-reject-not-held = 你没有 { $card }。{ $example }
uno-reject-does-not-fit = { $card } 不能出在 { $top } 上。{ $example }
uno-reject-owes-cards = { $card } 不能叠，要摸 { $owed } 张。{ CMD("draw") } 摸牌。
uno-reject-only-drawn-card = 摸牌以后只能出 { $drawn }：{ CMD("play", $play) }，或者 { CMD($pass) }。
uno-reject-would-be-bluff = { $bluff ->
    [any] 没有别的能出的牌才能出 +4。{ $example }
   *[other] 没有这个颜色的牌才能出 +4。{ $example }
}
uno-reject-not-as-last-card = 最后一张不能是 { $card }。{ CMD("draw") } 摸一张。
uno-reject-must-play = 你有能出的牌，必须出。{ $example }
uno-reject-drawn-already = 这一手你摸过了。{ CMD($pass) } 不出。
uno-reject-nothing-to-draw = 没有牌可摸了。{ CMD($pass) } 不出。
uno-reject-draw-first = 要先摸牌才能不出：{ CMD("draw") }。
uno-reject-draw-on = 要摸到能出为止：{ CMD("draw") }。
uno-reject-nothing-to-call = 现在没有 +4 可以质疑。
uno-reject-no-uno = 出倒数第二张时喊 UNO。例如 { CMD("play r5 uno") }。
uno-reject-nobody-to-catch = 现在没有人可抓。
uno-reject-catches-self = 不能抓自己。{ CMD("uno") } 可以及时喊。

parse-no-color = 哪种颜色？例如 { CMD("play 3 b") }。
parse-no-uno = 要写上牌，例如 { CMD("play b9") }。摸牌以后 { CMD($pass) } 不出。
parse-unknown-uno = 不认识这张牌：`{ $it }`。例如 { CMD("play b9") } 或 { CMD("play w b") }。

rule-players = 最多几人
rule-hand = 每人几张
rule-uno-match-to = 打到几分
rule-deal-wait = 发牌前等几秒
rule-order = 出牌顺序
rule-decks = 几副牌
rule-start-card = 第一张
rule-stack = 罚牌叠加
rule-draw-4-on-draw-4 = +4 叠 +4
rule-draw-2-on-draw-4 = +2 叠 +4
rule-wild4 = 变色 +4
rule-bluff-test = 什么算虚张声势
rule-after-call = 质疑成功后轮到
rule-draw = 摸牌
rule-must-play = 能出必须出
rule-after-draw = 摸牌以后能出
rule-pass-without-draw = 不摸也能过
rule-auto-pass = 自动过
rule-uno-call = 喊 UNO
rule-uno-penalty = 漏喊 UNO 罚几张
rule-false-catch = 抓错罚牌
rule-last-card = 最后一张
rule-final-draw-counts = 最后的 +2、+4 还要摸
rule-end = 一局打到
rule-score = 计分
rule-counted = 按谁手上的牌算分
rule-seven-zero = 7 换牌、0 传牌
rule-jump-in = 抢出
rule-time-out = 时间到了
rule-leaver = 有人离开时
rule-allow-highlight-playable-cards = 标出能出的牌
value-preset-official = 官方
value-preset-zeroxis = 叠加
value-preset-first2shed = 快打
value-preset-irc = 不虚张声势
value-preset-party = 聚会
value-order-random = 随机
value-order-seats = 按座位
value-decks-two-above-four = 五人以上两副
value-start-card-official = 除了 +4
value-start-card-no-wild = 不是变色牌
value-start-card-numbers-only = 数字
value-stack-none = 不叠
value-stack-same-kind = 一样的才能叠
value-stack-zeroxis = +2、+4 叠 +2
value-stack-cross = 都能叠
value-draw-2-on-draw-4-false = 不行
value-draw-2-on-draw-4-true = 要选定的颜色
value-draw-2-on-draw-4-true-any-color = 什么颜色都行
value-wild4-challenge = 可以质疑
value-wild4-enforced = 不许虚张声势
value-wild4-free = 随便出
value-bluff-test-colour = 有这个颜色的牌
value-bluff-test-any-playable = 有任何能出的牌
value-after-call-caller = 质疑的人
value-after-call-next = 下一家
value-draw-one = 一张
value-draw-many = 想摸几张摸几张
value-draw-many-no-pass = 摸到出牌为止
value-draw-until-playable = 一次摸到能出为止
value-after-draw-drawn-only = 刚摸的那张
value-after-draw-any = 任何一张
value-uno-call-catch = 漏喊会被抓
value-uno-call-automatic = 自动喊
value-last-card-any = 任何牌
value-last-card-no-wild = 不能是变色牌
value-end-first-out = 第一个人出完
value-end-places = 只剩一个人
value-score-match = 记分，多局
value-score-round = 记分，一局
value-score-lowest = 总分最少的赢
value-score-none = 不记分，一局
value-counted-first-out = 第一个人出完时的牌
value-counted-round-end = 一局结束时的牌
value-time-out-draw = 摸牌
value-time-out-play = 出能出的牌
value-leaver-computer = 电脑接着打
value-leaver-under-pile = 牌放到牌堆底下

# 名称。
game-uno = UNO
parse-unknown-player = 这一桌没有叫 `{ $it }` 的人。请写玩家的名字或座位号：例如 { CMD("catch 2") }。

# 各条规则的说明。
rules-uno-cards = 人数和牌
rules-uno-laying = 出牌
rules-uno-bluffing = 变色 +4
rules-uno-drawing = 摸牌和过
rules-uno-saying = 喊 UNO
rules-uno-ending = 结束和计分
rules-uno-others = 其他
rules-uno-telegram = uno-telegram-bot 里的名称
rule-disable-call-bluff = 不能质疑
rule-allow-play-non-drawn-cards = 摸牌以后能出任何牌
rule-allow-pass-without-draw = 不摸也能过
rule-draw-pass-behavior = 摸牌和过
value-draw-pass-behavior-single-draw = 摸一张，再出或过
value-draw-pass-behavior-multiple-draws = 想摸几张摸几张
value-draw-pass-behavior-multiple-draws-disable-pass = 摸到出牌为止
value-draw-pass-behavior-until-playable = 一次摸到能出为止
about-preset = 一次换掉所有规则，之后还能一条一条改。
about-preset-official = 官方规则：多局记分打到 500，变色 +4 可以质疑。
about-preset-zeroxis = 罚牌叠加，不会自动过，第一个出完的赢。出自 uno-telegram-bot。
about-preset-first2shed = 最多摸一张，再出任何牌或过，第一个出完的赢。出自 First2Shed。
about-preset-irc = 不许虚张声势，五人以上两副牌，只打一局，很久没人操作时谁都能散桌。出自 IRC 机器人。
about-preset-party = 罚牌都能叠，7 和 0 换手牌，可以抢出。
about-players = 最多几个人能坐下。
about-order = 按什么顺序出牌：抽签，还是按座位。
about-decks = 几副 108 张的牌混在一起。
about-hand = 每人发几张。
about-start-card = 翻开的第一张可以是什么，不是就放回牌堆再翻。
about-deal-wait = 过这么多秒就自动发下一局。
about-stack = 能不能用 +2、+4 接着叠 +2、+4，由下一家摸总数。
about-draw-4-on-draw-4 = 按 uno-telegram-bot 叠加时，+4 上能不能叠 +4。
about-draw-2-on-draw-4 = 按 uno-telegram-bot 叠加时，+4 上能不能叠 +2。
about-must-play = 有能出的牌是不是一定要出。不会逼你虚张声势。
about-last-card = 最后一张能不能是变色牌。
about-seven-zero = 出 7 和一个人换手牌，出 0 所有人把手牌传给下一家。
about-jump-in = 有和牌面一模一样的牌，能不能抢着出；从抢出的人接着打。
about-wild4 = 什么时候能出变色 +4，下一家能不能质疑。
about-bluff-test = 手里有什么牌，出变色 +4 就算虚张声势。
about-after-call = 质疑成功以后轮到谁。
about-draw = 不出牌时摸几张。
about-after-draw = 摸牌以后能出哪张。
about-pass-without-draw = 没摸牌能不能过。
about-auto-pass = 除了过没有别的可做时，是不是自动过。
about-uno-call = 出倒数第二张时要不要喊 UNO。
about-uno-penalty = 漏喊 UNO 被抓住罚几张。
about-false-catch = 抓了喊过的人，是不是罚一样多。
about-end = 第一个人出完就结束，还是打到排出名次。
about-counted = 打名次时，按第一个人出完时大家手上的牌算分，还是按最后剩下的牌算分。
about-final-draw-counts = 最后一张是 +2、+4 时，还要不要摸牌、算分。
about-score = 怎么记分，打几局。
about-uno-match-to = 打到这么多分就结束。
about-time-out = 时间到了替你做什么。
about-leaver = 中途离开的人的牌怎么办。
about-allow-highlight-playable-cards = 你手里能出的牌要不要加粗。
about-disable-call-bluff = 打开以后，变色 +4 随便出，谁也不能质疑。
about-allow-play-non-drawn-cards = 打开以后，摸了牌也能出别的牌，不只是刚摸的那张。
about-allow-pass-without-draw = 打开以后，不摸牌也能过。
about-draw-pass-behavior = 出牌或过之前能摸几次。

# 帮助。
help-uno-title = UNO
help-uno =
    `{ $p }uno` 坐下，2 到 10 人，`{ $p }start` 开局。{ $face ->
        [terminal] 列出的牌里有现在能出的，写编号或者牌名都行。
        [browser] 点一下抬起一张牌，再点一下打出去；出不了的牌颜色暗。
       *[other] 都可以点按钮：“我的牌”里有现在能出的牌。
    }
    出同颜色、同数字或同符号的牌：
    `{ $p }play 红5` – 红 5；`{ $p }play 绿+2` – 绿 +2
    `{ $p }play 变色 蓝` – 变色，改成蓝；`{ $p }play +4 黄` – 变色 +4，改成黄
    `{ $p }play 红5 uno` – 出倒数第二张时喊 UNO
    `{ $p }draw` – 摸一张；`{ $p }不出` – 留着
    `{ $p }质疑` – 质疑 +4：虚张声势就由对方摸 4 张，不是就由你摸 6 张
    `{ $p }catch` – 抓漏喊 UNO 的人，罚 2 张；下一家动手以后就晚了
    先出完的人得别人手上的分：数字按面值，跳过、反转、+2 各 20 分，变色牌 50 分。打到 500 分。
    `{ $p }rules preset=party` – 开局前换玩法；`{ $p }rules` 看所有规则
    私信里直接写就行：`红5`，`d` 摸牌，`p` 不出，`c` 质疑，`u` 喊 UNO。

# 其他。
setting-style = UNO 牌面
setting-letters = 颜色旁边的字母
setting-show-play-number = 出牌编号
about-setting-style = 不用小图时，UNO 的牌怎么显示。大家都看得见的地方按服务器的设置。
about-setting-letters = 只有你看得见的地方，颜色旁边要不要字母。分不清颜色就不要关；大家都看得见的地方总是有字母。
about-setting-show-play-number = UNO 出牌要不要编号：#12 就是这一局的第十二手。
uno-your-turn-ticked = 轮到你，带 ✓ 的能出。
uno-word-skip = 跳过
uno-word-reverse = 反转
uno-word-wild = 变色
uno-word-wild-draw-four = 变色+4

word-uno-draw = 摸 | 摸牌
word-uno-pass = 过 | 不出
word-uno-call = 质疑
word-uno-uno = u | uno
word-uno-catch = 抓

usage-uno = 坐下玩 UNO；打牌时喊 UNO
command-uno = uno
skill-note-uno-random = 能出的随便出
skill-note-uno-beginner = 有牌就出，常忘了喊 UNO
skill-note-uno-greedy = 留着变色牌，守住张数多的颜色，不看别人
skill-note-uno-heuristic = 盯着每一家：拦住快赢的，会判断要不要质疑
skill-note-uno-search = 设想各种牌局，推算到底，想得久一点

# What Discord shows of its slash command, at most 100 characters each.
slash-uno = 在这里玩 UNO；在 UNO 桌上：喊 UNO
    .words = 新开一桌时的规则，例如 preset=party
    .words-name = 选项
