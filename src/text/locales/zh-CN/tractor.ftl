# 升级（拖拉机）。

lobby-teams = 南北 对 东西
lobby-match = 从 { $from } 打到 { $to }
length-one-round = 只打一局
length-to = 打到 { $level }

card-small-joker = 小王
card-big-joker = 大王

call-weak = {" "}{ $card }
call-strong = 一对 { $card }
call-joker = 一张{ $card }
call-jokers = 一对{ $card }
call-makes-suit = { $call }，{ $suit }为主
call-makes-none = { $call }，打无主
button-show = 亮{ $call }
trump-suit = 主 { $suit }
trump-none = 无主
trump-line-suit = 主 { $suit }
trump-line-none = 无主
trump-order = 所有的 { $level } 都是主牌。从大到小：大王、小王、{ $suit ->
    [none] 各门的 { $level }（一样大）
   *[other] { $suit }{ $level }、{ $equal }（一样大）
}{ $always ->
    [none] { "" }
   *[other] 、所有的 { $always }
}{ $suit ->
    [none] 。
   *[other] 、其余的 { $suit }。
}
card-small-joker-words = { $count ->
   *[other] 小王
}
card-big-joker-words = { $count ->
   *[other] 大王
}

# 牌桌。

round-title-open = 第 { $round } 局 · 打 { $level }
who-at = { $seat ->
    [none] { $who }{" "}
   *[other] { $who }（{ $seat }）
}
turn-lead = 轮到 { $who }领出{ $face ->
   *[other] { "" }
}
turn-follow = 轮到 { $who }跟 { $lead }{ $face ->
   *[other] { "" }
}
turn-bury = { $who }正在扣底{ $face ->
   *[other] { "" }
}
turn-overcall = { $who }要不要炒地皮
dealer-line = 庄家：{ $who }
source-called = { $who } 亮了{ $call }
source-flipped = 没人亮主，底牌翻出 { $card }
source-nobody = 没人亮主
source-after-ace = 最后这一局打无主
trick-last = { $hidden ->
    [false] 上一轮：{ $who }，{ $points ->
        [0] 没有分
       *[other] { $points } 分
    }
   *[true] 上一轮：{ $who }
}
trick-highest = 最大
dealing-title = 发牌 { $dealt } / { $cards } · 打 { $level }
dealing-call = { $who } 亮{ $call }。
dealing-no-call = 亮一张 { $level }，它的花色就是主，管得住别的花色。
call-first = { $call }{ $dealer ->
    [first] 谁先亮谁坐庄，拿底牌、先出牌；后面反主只换主花色。
    [last] 谁最后亮谁坐庄，拿底牌、先出牌。
   *[known] 亮主只定主花色，不管谁亮，都是 { $who } 坐庄。
}
call-higher = { $call }{ $higher }{ $dealer ->
    [last] 谁最后亮谁坐庄。
   *[known] 不管主怎么变，都是 { $who } 坐庄。
}
dealing-first-dealer = 这一局谁先亮主，谁坐庄。
dealing-final-dealer = 这一局谁最后亮主，谁坐庄。
dealing-uncalled-dealer = 没人亮主，就由 { $who } 坐庄。
overturn-weak = 一对 { $level } 或一对王可以反。
overturn-weak-joker = 一张大王、一对 { $level } 或一对王可以反。
overturn-weak-pairs = 只有一对 { $level } 可以反。
overturn-strong = 只有一对王可以反。
overturn-small-jokers = 只有一对大王可以反。
overturn-suits = 只有花色更大的一对（♦、♣、♥、♠ 从小到大）{ $jokers ->
    [yes] 或一对王
   *[other] { "" }
}可以反。
overturn-none = 没人能反了。
window-title = 最后亮主、反主 · 打 { $level }
window-hint = 不想亮：{ CMD("不亮") }
window-passed = 不亮：{ $names }
ready-redeals = 连续 { $n } 次没人亮主，等有人来再发牌。
ready-dealer = 等庄家 { $who } 发牌。
ready-mix = { CMD("mix …") } 可以把你的话加入洗牌。
surrender-open = { $who } 提出投降。{ $partner }：{ CMD("surrender") } 同意，{ CMD("playon") } 不同意。
state-score = { $trump } · 打 { $level } · { $opponents } { $points }/{ $needed }
state-kitty = 底牌 { $points } 分
state-open = { $trump } · 打 { $level }
state-round = 第 { $round } 局 · 第 { $trick } 轮
state-teams = 庄家方 { $declarers } 打 **{ $level }** · 闲家 { $opponents } 打 **{ $other }**
trick-back = { $count ->
   *[other] 收回 { $cards }
}
trick-winning = 最大
trick-winning-partner = 最大（对家）
trick-points = { $points } 分

# 手牌。

hand-title = 你的牌 · { $n } 张
hand-trumps = 主牌
hand-none = 你现在没有牌。
hand-can-call = 你可以亮
hand-can-overcall = 可以反主炒地皮：换主，底牌归你重新扣
hand-overcall = 要炒地皮吗？
hand-no-call = 你现在没有可以亮的牌
hand-no-last-call = 你没有可以亮、可以反的牌
hand-call-passes = 什么都不做就是不亮。
hand-passed = 这一局你不亮了。
hand-lead-any = { $first ->
    [true] 出同一门：单张、对子、拖拉机（相连的对子：4 4 5 5）或甩牌（几张一起出，谁也管不住）。
   *[false] 出同一门：单张、对子、拖拉机或甩牌。
}
hand-lead-throw = 甩牌：有人能管住其中一组的话，只出那一组。
hand-only = 只能出：{ $cards }
hand-chosen = 已选：{ $cards }
hand-chosen-of = 已选 { $n } / { $due }：{ $cards }
hand-premove = 轮到你时就出 { $cards }。
hand-premove-dropped = 你先选的牌配不上这次领出的牌，不出了。
hand-bury = 扣 8 张底 · 已选 { $n } / 8
hand-bury-chosen = 已选：{ $cards }
hand-left-out = 没有按钮的牌：{ $cards }
hand-bury-points = { $times ->
    [double] { $points ->
        [0] 扣下的分，
       *[other] 底牌里有 { $points } 分，
    }{ $own ->
        [yes] 你们
       *[no] 闲家
    }赢最后一轮就翻倍。
    [power] { $points ->
        [0] 扣下的分，
       *[other] 底牌里有 { $points } 分，
    }{ $own ->
        [yes] 你们
       *[no] 闲家
    }抠底时乘以 2 的 n 次方，n 是最后一手最大一组的张数。
    [by_size] { $points ->
        [0] 扣下的分，
       *[other] 底牌里有 { $points } 分，
    }{ $own ->
        [yes] 你们
       *[no] 闲家
    }抠底时乘以最后一手最大一组张数的两倍。
    [by_pair] { $points ->
        [0] 扣下的分，
       *[other] 底牌里有 { $points } 分，
    }{ $own ->
        [yes] 你们
       *[no] 闲家
    }单扣翻倍，双扣四倍。
   *[once] { $points ->
        [0] 扣下的分，
       *[other] 底牌里有 { $points } 分，
    }{ $own ->
        [yes] 你们
       *[no] 闲家
    }赢最后一轮就加上。
}
hand-buried = 底牌：{ $cards }
hint-play = 提示：{ $cards }
reason-only-play = 只能这样出。
reason-last-trick = 最后一轮，全部出完。
reason-safe-lead = 基本没人管得住。
reason-safe-throw = 这样甩没人管得住。
reason-draws-trumps = 吊主，让别人少些主牌来毙。
reason-partner-ruffs = 对家多半没有这门，可以毙。
reason-empties-suit = 这门出完了，以后可以毙。
reason-asks-pairs = 对子不容易被管。
reason-low-lead = 出小牌，损失不大。
reason-takes = 能拿下这一轮{ $points ->
    [0] { "" }
   *[other] ，有 { $points } 分
}{ $surely ->
    [true] ，基本稳了。
   *[false] ，后面还可能被管上。
}
reason-ruffs = 毙掉这一轮{ $points ->
    [0] { "" }
   *[other] ，有 { $points } 分
}{ $surely ->
    [true] ，基本稳了。
   *[false] ，后面还可能被盖毙。
}
reason-feeds-partner = 对家最大，送 { $points } 分。
reason-partner-has = 对家最大，大牌留着。
reason-partner-to-come = 对家还没出，多半能拿下。
reason-saves-pair = 不拆对子。
reason-costs-least = 这一轮不值得出大牌，这样损失最小。
reason-buries = { $suits ->
    [0] 扣掉最用不上的牌
   *[other] 扣完 { $suits } 门，以后可以毙
}。{ $points ->
    [0] 底牌里没有分。
   *[other] 底牌里有 { $points } 分。
}
reason-many-trumps = 目前手里有 { $trumps } 张主。
hint-because = { $hint }。{ $reason }
hint-bury = 提示：扣 { $cards }
hint-call = 提示：亮{ $call }
hint-pass = 提示：先不亮
hint-none = 还没轮到你，没有提示。
study-reason = { $why }{ $gain }
study-gain = { $side ->
    [declarers] 比 { $other } 平均少让闲家抓约 { $points } 分。
   *[opponents] 比 { $other } 平均多抓约 { $points } 分。
}
study-close = 换成 { $other } 也差不多。
study-takes = 这一轮更容易拿下：{ $often }%，不然只有 { $instead }%。
study-feeds = 这一轮是自己这边的，多跑些分。
study-spares = 这一轮少给对方送分。
study-throw = 甩 { $cards } 有 { $often }% 会甩失败。
study-last = { $side ->
    [declarers] 保底
   *[opponents] 抠底
}的机会更大：{ $often }%，不然只有 { $instead }%。
study-last-keeps = 把 { $cards } 留到最后{ $side ->
    [declarers] 保底
   *[opponents] 抠底
}：成功率 { $often }%，不然只有 { $instead }%。
study-pair = { $card } 这一对不拆。
study-keeps = { $cards } 留着后面用。
study-draws = 先吊主，把对方的主吊光。
study-empties = 多绝 { $suits } 门，以后可以毙。
study-fewer = 底牌里少扣 { $points } 分。
study-more = 把 { $points } 分扣进底牌里，不给闲家抓。
study-later = 后面几轮更划算。
review-title = 第 { $round } 局复盘
review-about = 只看你当时看得到的牌，把别人可能的牌都算上取平均，是估计值。
review-play = 第 { $trick } 轮：你出了 { $own }，出 { $best } 平均能{ $side ->
    [declarers] 少让闲家抓约 { $points } 分
   *[opponents] 多抓约 { $points } 分
}。
review-kitty = 扣底：你扣了 { $own }，换成 { $best } 平均能{ $side ->
    [declarers] 少让闲家抓约 { $points } 分
   *[opponents] 多抓约 { $points } 分
}。
review-wins = 这一局的胜率是 { $often }%，不然只有 { $instead }%。
review-good = 你选了 { $all } 次，其中 { $good } 次和高手一样好。
review-clean = 打得漂亮！这一局没有哪一手明显吃亏。
review-nothing = 这一局没有什么要你选的。

due-any = 任意 { $count } 张
due-short = { $held ->
   *[other] { $suit }全出（{ $held } 张）
} + { $rest ->
   *[other] 任意 { $rest } 张
}
due-suit = { $suit }：{ $count } 张
due-parts = { $suit }：{ $parts }
due-plus = { $a } + { $b }
due-tractor = { $pairs } 连对
due-pairs = { $pairs } 对
due-more = { $count } 张
prompt-follow = { $due }
prompt-lead = 轮到你领出
prompt-bury = 扣 8 张底
prompt-call = 亮主或不亮
prompt-no-call = 没有可亮的主
result-won = { $team } 赢下这一局：{ $score }。
result-you-won = 这一局你们赢了：{ $score }。
result-you-lost = 这一局你们输了：{ $score }。
result-score = { $taken ->
    [true] { $points } / { $needed } 分，上台
   *[false] { $points } / { $needed } 分，没上台
}
result-score-theirs = 闲家 { $team } { $score }
hand-turn-follow = 轮到你跟 { $lead } · { $due }{ $rank ->
    [none] { "" }
   *[other] {" "}· { $rank } 都是主牌
}
hand-turn-lead = 轮到你领出
button-bury-cards = 扣 { $cards }

# 一局结束。

result-surrender = { $team } 投降。
result-agreed = 大家同意提前结束这一局，按当时的分数算。
result-last-trick = 最后一轮 { $who } 最大：{ $plays }
result-last-trick-only = 最后一轮 { $who } 最大
result-needed = { $reached ->
    [true] { $team } 得分满 { $needed }，庄家方没守住。
   *[false] { $team } 得分不满 { $needed }，庄家方守住了。
}
result-climbs = { $gained ->
    [0] { $team } 这一局不升级，还打 **{ $level }**。
   *[other] { $team } 升 { $gained } 级，打 **{ $level }**。
}
result-kitty-laid = 底牌{ $points ->
    [0] 没有分
   *[other] 有 { $points } 分{ $factor ->
        [0] ，守住
       *[other] {" "}× { $factor }，{ $team } 抠底
    }
}
result-kitty-none = 底牌：{ $cards }（没有分）
result-kitty-stay = 底牌：{ $cards }（{ $points } 分，守住）
result-kitty-taken = 底牌：{ $cards }（{ $points } 分 × { $factor }，{ $team } 抠底）
result-penalties = 其中甩牌失败 { $points } 分
result-level = { $gained ->
    [0] { $team } ▸ 打 **{ $level }**
   *[other] { $team } ▸ 打 **{ $level }**（升 { $gained } 级）
}
result-no-trump-round = { $team } 还要守住一局无主。
result-fell = 勾到底：闲家用 J 赢了最后一轮，{ $team } 退回起始级。
result-next = { $by ->
    [winners] 下一局庄家：{ $who }
    [first_call] 下一局谁先亮主，谁坐庄。{ $who }先摸牌。
   *[final_call] 下一局谁最后亮主，谁坐庄。{ $who }先摸牌。
}
result-seal = 第 { $round } 局 · 验证洗牌：`{ $secret }`
result-kitty-points = 底牌：{ $points } 分 × { $factor }，{ $team } 抠底
match-title = { $team } 赢得全场！
match-you-won = 全场你们赢了！
match-you-lost = 全场你们输了。
match-outcome = { $team } 胜 { $others }，双方打到 { $level } 和 { $other }
match-levels = { $a } **{ $a_level }** · { $b } **{ $b_level }**
picture-levels = 每一局之后的级数；打完 { $rounds } 局：{ $levels }
picture-level = { $team }打 { $level }
picture-round = 第 { $round } 局结束：{ $list }
picture-last-trick = 最后一轮
picture-points = 得分 { $points } / { $needed }
picture-kitty = 底牌

# 各种页面。

score-team = { $team } **{ $level }**
score-to = 打到 { $level }
score-now = { $hidden ->
    [false] 第 { $round } 局：**{ $team }** { $points } / { $needed } 分，已打 { $tricks } 轮
   *[true] 第 { $round } 局：分数打完才公布，已打 { $tricks } 轮
}
score-header = 局 · 庄家 · 主 · 分 · 结果
score-row = { $round } · { $dealer } · { $trump } · { $points } · { $result }
score-won-declarers = { $n ->
    [0] 守住
   *[other] 升 { $n } 级
}
score-won-opponents = 闲家上台
score-won-opponents-more = 闲家上台，升 { $n } 级
score-conceded = 投降
score-agreed = 协议结束
score-captured = 这一局抓分：{ $list }
score-captured-round = 第 { $round } 局抓分：{ $list }
score-captured-all = 目前抓分：{ $list }
score-throws = 甩牌（失败）：{ $list }
score-throw = { $who } { $tried }（{ $stopped }）
last-title = 第 { $n } 轮
last-title-round = 上一局的最后一轮
last-won = { $hidden ->
    [false] { $who } 拿下这一轮，{ $points ->
        [0] 没有分
       *[other] { $points } 分
    }。
   *[true] { $who } 拿下这一轮。
}
score-rounds = 已打 { $played } / { $rounds } 局
last-none = 还没有打完一轮。
last-no-such = 这一局打完了 { $n } 轮。
last-only = 这一桌只能看上一轮。
last-hidden = 这一桌只能在下一轮出牌前看上一轮。
seen-title = 这一局已出 { $n } 张牌
seen-forbidden = 这一桌不能查看上一轮以前出过的牌。开局前用 { CMD("rules past_tricks=all") } 可以放开。
button-trick = 第 { $n } 轮
verify-attempt = 这一局的第 { $n } 次发牌
verify-command = 自己重算这次发牌：{ $command }
surrender-title = 这一局投降？
surrender-declarers = 没打完的分都归闲家，底牌翻倍。
surrender-opponents = 你们停在 { $points } 分。
surrender-opponents-hidden = 你们的分数就停在现在这么多。
surrender-partner = 要 { $who } 同意才算。
verify-next = 第 { $round } 局的洗牌校验码：`{ $seal }`
picture-trick = 第 { $round } 局第 { $n } 轮，{ $seat }家拿下

# 发生了什么。

note-round-ready = 第 { $round } 局可以发牌了。{ $face ->
    [browser] { "" }
   *[other] 洗牌校验码：`{ $commitment }`
}
note-deal-started = 第 { $round } 局发牌，{ $first } 先摸。
note-dealt = 你摸到 { $card }。
note-called = { $declares ->
    [nobody] { $seat } 亮{ $call }。
    [caller] { $seat } 亮{ $call }。这一局 { $seat } 坐庄。
   *[other] { $seat } 亮{ $call }。庄家还是 { $dealer }。
}
note-call-window-opened = 牌发完了，还可以亮主、反主。
note-call-passed = { $seat } 不亮。
note-kitty-flipped = 没人亮主，底牌翻出 { $cards }。
note-redealt = { $waits ->
    [true] 又没人亮主，等你来发牌：{ BUTTON("button-deal", "deal") }。{ $face ->
        [browser] { "" }
       *[other] 新的洗牌校验码：`{ $commitment }`
    }
   *[other] 没人亮主，重新发牌。{ $face ->
        [browser] { "" }
       *[other] 新的洗牌校验码：`{ $commitment }`
    }
}
note-trump-fixed = { $trump }，{ $dealer } 坐庄，拿起 8 张底牌。
note-took-kitty = 你拿起底牌：{ $cards }。
note-taken-over = { $trump }，{ $seat } 炒地皮，拿起底牌。
note-kitty-buried = { $leads ->
    [true] { $dealer } 扣好底，领出。
   *[other] { $dealer } 扣好底。
}
note-buried = { $leads ->
    [true] 你扣了 { $cards }，由你领出。
   *[other] 你扣了 { $cards }。
}
note-played = { $lead ->
    [true] { $seat } 领出 { $cards }。
   *[other] { $seat } 出 { $cards }。
}
note-throw-penalty = 甩牌失败罚 { $points } 分。
note-trick-taken = { $kept ->
    [true] { $who } 拿下这一轮，{ $points ->
        [0] 没有分
       *[other] 庄家方保住 { $points } 分
    }
   *[false] { $who } 拿下这一轮，{ $points ->
        [0] 没有分
       *[other] { $points } 分
    }
}
note-trick-hidden = { $who } 拿下这一轮
note-trick-total = { $trick } · { $total }/{ $needed }
note-standing = 大家同意：{ $one }，{ $other }。
note-standing-team = { $team } 打 { $level }
note-standing-dealer = 下一局 { $who } 坐庄。
note-surrender-offered = { $seat } 提出投降。
note-surrender-off = { $seat } 要继续打。
note-throw-failed = { $stopped_by ->
    [none] 甩牌失败：有人管得住 { $played }。{ $seat } 只出 { $played }，收回 { $taken_back }。
   *[other] 甩牌失败：{ $stopped_by } 管得住 { $played }。{ $seat } 只出 { $played }，收回 { $taken_back }。
}
note-call-taken-back = { $seat } 收回亮主：{ $call }。
scene-taken = { $who } 用 { $cards } 拿下这一轮{ $side ->
    [own] { " " }· 我方 +{ $points }
    [other] { " " }· 对方 +{ $points }
   *[none] { "" }
}
scene-beats = { $who } 管上：{ $cards }
trick-why = { $how ->
    [lead] 领出的牌没有被管上
    [higher] 它比别的{ $suit }大
   *[trump] 领出的是{ $suit }，主牌管得住
}{ $kind ->
    [single] 。
    [pair] ：只有对子能管对子。
   *[more] ：要管它，得有同样的牌型，对子对对子，拖拉机对拖拉机。
}
trick-why-equal = { $told }一样大的牌，先出的赢。
scene-follow = 领出的是 { $lead }。你有 { $cards }：出 { $due }。{ $rank ->
    [none] { "" }
   *[other] 所有的 { $rank } 都是主牌。
}
note-play-taken-back = { $seat } 收回 { $cards }。

# 拒绝。

reject-no-such-seat = 升级只有四个座位：北、西、南、东。
reject-wrong-phase = { $phase ->
    [ready] { reject-ready }
    [dealing] { reject-dealing }
    [overcalls] { reject-overcalls }
    [no_call] { reject-no-call }
    [call_window] { reject-call-window }
    [burying_you] { reject-burying-you }
    [burying] { reject-burying }
    [playing] { reject-playing }
   *[over] { reject-over }
}
reject-dealing = 正在发牌。可以亮主，例如 { CMD("call", $call) }。
reject-call-window = 现在可以最后亮主、反主：{ CMD("call", $call) } 亮主，{ CMD($pass) } 不亮。
reject-no-call = 牌发完了，你没有可亮、可反的：{ CMD($pass) } 继续。
reject-burying = { $dealer } 正在扣底。
reject-burying-you = 先扣 8 张底。例如 { $kitty }。
reject-overcalls = 底已经扣好，正在问别人要不要炒地皮。
reject-playing = 正在打牌。例如 { $play }。
reject-over = 全场已经打完。{ BUTTON("button-rematch", "start") } 再来一场。
reject-not-held = { $held ->
    [1] 你只有一张 { $card }。
   *[0] 你没有 { $card }。
}
reject-count = 要出 { $due } 张，不是 { $given } 张。{ $example }
reject-wrong-count = { reject-count }
reject-mixed-lead = 领出的牌要同一门，所有主牌算一门。{ $example }
reject-suit = 有{ $suit }就得跟{ $suit }{ $due ->
    [1] 。
   *[other] ：要跟 { $due } 张，不是 { $given } 张。
}{ $example }
reject-pairs = 有{ $suit }对子就得跟对子{ $due ->
    [1] 。
   *[other] ：要跟 { $due } 对。
}{ $example }
reject-tractor = 有{ $suit }拖拉机就得跟拖拉机：{ $due } 连对。{ $example }
reject-not-dealer = { $taken_over ->
    [true] { reject-burying }
   *[other] 只有庄家扣底：{ $dealer }。
}
reject-no-cards = 请写出要出的牌。例如 { $play }。
reject-kitty-count = { $given ->
    [0] 请写出要扣的 8 张牌。例如 { CMD($kitty) }。
   *[other] 要扣 8 张，不是 { $given } 张。例如 { CMD($kitty) }。
}
reject-call-not-held = { $held ->
    [true] 这样亮要有 { $cards }，你现在只有一张。
   *[other] 这样亮要有 { $cards }，你现在没有 { $card }。
}
reject-call-too-low = { $by } 已经亮了{ $standing }。{ $higher }
reject-no-trump-calls-off = 这一桌不能亮无主。可以亮花色，例如 { CMD("call H") }。
reject-calls-closed = 这一局你不能再亮了。
reject-no-offer = 还没有人提出投降。{ CMD("surrender") } 提出投降。
reject-offer-stands = 你已经提出投降，等 { $who } 同意。{ CMD("playon") } 收回。
reject-own-call-stands = { $own_call ->
    [raise] 现在就是你亮的主：{ $standing }。这一桌只能用同花色的第二张加固。
   *[other] 现在就是你亮的主：{ $standing }。这一桌不能再改亮。
}
reject-deal-is-for = 这一桌只有庄家能发牌：{ $dealer }。
reject-stays = { $why ->
    [plays_stand] 这一桌出了的牌不能收回。开局前桌主可以改这条规则。
    [calls_stand] 这一桌亮了主不能收回。开局前桌主可以改这条规则。
    [not_theirs] 只能收回自己刚出的牌或刚亮的主，别人接着出牌或亮主就不行了。
    [told] 甩出去的牌、替你出的牌都不能收回。
   *[again] 这一局你已经收回过一次亮主了。
}

# 规则。

rule-deal-interval = 发牌间隔（秒）
    .row = 发两张牌之间隔几秒：`0.5`（0–5）
rule-call-window = 最后亮主、反主（秒）
    .row = 发完以后还能亮主、反主几秒：`15`（0–120）
rule-redeal-limit = 重发几次就等人
    .row = 连续几次没人亮主，就停下来等人：`3`（0–20，0 是只要有人在就一直重发）
rule-no-trump-calls = 一对王亮无主
    .row = 一对王能不能亮无主：`on` 能 · `off` 不能 · `one_joker` 一张大王也能，可以反一张，不能反一对
rule-first-dealer = 首局庄家
    .row = 首局庄家：`first_call` 最先亮主的人 · `final_call` 最后亮主的人 · `north` 北家 · `east` 东家 · `south` 南家 · `west` 西家
rule-next-dealer = 以后各局庄家
    .row = 以后各局庄家：`winners` 赢的一方，如上 · `first_call` 最先亮主的人（抢庄） · `final_call` 最后亮主的人（反主者坐庄）
rule-no-call = 没人亮主时
    .row = 没人亮主：`flip` 翻底牌 · `first_card` 底牌第一张定主，是王就打无主 · `no_trump` 打无主 · `redeal` 重新发牌
rule-throw-checked-against = 谁能管住甩牌
    .row = 谁能管住甩牌：`all` 其他三家 · `opponents` 两家对手
rule-throw-penalty = 甩牌失败罚分
    .row = 甩牌失败：`none` 不罚 · `ten_per_throw` 罚 10 分 · `ten_per_card` 每收回一张罚 10 分
rule-follow-tractor = 跟拖拉机
    .row = 跟拖拉机：`tractors_first` 先跟拖拉机 · `pairs_only` 跟对子就行
rule-follow-throw = 跟甩牌
    .row = 跟甩牌：`units` 按各组跟 · `pairs_only` 跟对子就行
rule-throw-winner = 甩牌比大小
    .row = 毙甩牌比大小：`top_unit` 比最大的一组 · `all_units` 每一组都要大 · `highest_card` 比最大的一张
rule-kitty-multiplier = 抠底倍数
    .row = 抠底：`double` 翻倍 · `by_size` 最后一手最大一组张数的两倍 · `power` 2 的那么多次方，最多 512 · `by_pair` 单扣翻倍，最后一手有对子四倍 · `once` 不翻倍
rule-level-cap = 一局最多升几级
    .row = 一局最多升几级：`three` 三级 · `uncapped` 不封顶
rule-gates = 必打的级
    .row = 必打的级：`ace` 最后一级 · `five_ten_king_ace` 5、10、K、A · `none` 没有，升过最后一级就赢下全场
rule-after-ace = 打最后一级
    .row = 守住最后一级：`win` 就赢 · `no_trump_round` 还要守住一局无主
rule-start-level = 从几打起
    .row = 从几打起：`2` … `A`
rule-match-to = 打到几
    .row = 打到几：`2` … `A`；最后一级和 A 一样算
rule-own-call = 自己亮主以后
    .row = 自己亮的主还在时：`overturn` 可以改亮 · `raise` 只能用第二张加固 · `stand` 不能再亮
rule-call-order = 对子压对子
    .row = 一对能不能反一对：`more_cards` 只有一对王能 · `higher_suit` 花色大的也可以（♦ ♣ ♥ ♠ 从小到大） · `jokers_equal` 一对王也不能
rule-call-take-back = 收回亮主
    .row = 收回亮主：`off` 不行 · `on` 别人再亮之前可以，一局一次
rule-who-deals = 谁来发牌
    .row = 定了庄家以后谁发牌：`anybody` 谁都可以 · `dealer` 庄家
rule-kitty-overcalls = 炒地皮
    .row = 扣底以后能不能[炒地皮](#炒地皮)：`off` · `on`
rule-start-level-we = 东西家从几打起
    .row = 东西家从几打起：`same` 一样 · `2` … `A`；首局按南北家的级打
rule-points-shown = 分数什么时候公布
    .row = 分数什么时候公布：`always` 随时 · `end` 打完一局 · `declarers` 庄家方随时看，别人打完一局
rule-take-back = 悔牌
    .row = 悔牌：`off` 不行 · `on` 下一家出牌前可以
rule-forced-plays = 只有一种出法时
    .row = 只有一种出法：`player` 自己出 · `automatic` 自动出
rule-past-tricks = 看打过的牌
    .row = 打的时候能看这一局哪几轮：`last` 上一轮 · `all` 都能看，用 `$last 数字` · `none` 下一轮出牌后不能看
rule-seating = 座位
    .row = 座位：`chosen` 自己选 · `drawn` 开局时抽，电脑也抽，每场重抽
rule-level = 南北方的级
rule-level-we = 东西方的级
rule-dealer = 庄家
rule-round = 这一局
about-level = 南北方从这一级接着打。
about-level-we = 东西方从这一级接着打。
about-dealer = 下一局谁坐庄（亮主定庄时除外），打庄家一方的级。
about-round = 按闲家现在的分数结束这一局；底牌不算分，等级分也不计这一局。
value-round-end = 按现在的分数结束
value-dealer-north = 北家
value-dealer-east = 东家
value-dealer-south = 南家
value-dealer-west = 西家
value-first-dealer-first-call = 最先亮主的人
value-first-dealer-final-call = 最后亮主的人
value-first-dealer-north = 北家
value-first-dealer-east = 东家
value-first-dealer-south = 南家
value-first-dealer-west = 西家
value-next-dealer-winners = 赢的一方
value-next-dealer-first-call = 最先亮主的人
value-next-dealer-final-call = 最后亮主的人
value-no-call-flip = 翻底牌
value-no-call-first-card = 底牌第一张定主
value-no-call-no-trump = 打无主
value-no-call-redeal = 重新发牌
value-no-trump-calls-one-joker = 开，一张大王也行
value-throw-checked-against-all = 其他三家
value-throw-checked-against-opponents = 两家对手
value-throw-penalty-none = 不罚
value-throw-penalty-ten-per-throw = 10 分
value-throw-penalty-ten-per-card = 每收回一张罚 10 分
value-follow-tractor-tractors-first = 先跟拖拉机，再跟对子
value-follow-tractor-pairs-only = 跟对子就行
value-follow-throw-units = 按各组跟
value-follow-throw-pairs-only = 跟对子就行
value-throw-winner-top-unit = 比最大的一组
value-throw-winner-all-units = 每一组都要大
value-throw-winner-highest-card = 比最大的一张
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
value-call-order-jokers-equal = 不行，王也不行
value-who-deals-anybody = 谁都可以
value-who-deals-dealer = 只有庄家
value-start-level-we-same = 和南北家一样
value-points-shown-always = 随时
value-points-shown-declarers = 庄家方随时，别人打完一局
value-points-shown-end = 打完一局
value-forced-plays-player = 自己出
value-forced-plays-automatic = 自动出
value-past-tricks-last = 只看上一轮
value-past-tricks-all = 这一局都能看
value-past-tricks-none = 下一轮出牌后不能看
value-seating-chosen = 自己选
value-seating-drawn = 每场抽
rule-rounds = 打几局结束
    .row = 打几局结束：`off` 不限 · 1–100 局，级高的一方赢，级一样就看最后一局
rule-follow-pair = 跟对子
    .row = 跟对子：`pairs_first` 有对子先跟对子 · `suit_only` 同花色就行，跟什么都不要求牌型
value-follow-pair-pairs-first = 有对子先出对子
value-follow-pair-suit-only = 同花色就行
rule-tractor-protection = 拖拉机保护
    .row = 拖拉机保护：`off` 没有 · `from_pairs` 别人没出拖拉机，就不用拆拖拉机跟对子 · `from_shorter` 短的拖拉机也不用拆开跟
value-tractor-protection-from-pairs = 跟对子不拆拖拉机
value-tractor-protection-from-shorter = 长拖拉机也不拆
rule-tractor-length = 拖拉机至少几对
    .row = 几个连对算拖拉机：`2`（2–3）
rule-shutout = 闲家一分没得
    .row = 闲家一分没得，庄家方：`extra_level` 多升一级 · `no_extra` 不多升
value-shutout-extra-level = 多升一级
value-shutout-no-extra = 不多升
rule-kitty-points = 底牌有几分
    .row = 底牌有几分：`hidden` 只有庄家知道 · `shown` 扣底后告诉大家
value-kitty-points-hidden = 只有庄家知道
value-kitty-points-shown = 扣底后公布
value-preset-standard = 标准
value-preset-short = 短局，打到 6
value-preset-rbtying = rbtying 的升级
value-preset-playtractor = playtractor.com
value-preset-changzhu = 2 常主
value-preset-shanghai = 上海
value-preset-contest = 比赛
value-preset-shuangkou = 双抠
rule-permanent-trumps = 常主
    .row = 每一局都是主的牌：`off` 没有 · `twos` 2 · `twos_threes_fives` 2、3、5
value-permanent-trumps-twos = 2
value-permanent-trumps-twos-threes-fives = 2、3、5
rule-permanent-levels = 常主的级
    .row = 常主的级：`played` 照样打 · `passed_over` 跳过，开局也从下一级打起；`match_to` 就不能是它们
value-permanent-levels-played = 照样打
value-permanent-levels-passed-over = 跳过
value-kitty-multiplier-by-pair = 单扣翻倍，双扣四倍
value-kitty-multiplier-once = 不翻倍
value-kitty-multiplier-power = 2 的 n 次方，n 是最后一手最大一组的张数
rule-points-to-win = 上台分
    .row = 闲家几分上台：`80` · `40` · `60` · `100` · `120`
rule-level-step = 每级分数
    .row = 每多少分一级，两边都是：`40` · `20` · `30` · `50` · `60`
rule-jack = 打 J 时勾到底
    .row = 打 J 时勾到底，庄家方退回起始级：`off` 不算 · `single` 闲家用一张 J 赢最后一轮 · `any` 几张 J 都算
value-jack-single = 一张 J 赢最后一轮
value-jack-any = J 赢最后一轮，几张都算
rule-dead-zone = 上台后几档不升级
    .row = 上台后几档不升级：`1`（0–3）
value-gates-none = 都不用，最后一级也不用
rule-throw-stopper = 谁管住了甩牌
    .row = 谁管住了甩牌：`shown` 告诉大家 · `hidden` 不说
value-throw-stopper-shown = 告诉大家
value-throw-stopper-hidden = 不说是谁
rule-kitty-shown = 底牌什么时候公布
    .row = 打完一局的底牌：`end` 公布 · `never` 不公布，只说算进去的分；记牌、回放、导出和随机种子还是看得出来
value-kitty-shown-end = 打完一局
value-kitty-shown-never = 不公布

# 名称。
seat-north = 北
seat-west = 西
seat-south = 南
seat-east = 东
team-north-south = 南北
team-west-east = 东西
game-tractor = 升级
parse-unknown-call = { $it ->
    [none] 请写出要亮的花色。写一遍亮一张，写两遍亮一对：{ CMD("call H") }、{ CMD("call HH") }、{ CMD("call J-J-") }。
   *[other] 看不懂这样亮主：`{ $it }`。写花色亮一张，写两遍亮一对：{ CMD("call H") }、{ CMD("call HH") }、{ CMD("call J-J-") }。
}

# 桌上。
trouble-kitty-in-public = 你把底牌写在大家都看得到的地方了。下次请用“我的牌”或私信。
trouble-premove-in-public = 你把要出的牌写在大家都看得到的地方了。下次请用“我的牌”或私信。

# 各条规则的说明。
rules-tractor-calling = 发牌和亮主
rules-tractor-playing = 跟牌和甩牌
rules-tractor-scoring = 分数和升级
about-deal-interval = 发两张牌之间隔几秒，0 就是一下子发完。
about-call-window = 最后一张发完以后，还能亮主、反主几秒。
about-redeal-limit = 没人亮主就自动重发，连续这么多次就停下来等人。0 就是只要有人在就一直重发。
about-no-trump-calls = 一对王能不能亮无主。也可以让一张大王亮无主：能反一张，不能反一对。
about-first-dealer = 第一局谁坐庄：最先亮主的人，还是最后亮主的人。
about-next-dealer = 第一局以后每局谁坐庄：上一局赢的一方轮流坐庄，还是最先或者最后亮主的人抢庄。打的都是赢的一方的级，没人亮主也由他们坐庄；升级从自己的级算起。
about-no-call = 庄家已定，没人亮主时怎么办。
about-throw-checked-against = 谁的牌能管住甩牌。
about-throw-penalty = 甩牌失败罚多少分。
about-follow-tractor = 跟拖拉机时，手里有什么牌型就要跟什么。
about-follow-throw = 跟甩牌时，手里有什么牌型就要跟什么。
about-throw-winner = 几家毙甩牌时怎样比大小。
about-kitty-multiplier = 闲家赢了最后一轮，底牌的分算几倍。
about-level-cap = 一局最多能升几级。
about-gates = 不能跳过的级，必须自己坐庄打过。
about-after-ace = 在最后一级怎样才算赢下全场。
about-start-level = 两家从几打起。
about-match-to = 最后一级，坐庄打过就赢下全场。
about-own-call = 自己亮的主还在时，还能怎么亮。
about-call-order = 一对能不能压花色小的一对：♦、♣、♥、♠ 从小到大。一对王能压，除非选了“王也不行”。
about-call-take-back = 别人再亮之前可以收回自己亮的主，一局一次。亮过的牌大家已经看到了。
about-who-deals = 庄家定了以后谁可以发牌。庄家是电脑时，停一会儿自动发。
about-kitty-overcalls = 扣底以后，其他人轮流选择要不要用更大的牌反主。反了就换主，拿起底牌重新扣，直到没人再反。庄家不变。
about-start-level-we = 东西家从几打起，可以和南北家不同。首局还没有庄家，按南北家的级打。
about-points-shown = 一局的分数什么时候公布。记牌的人自己也算得出来。
about-take-back = 下一家出牌前可以收回刚出的牌，甩牌不行。电脑会等 4 秒。
about-forced-plays = 只有一种出法时，停一下就自动出；轮到你领出时不会自动出。别人可能看得出来。
about-past-tricks = 打的时候能看这一局哪几轮。电脑都记得，提示也从它们来。
about-seating = 开局时要不要抽座位，电脑也抽，每场重抽。抽得公不公平可以验证。
about-rounds = 打满这么多局，全场就结束：级高的一方赢；级一样，最后一局赢的一方赢。
about-follow-pair = 别人出对子，手里有对子要不要先跟对子。选“同花色就行”，跟拖拉机和甩牌也只看花色和张数。
about-tractor-protection = 跟牌时拖拉机要不要拆开。关：别人出对子，拖拉机里的对子也要出；长的拖拉机也要拆开来跟短的。选了保护，别人没出拖拉机（或者只出了更短的拖拉机）时，不用拆。
about-tractor-length = 几个连对才算拖拉机。选 3，两个连对只算两个对子，一起出就是甩牌。
about-shutout = 闲家一分没得时，庄家方要不要多升一级。
about-kitty-points = 庄家扣底以后，要不要告诉大家底牌有几分。牌还是不给看。
about-tractor-preset = 一次换掉所有规则，快慢和悔牌不变。之后还能一条一条改。
about-preset-standard = 从 2 打到 A，和规则页一样。
about-preset-short = 打到 6 为止。
about-preset-rbtying = 首局最后亮主的人坐庄；没人亮主，底牌第一张定主；毙甩牌每一组都要大；抠底按最后一手最大一组张数的两倍，底牌不公布；升级不封顶。
about-preset-playtractor = 守住 A 以后，还要守住一局无主。
about-preset-changzhu = 2 是常主，没人亮主就打无主。
about-preset-shanghai = 首局最后亮主的人坐庄；自己的主只能加固，没人亮主就打无主；甩牌只要跟对子，比最大的一张；抠底按最后一手最大一组张数的两倍；5、10、K、A 必打；升级不封顶。
about-preset-contest = 首局最后亮主的人坐庄；大花色的对子能反主，扣底以后还能炒地皮；甩牌失败每张罚 10 分；抠底按最后一手最大一组张数的两倍；打 J 时闲家用 J 赢最后一轮就勾到底。
about-preset-shuangkou = 从 3 打起，2 是常主；首局最后亮主的人坐庄；甩牌失败每张罚 10 分；5、10、K、A 必打；打 J 时闲家用 J 赢最后一轮就勾到底。
about-permanent-trumps = 每一局都是主的牌，比级牌小，比其他主牌大：5 大过 3，3 大过 2；同一点里主花色的大，其余一样大。
about-permanent-levels = 常主的那几级要不要打，还是跳过去。
about-points-to-win = 闲家拿到这么多分就赢这一局，下一局坐庄。
about-level-step = 差多少分算一级：闲家的分比上台分少，庄家方升级；多，闲家升级。
about-jack = 打 J 时，闲家用 J 赢了最后一轮，庄家方就退回起始级：可以只算一张 J，也可以几张 J 都算（不能夹别的牌）。这一局升的级从那里算起。
about-dead-zone = 闲家刚上台时有几档不升级。1：80 分只上台，120 分升一级。0：一上台就升级。
about-throw-stopper = 甩牌失败时，要不要说是谁管住的。后面出的牌还是可能看得出来。
about-kitty-shown = 打完一局要不要公布底牌。选“不公布”，抠底时只说底分。记牌的人，或者用打完后公布的随机种子，还是算得出来。

# 帮助。
help-table-title = 坐下和开局
help-table =
    { $face ->
        [terminal] 输入：
       *[other] 点“坐下”，或者输入：
    }
    `{ $p }join` – 坐第一个空位；`{ $p }join 南` – 坐你选的座位
    `{ $p }computer` – 加一个电脑；`{ $p }computer all` – 空位都坐电脑
    `{ $p }rules` – 看规则，开局前桌主可以改
    `{ $p }start` – 人齐了就开局

    南北对东西。出牌顺序是北、西、南、东。
    有事就 `{ $p }leave`：电脑接着打，`{ $p }join` 随时坐回来。电脑的座位，朋友随时可以补位。
    `{ $p }reset` 投票作废这一场，三票通过。
help-playing-title = 怎么出牌
help-playing =
    { $face ->
        [terminal]
            轮到你的时候会列出你的牌；`{ $p }hand` 随时可以再看。
            ▸ 发牌时输入要亮的主：`{ $p }call H`
            ▸ 轮到你，直接写牌：`黑桃8 黑桃8`，或者 `{ $p }play 8S 8S`
            ▸ 空行就做提示里写的事
            ▸ `{ $p }hint` 会给一手牌，还说为什么

            时间到了会替你出最小的牌；连着两次，就由电脑托管。`{ $p }join`，或者直接出牌。
        [browser]
            你的牌在牌桌下方，只给你看。
            ▸ 发牌时，能亮的主都是按钮
            ▸ 轮到你，点牌抬起来；必须一起出的牌跟着抬起
            ▸ 点“出牌”，或者把牌往上一划
            ▸ “提示”会给一手牌，还说为什么

            时间到了会替你出最小的牌；连着两次，就由电脑托管。`{ $p }join`，或者直接出牌。
       *[other]
            点牌桌上的**我的牌**：你的牌，只给你看。
            ▸ 发牌时，能亮的主都是按钮
            ▸ 轮到你，点牌选中，再点“出”；只要出一张时，点一下就出
            ▸ 只有一种出法，也是点一下
            ▸ “提示”会给一手牌，还说为什么

            也可以输入 `{ $p }play 8S 8S`。私信里只写牌就行：`黑桃8 黑桃8`。
            手牌会自动更新一刻钟，之后请再点一次“我的牌”。
            时间到了会替你出最小的牌；连着两次，就由电脑托管。点“我回来了”，或者直接出牌。
    }
help-cards-title = 牌
help-cards =
    两副牌，108 张。打字时先写花色：`红桃5`、`梅花10`、`黑桃Q`、`方块J`、`大王`、`小王`。
    短一点也行：`♥5`、`5H`、`10C`、`QS`、`JD`，两张可以连着写：`5H5H`、`2x5H`。

    每一局有一个级，从 2 打起。王、级牌和亮定的花色都是主牌。
    打 9、主 ♣，从大到小：
    大王、小王、♣9，再是 ♦9 ♥9 ♠9（一样大），再是 ♣A ♣K … ♣2
    副牌：A K Q J 10 8 … 2。9 不在里面，所以 10 和 8 相邻。

    分：5 是 5 分，10 和 K 是 10 分，共 200 分。
help-calling-title = 亮主
help-calling =
    发牌时亮一张级牌，它的花色就是主。
    `{ $p }call H` – 亮一张红桃
    `{ $p }call HH` – 亮一对，可以反一张
    `{ $p }call J-J-` – 一对小王打无主，可以反花色
    `{ $p }call J+J+` – 一对大王打无主，没人能反

    每一种一局只能亮一次。首局谁先亮主，谁坐庄。
    { $face ->
        [terminal] `{ $p }hand` 会列出能亮的主。
        [browser] 能亮的主，手牌上方都有按钮。
       *[other] “我的牌”里，能亮的都是按钮。
    }
    发完牌还有一小会儿可以亮主、反主；不亮就 `{ $p }不亮`。
    没人亮主就翻底牌定主；首局没人亮主就重新发牌。
help-kitty-title = 底牌
help-kitty =
    庄家拿起 8 张底牌，再扣 8 张。打完之前别人都看不到。
    `{ $p }kitty 3C 4C 3D 6D 7S 8S 9S JS`

    { $face ->
        [terminal] 空行就扣提示里写的牌。
        [browser] 点牌抬起或放下，选好八张再扣。
       *[other] 点“我的牌”来选，或者写在私信里：写在频道里大家都看得到。
    }
    闲家赢最后一轮，底牌的分翻倍归闲家。
help-following-title = 出牌和跟牌
help-following =
    领出的人出同一门的牌，所有主牌算一门。
    ▸ 单张：♠A；对子：♥8 ♥8
    ▸ 拖拉机，相邻的对子：♥5 ♥5 ♥4 ♥4
    ▸ 甩牌：`{ $p }help throws`

    跟牌张数要一样，有这一门就要跟：
    ▸ 出对子，有对子要跟对子
    ▸ 出拖拉机，先跟拖拉机，再跟对子，再跟这一门的其他牌
    ▸ 这一门没有了，出什么都行
    同样牌型里最大的赢，主牌同样牌型可以毙。一样大先出的赢，赢的人接着领出。
    打 9、主 ♣：`♥5 5 4 4`、`♠10 10 8 8`、`大王 大王 小王 小王 ♣9 9` 是拖拉机；`♦6 6 4 4`、`♥9 9 ♦9 9` 不是。
help-throws-title = 甩牌
help-throws =
    甩牌是同一门的几组牌（单张、对子、拖拉机）一起领出：♠A ♠K ♠K
    每一组别家在这一门里都管不住，甩牌才成立。否则只出被管住的最小张数里最小的一组，其余收回。

    打 9、主 ♣。你甩 ♦K ♦Q：
    ▸ 有人有 ♦A，就只出 ♦Q
    ▸ 别人的主牌管不住
    你甩 ♦K ♦Q ♦Q ♦10 ♦10：
    ▸ 碰到 ♦A，只出 ♦K
    ▸ 碰到 ♦J ♦J，只出 ♦10 ♦10

    要毙甩牌，主牌也要有同样的各组，比最大的一组。
help-scoring-title = 算分
help-scoring =
    只算闲家抓的分，共 200 分。
    ▸ 0 分 – 庄家升 3 级
    ▸ 5–35 – 升 2 级，40–75 – 升 1 级
    ▸ 80–115 – 闲家上台
    ▸ 120–155 – 上台并升 1 级，160–195 – 升 2 级，200 以上 – 升 3 级

    闲家赢最后一轮，底牌的分翻倍（抠底）。
    庄家守住，庄家的对家接着坐庄；闲家上台，由庄家的下家坐庄。
    打 A 时坐庄守住，就赢全场。
    `{ $p }surrender` 投降这一局，要对家同意。

# 其他。
replay-deal = 回放：第 { $round } 局，发牌
replay-taken-over = { $who } 炒了地皮。
replay-trick = 回放：第 { $round } 局，第 { $n } 轮

skill-note-tractor-random = 合法的牌随便出
skill-note-tractor-lowest = 总出最小的牌
skill-note-tractor-beginner = 会跟花色，大牌早早出手，不记牌
skill-note-tractor-greedy = 见分就抢，只看眼前这一轮
skill-note-tractor-heuristic = 会记牌，记得谁没有哪门花色，会给对家送分
skill-note-tractor-search = 设想各种牌局，推算到底，想得久一点
