# 升级（拖拉机）。

lobby-teams = 南北 对 东西
lobby-match = 从 { $from } 打到 { $to }

call-weak = 亮 { $suit }
call-strong = 对亮 { $suit }{ $suit }
call-small-jokers = 叫无主（一对小王）
call-big-jokers = 叫无主（一对大王）
trump-suit = 主 { $suit }
trump-none = 无主
trump-line-suit = 主 { $suit }
trump-line-none = 无主

# 牌桌。

round-title = 第 { $round } 局 · 打 { $level } · { $trump }
round-title-open = 第 { $round } 局 · 打 { $level }
turn-lead = 轮到 { $who }（{ $seat }）先出
turn-follow = 轮到 { $who }（{ $seat }）跟 { $lead }
turn-bury = { $who }（{ $seat }）正在扣底
state-line = 庄家 { $who } · 闲家 **{ $points }** / { $needed } 分 · 第 { $trick } 墩
state-line-hidden = 庄家 { $who } · 分数不公开 · 第 { $trick } 墩
dealer-line = 庄家：{ $who }（{ $seat }）
source-called = { $who } { $call }
source-flipped = 没人叫主，底牌翻出 { $card }
source-nobody = 没人叫主
source-after-ace = 最后一局打无主
trick-last = 上一墩：{ $who }，{ $points ->
    [0] 没有分
   *[other] { $points } 分
}
trick-last-hidden = 上一墩：{ $who }
trick-highest = 最大
trick-taken-back = 甩牌失败，收回 { $cards }
dealing-title = 发牌 { $dealt } / { $cards } · 打 { $level }
dealing-call = { $trump }：{ $who } { $call }
dealing-no-call = 还没人亮主。一张 { $level } 就能亮，一对更大。
dealing-first-dealer = 这一局谁先亮谁坐庄。
dealing-final-dealer = 这一局最后亮定的人坐庄。
overturn-weak = 一对 { $level } 或一对王可以反。
overturn-weak-pairs = 只有一对 { $level } 可以反。
overturn-strong = 只有一对王可以反。
overturn-small-jokers = 只有一对大王可以反。
overturn-none = 没有更大的了。
window-title = 最后叫主 · 打 { $level }
window-hint = 不叫就 { $pass }。
window-passed = 不叫了：{ $names }
ready-redeals = 连续 { $n } 次没人叫主，等有人来了再发牌。
ready-dealer = 等庄家 { $who } 发牌。
ready-mix = { $mix } 可以把你的话掺进洗牌。
surrender-open = { $who } 提出投降。{ $partner }：{ $surrender } 同意，{ $playon } 不同意。

# 手牌。

hand-title = 你的牌 · { $n } 张
hand-trumps = 主牌
hand-none = 你现在没有牌。
hand-can-call = 你可以叫：
hand-no-call = 现在没有可亮的牌。
hand-no-last-call = 手里没有能再亮的牌。
hand-passed = 这一局你不叫了。
hand-follow = 跟 { $lead }
hand-due = 要出：{ $due }
hand-lead = 轮到你先出
hand-lead-hint = 同一门：单张、对子、拖拉机或甩牌。
hand-only = 只能出：{ $cards }
hand-chosen = 已选：{ $cards }
hand-chosen-of = 已选 { $n } / { $due }：{ $cards }
hand-bury = 扣 8 张底 · 已选 { $n } / 8
hand-bury-chosen = 已选：{ $cards }
hand-bury-points = 扣了 { $points } 分（闲家拿最后一墩就翻倍）
hand-bury-points-size = 扣了 { $points } 分（闲家抠底时，乘以最后一手最大一组张数的两倍）
hand-buried = 底牌：{ $cards }
hand-wait = 轮到 { $who } 出牌。
hand-wait-bury = { $who } 正在扣底。
button-take-back = 收回
hint-play = 提示：{ $cards }
hint-only = 只能这样出。
hint-last = 最后一墩，全部出完。
hint-safe = 基本没人管得上。
hint-throw = 这样甩牌没人拦得住。
hint-draws = 吊主，让别人少些主牌来毙。
hint-partner-ruffs = 对家多半没有这门，可以毙。
hint-empties = 这门出完，以后可以毙。
hint-pairs = 出对子，不容易管。
hint-low = 出小牌，损失不大。
hint-takes = 能拿下这一墩{ $points ->
    [0] { "" }
   *[other] ，有 { $points } 分
}{ $sure ->
    [yes] ，基本稳了。
   *[no] ，后面还可能被盖过。
}
hint-ruffs = 毙掉这一墩{ $points ->
    [0] { "" }
   *[other] ，有 { $points } 分
}{ $sure ->
    [yes] ，基本稳了。
   *[no] ，后面还可能被盖毙。
}
hint-gives = 对家最大，送 { $points } 分。
hint-partner = 对家最大，大牌留着。
hint-partner-to-come = 对家还没出，多半能拿下。
hint-saves-pair = 不拆对子。
hint-least = 不值得多花，这样损失最小。
hint-buries = { $suits ->
    [0] 扣掉最用不上的牌
   *[other] 扣完 { $suits } 门，以后可以毙
}，{ $points ->
    [0] 底里没有分。
   *[other] 底里有 { $points } 分。
}
hint-trumps = 目前手里有 { $trumps } 张主。
hint-because = { $hint }。{ $reason }
hint-bury = 提示：扣 { $cards }
hint-call = 提示：{ $call }
hint-pass = 提示：先不叫
hint-none = 还没轮到你，没有提示。
menu-cards-of = 选 { $n } 张：{ $cards }

due-any = 随便 { $count } 张
due-short = { $suit }全出（{ $held } 张），另加 { $rest } 张
due-suit = { $count } 张{ $suit }
due-parts = { $parts }（{ $suit }）
due-tractor = { $pairs } 连对的拖拉机
due-pairs = { $pairs } 个对子
due-more = 另 { $count } 张
prompt-follow = 要出 { $due }
prompt-lead = 轮到你先出
prompt-bury = 扣 8 张底
prompt-call = 叫主或不叫

# 一局结束。

result-hold = 第 { $round } 局：庄家方守住了
result-change = 第 { $round } 局：闲家上台
result-surrender = 第 { $round } 局：{ $team } 投降
result-points = 闲家 **{ $points }** 分（{ $needed } 分上台）
result-last-trick = 最后一墩：{ $who }
result-kitty-stay = 底牌：{ $cards }（{ $points } 分，没被抠）
result-kitty-taken = 底牌：{ $cards }（{ $points } 分 × { $factor }，被抠底）
result-penalties = 其中甩牌失败：{ $points } 分
result-gained = { $team } ▸ 升 { $gained } 级，打 **{ $level }**
result-stays = { $team } ▸ 打 **{ $level }**
result-no-trump-round = { $team } 还要再守住一局无主。
result-next = 下一局庄家：{ $who }（{ $seat }）
result-seal = 洗牌可以验证：`{ $secret }`
match-title = { $team } 赢得全场！
match-levels = { $a } **{ $a_level }** · { $b } **{ $b_level }**

# 各种页面。

score-team = { $team } **{ $level }**
score-to = 打到 { $level }
score-now = 第 { $round } 局：闲家 { $points } / { $needed } 分，已打 { $tricks } 墩
score-now-hidden = 第 { $round } 局：分数打完才公布，已出 { $tricks } 墩
score-header = 局 · 庄家 · 主 · 分 · 结果
score-row = { $round } · { $dealer } · { $trump } · { $points } · { $result }
score-won-declarers = { $n ->
    [0] 守住
   *[other] 升 { $n } 级
}
score-won-opponents = 闲家上台
score-won-opponents-more = 闲家上台，升 { $n } 级
score-conceded = 投降
score-captured = 抓分：{ $list }
score-captured-round = 第 { $round } 局抓分：{ $list }
score-captured-all = 全场抓分：{ $list }
score-throws = 甩牌（失败）：{ $list }
score-throw = { $who } { $tried }（{ $stopped }）
last-title = 第 { $n } 墩
last-title-round = 上一局的最后一墩
last-won = { $who } 拿下，{ $points ->
    [0] 没有分
   *[other] { $points } 分
}。
last-won-hidden = { $who } 拿下。
last-none = 还没有打完一墩。
verify-attempt = 本局第 { $n } 次发牌
verify-command = 用它可以重算这次发牌：{ $command }
surrender-title = 这一局投降？
surrender-declarers = 没打完的分都归闲家，底牌翻倍。
surrender-opponents = 你们停在 { $points } 分。
surrender-opponents-hidden = 你们的分数就停在现在这么多。
surrender-partner = 要 { $who } 同意才算。

# 发生了什么。

note-ready = 第 { $round } 局可以发牌了。洗牌封条：`{ $seal }`
note-deal = 第 { $round } 局发牌，{ $who } 先摸。
note-drawn = 你摸到 { $card }。
note-called = { $who } { $call }。
note-called-dealer = { $who } { $call }，这一局坐庄。
note-window = 牌发完了，还可以叫主。
note-call-passed = { $who } 不叫。
note-flipped = 没人叫主，底牌翻出 { $cards }。
note-redealt = 没人叫主，重新发牌。新的洗牌封条：`{ $seal }`
note-redeal-waits = 又没人叫主，等你来发牌：{ $deal }。新的洗牌封条：`{ $seal }`
note-trump = { $trump }，{ $who }（{ $seat }）坐庄。
note-kitty-taken = { $who } 拿起底牌。
note-kitty-own = 你拿起底牌 { $cards }。
note-buried = { $who } 扣好底，先出牌。
note-buried-own = 你扣了 { $cards }。轮到你先出。
note-led = { $who } 先出 { $cards }。
note-played = { $who } 出 { $cards }。
note-throw-stopped = 甩牌失败：{ $stopper } 管得住 { $played }。{ $who } 只出 { $played }，收回 { $back }。
note-throw-penalty = 罚 { $points } 分。
note-trick = { $who } 拿下这一墩，{ $points ->
    [0] 没有分
   *[other] { $points } 分
}。
note-trick-hidden = { $who } 拿下这一墩。
note-surrender-offered = { $who } 提出投降。
note-surrender-off = { $who } 要继续打。
note-call-taken-back = { $who } 收回亮主：{ $call }。
note-play-taken-back = { $who } 收回 { $cards }。

# 拒绝。

reject-no-such-seat = 升级只有四个座位：北、西、南、东。
reject-dealing = 正在发牌。可以叫主，例如 { $call }。
reject-call-window = 最后叫主：{ $call } 叫，{ $pass } 不叫。
reject-burying = { $who } 正在扣底。
reject-burying-you = 先扣 8 张底。例如 { $kitty }。
reject-playing = 正在打牌。例如 { $play }。
reject-over = 全场已经打完。{ $start } 再来一场。
reject-not-held = 你没有 { $card }。
reject-not-second = 你没有第二张 { $card }。
reject-count = 要出 { $due } 张，不是 { $given } 张。{ $example }
reject-mixed = 先出的牌要同一门，所有主牌算一门。{ $example }
reject-suit = 你还有{ $suit }：要出 { $due } 张，不是 { $given } 张。{ $example }
reject-pairs = 你有对子，要出 { $due } 个{ $suit }对子。{ $example }
reject-tractor = 你有拖拉机，要出 { $due } 连对的{ $suit }拖拉机。{ $example }
reject-not-dealer = 只有庄家扣底：{ $who }。
reject-no-cards-play = 请写出要出的牌。例如 { $command }。
reject-no-cards-kitty = 请写出要扣的 8 张牌。例如 { $command }。
reject-kitty-count = 要扣 8 张，不是 { $given } 张。例如 { $kitty }。
reject-call-not-held = 这样叫要有 { $cards }，你现在没有 { $card }。
reject-call-not-second = 这样叫要有 { $cards }，你现在只有一张。
reject-call-too-low = { $who } 已经{ $call }。{ $higher }
reject-no-trump-off = 这一桌不能叫无主。可以叫花色，例如 { $call }。
reject-calls-closed = 这一局你不能再叫了。
reject-no-offer = 还没有人提出投降。{ $surrender } 提出投降。
reject-offer-stands = 你已经提出投降，等 { $who } 同意。{ $playon } 收回。
reject-own-call = 现在就是你亮的主：{ $call }。这一桌不能再改亮。
reject-own-call-raise = 现在就是你亮的主：{ $call }。这一桌只能用同花色的第二张加固。
reject-deal-dealer = 这一桌只有庄家能发牌：{ $who }。
reject-stays-plays = 这一桌出了的牌不能收回。开局前桌主可以改这条规则。
reject-stays-calls = 这一桌亮了主不能收回。开局前桌主可以改这条规则。
reject-stays-others = 只能收回自己刚出的牌或刚亮的主，别人接着出牌或亮主就不行了。
reject-stays-told = 甩出去的牌、替你出的牌都不能收回。
reject-stays-again = 这一局你已经收回过一次亮主了。

# 规则。

rule-deal-interval = 发牌间隔（秒）
rule-call-window = 最后叫主（秒）
rule-redeal-limit = 重发几次就等人
rule-no-trump-calls = 一对王叫无主
rule-first-dealer = 首局庄家
rule-no-call = 没人叫主
rule-throw-checked-against = 谁能管住甩牌
rule-throw-penalty = 甩牌失败罚
rule-follow-tractor = 跟拖拉机要出
rule-follow-throw = 跟甩牌要出
rule-throw-winner = 甩牌比大小看
rule-kitty-multiplier = 抠底分数
rule-level-cap = 一局最多升
rule-gates = 必须打的级
rule-after-ace = 打完最后一级
rule-start-level = 从几打起
rule-match-to = 打到几
rule-own-call = 自己亮主以后
rule-call-order = 对子压对子
rule-call-take-back = 收回亮主
rule-who-deals = 谁来发牌
rule-start-level-we = 东西家从几打起
rule-points-shown = 分数什么时候公布
rule-take-back = 悔牌
rule-forced-plays = 只有一种出法时
value-first-dealer-first-call = 先亮的人
value-first-dealer-final-call = 最后亮定的人
value-no-call-flip = 翻底牌
value-no-call-no-trump = 打无主
value-no-call-redeal = 重新发牌
value-throw-checked-against-all = 其他三家
value-throw-checked-against-opponents = 两家对手
value-throw-penalty-none = 不罚
value-throw-penalty-ten-per-throw = 10 分
value-throw-penalty-ten-per-card = 收回一张罚 10 分
value-follow-tractor-tractors-first = 先拖拉机再对子
value-follow-tractor-pairs-only = 对子就行
value-follow-throw-units = 按各组跟
value-follow-throw-pairs-only = 对子就行
value-throw-winner-top-unit = 最大的一组
value-throw-winner-all-units = 每一组
value-throw-winner-highest-card = 最大的一张
value-kitty-multiplier-double = 翻倍
value-kitty-multiplier-by-size = 最后一手最大一组张数的两倍
value-level-cap-three = 三级
value-level-cap-uncapped = 不封顶
value-gates-ace = 最后一级
value-gates-five-ten-king-ace = 5、10、K、A
value-after-ace-win = 守住一局就赢
value-after-ace-no-trump-round = 还要守住一局无主
value-own-call-overturn = 可以改亮
value-own-call-raise = 只能加固
value-own-call-stand = 不能再亮
value-call-order-more-cards = 不行
value-call-order-higher-suit = 花色大的可以
value-who-deals-anybody = 谁都可以
value-who-deals-dealer = 只有庄家
value-start-level-we-same = 和南北家一样
value-points-shown-always = 随时
value-points-shown-end = 打完一局
value-forced-plays-player = 自己出
value-forced-plays-automatic = 自动出

# 名称。
seat-north = 北
seat-west = 西
seat-south = 南
seat-east = 东
team-north-south = 南北
team-west-east = 东西
game-tractor = 升级
parse-unknown-call = 看不懂这个叫法：`{ $piece }`。一张亮主，一对反主：{ $weak }、{ $strong }、{ $jokers }。
parse-no-call = 请写出要亮的花色。一张亮主，一对反主：{ $weak }、{ $strong }、{ $jokers }。

# 桌上。
trouble-kitty-in-public = 你把底牌写在大家都看得到的地方了。下次请用“我的牌”或私信。

# 各条规则的说明。
rules-tractor-calling = 发牌和亮主
rules-tractor-playing = 跟牌和甩牌
rules-tractor-scoring = 分数和升级
about-deal-interval = 发两张牌之间隔几秒，0 就是一下子发完。
about-call-window = 最后一张发完以后还能亮主的秒数。
about-redeal-limit = 没人叫主时自动重发，连续这么多次就停下来等人。0 就是一直重发。
about-no-trump-calls = 一对王能不能叫无主。
about-first-dealer = 第一局谁坐庄：最先亮主的人，还是最后亮定的人。
about-no-call = 庄家已定而没人亮主时怎么办。
about-throw-checked-against = 谁的牌能管住甩牌。
about-throw-penalty = 甩牌失败罚多少分。
about-follow-tractor = 跟拖拉机时，有什么就必须先出什么。
about-follow-throw = 跟甩牌时，有什么就必须先出什么。
about-throw-winner = 甩牌时比大小看什么。
about-kitty-multiplier = 闲家赢了最后一墩，底牌的分数算几倍。
about-level-cap = 一局最多能升几级。
about-gates = 不能跳过的级，必须自己坐庄打过。
about-after-ace = 在最后一级怎样才算赢下全场。
about-start-level = 两家从几打起。
about-match-to = 最后一级，坐庄打过就赢下全场。
about-own-call = 自己亮的主还在时，还能怎么亮。
about-call-order = 一对能不能压花色小的一对：♦、♣、♥、♠ 从小到大。一对王总能压。
about-call-take-back = 别人再亮之前可以收回自己亮的主，一局一次。亮过的牌大家已经看到了。
about-who-deals = 庄家定了以后谁可以发牌。庄家不在，到时间自动发。
about-start-level-we = 东西家从几打起，可以和南北家不同。首局还没有庄家，按南北家的级打。
about-points-shown = 一局的分数什么时候公布。记牌的人自己也算得出来。
about-take-back = 下一家出牌前可以收回刚出的牌，甩牌不行。电脑会等 4 秒。
about-forced-plays = 只有一种出法时，停一下就自动出；先出的牌不会自动出。别人可能看得出来。

# 帮助。
help-table-title = 坐下和开局
help-table =
    点“坐下”，或者输入：
    `{ $p }join` – 坐第一个空位；`{ $p }join 南` – 坐你选的座位
    `{ $p }computer` – 加一个电脑；`{ $p }computer all` – 空位都坐电脑
    `{ $p }rules` – 看规则，开局前桌主可以改
    `{ $p }start` – 人齐了就开局

    南北对东西。出牌顺序是北、西、南、东。
    有事就 `{ $p }leave`：电脑接着打，`{ $p }join` 随时坐回来。电脑的座位，朋友随时可以补位。
    `{ $p }reset` 是重开投票，三票通过。
help-playing-title = 点按钮和打字
help-playing =
    点牌桌上的**我的牌**：你的牌，只给你看。
    ▸ 发牌时，能叫的主都是按钮
    ▸ 轮到你，在菜单里选牌，再点“出”
    ▸ 只有一种出法，点一下就出
    ▸ “提示”会给一手牌，还说为什么

    也可以输入 `{ $p }play 8S 8S`，短一点是 `{ $p }p 8S8S`。私信里只写牌就行：`8S 8S`。
    手牌会自动更新一刻钟，之后会请你再点一次“我的牌”。
    时间到了会替你出最小的牌；连着两次，就由电脑托管。点“我回来了”，或者直接出牌。
help-cards-title = 牌
help-cards =
    两副牌，108 张。先点数后花色：`5H` 是 ♥5，`10C` 是 ♣10，`QS` 是 ♠Q。
    王：`J-` 小王，`J+` 大王。`JC` 是梅花 J。
    `♥5`、`红桃5`、`大王`、`T` 当 10、`5H5H`、`2x5H` 都看得懂。

    每一局有一个级，从 2 打起。级牌、王和叫定的花色都是主牌。
    打 9、主 ♣，从大到小：
    `J+` `J-` `♣9`，再是 `♦9` `♥9` `♠9`（一样大），再是 `♣A` `♣K` … `♣2`
    副牌：A K Q J 10 8 … 2。9 不在里面，所以 10 和 8 相邻。

    分：5 是 5 分，10 和 K 是 10 分，共 200 分。
help-calling-title = 叫主
help-calling =
    发牌时亮一张级牌，它的花色就是主。
    `{ $p }call H` – 亮主：一张
    `{ $p }call HH` – 对亮、反主：一对，比亮主大
    `{ $p }call J-J-` – 无主：一对小王，比花色大
    `{ $p }call J+J+` – 无主：一对大王，最大

    每一种一局只能叫一次。首局谁先亮谁坐庄。
    “我的牌”里，能叫的都是按钮。
    发完牌还有一小会儿可以叫；不叫就 `{ $p }pass`。
    没人叫就翻底牌定主；首局没人叫就重新发牌。
help-kitty-title = 底牌
help-kitty =
    庄家拿起 8 张底牌，再扣 8 张。打完之前别人都看不到。
    `{ $p }kitty 3C 4C 3D 6D 7S 8S 9S JS`

    点“我的牌”来选，或者写在私信里：写在频道里大家都看得到。
    闲家拿下最后一墩，底牌的分翻倍归闲家。
help-following-title = 出牌和跟牌
help-following =
    先出同一门的牌，所有主牌算一门。
    ▸ 单张：`{ $p }play AS`
    ▸ 对子：`{ $p }play 8H8H`
    ▸ 拖拉机，相邻的对子：`{ $p }play 5H5H4H4H`
    ▸ 甩牌：`{ $p }help throws`

    跟牌张数要一样，有这一门就要跟：
    ▸ 出对子，有对子要跟对子
    ▸ 出拖拉机，先跟拖拉机，再跟对子，再跟这一门的其他牌
    ▸ 这一门没有了，出什么都行

    同样牌型里最大的赢，主牌同样牌型可以毙。一样大先出的赢，赢的人接着先出。
    打 9、主 ♣：`5H5H4H4H`、`10S10S8S8S`、`J+J+J-J-9C9C` 是拖拉机；`6D6D4D4D`、`9H9H9D9D` 不是。
help-throws-title = 甩牌
help-throws =
    甩牌是同一门的几组牌一起先出：`{ $p }play AS KS KS`
    每一组别家在这一门里都管不住，甩牌才成立。否则只出被管住的最小张数里最小的一组，其余收回。

    打 9、主 ♣。你甩 `KD QD`：
    ▸ 有人有 `AD`，就只出 `QD`
    ▸ 别人的主牌挡不住
    你甩 `KD QD QD 10D 10D`：
    ▸ 碰到 `AD`，只出 `KD`
    ▸ 碰到 `JD JD`，只出 `10D 10D`

    要毙甩牌，主牌也要有同样的各组，比最大的一组。
help-scoring-title = 算分
help-scoring =
    只算闲家抓的分，共 200 分。
    ▸ 0 分 – 庄家方升 3 级
    ▸ 5–35 – 升 2 级
    ▸ 40–75 – 升 1 级
    ▸ 80–115 – 闲家上台
    ▸ 120–155 – 上台并升 1 级
    ▸ 160–195 – 升 2 级
    ▸ 200 以上 – 升 3 级

    闲家拿下最后一墩，底牌的分翻倍（抠底）。
    庄家方守住，庄家的对家接着坐庄；下台就由庄家的下家坐庄。
    打 A 时作为庄家方守住，就赢全场。
    `{ $p }surrender` 投降这一局，要对家同意。

# 其他。
replay-deal = 回放：第 { $round } 局，发牌
replay-trick = 回放：第 { $round } 局，第 { $n } 墩
