# 升級（拖拉機）。

lobby-teams = 南北 對 東西
lobby-match = 從 { $from } 打到 { $to }
length-one-round = 只打一局
length-to = 打到 { $level }

card-small-joker = 小鬼
card-big-joker = 大鬼

call-weak = {" "}{ $card }
call-strong = 一對 { $card }
call-joker = 一張{ $card }
call-jokers = 一對{ $card }
call-makes-suit = { $call }，{ $suit }為主
call-makes-none = { $call }，打無主
button-show = 亮{ $call }
trump-suit = 主 { $suit }
trump-none = 無主
trump-line-suit = 主 { $suit }
trump-line-none = 無主
trump-order = 所有的 { $level } 都是主牌。從大到小：大王、小王、{ $suit ->
    [none] 各門的 { $level }（一樣大）
   *[other] { $suit }{ $level }、{ $equal }（一樣大）
}{ $always ->
    [none] { "" }
   *[other] 、所有的 { $always }
}{ $suit ->
    [none] 。
   *[other] 、其餘的 { $suit }。
}
card-small-joker-words = { $count ->
   *[other] 小鬼
}
card-big-joker-words = { $count ->
   *[other] 大鬼
}

# 牌桌。

round-title-open = 第 { $round } 局 · 打 { $level }
who-at = { $seat ->
    [none] { $who }{" "}
   *[other] { $who }（{ $seat }）
}
turn-lead = 輪到 { $who }領出{ $face ->
   *[other] { "" }
}
turn-follow = 輪到 { $who }跟 { $lead }{ $face ->
   *[other] { "" }
}
turn-bury = { $who }正在扣底{ $face ->
   *[other] { "" }
}
turn-overcall = { $who }要不要炒地皮
dealer-line = 莊家：{ $who }
source-called = { $who } 亮了{ $call }
source-flipped = 沒人亮主，底牌翻出 { $card }
source-nobody = 沒人亮主
source-after-ace = 最後這一局打無主
trick-last = { $hidden ->
    [false] 上一輪：{ $who }，{ $points ->
        [0] 沒有分
       *[other] { $points } 分
    }
   *[true] 上一輪：{ $who }
}
trick-highest = 最大
dealing-title = 發牌 { $dealt } / { $cards } · 打 { $level }
dealing-call = { $who } 亮{ $call }。
dealing-no-call = 亮一張 { $level }，它的花色就是主，管得住別的花色。
call-first = { $call }{ $dealer ->
    [first] 誰先亮誰坐莊，拿底牌、先出牌；後面反主只換主花色。
    [last] 誰最後亮誰坐莊，拿底牌、先出牌。
   *[known] 亮主只定主花色，不管誰亮，都是 { $who } 坐莊。
}
call-higher = { $call }{ $higher }{ $dealer ->
    [last] 誰最後亮誰坐莊。
   *[known] 不管主怎麼變，都是 { $who } 坐莊。
}
dealing-first-dealer = 這一局誰先亮主，誰坐莊。
dealing-final-dealer = 這一局誰最後亮主，誰坐莊。
dealing-uncalled-dealer = 沒人亮主，就由 { $who } 坐莊。
overturn-weak = 一對 { $level } 或一對鬼牌可以反。
overturn-weak-joker = 一張大鬼、一對 { $level } 或一對鬼牌可以反。
overturn-weak-pairs = 只有一對 { $level } 可以反。
overturn-strong = 只有一對鬼牌可以反。
overturn-small-jokers = 只有一對大鬼可以反。
overturn-suits = 只有花色更大的一對（♦、♣、♥、♠ 從小到大）{ $jokers ->
    [yes] 或一對鬼牌
   *[other] { "" }
}可以反。
overturn-none = 沒人能反了。
window-title = 最後亮主、反主 · 打 { $level }
window-hint = 不想亮：{ CMD("不亮") }
window-passed = 不亮：{ $names }
ready-redeals = 連續 { $n } 次沒人亮主，等有人來再發牌。
ready-dealer = 等莊家 { $who } 發牌。
ready-mix = { CMD("mix …") } 可以把你的話加入洗牌。
surrender-open = { $who } 提出投降。{ $partner }：{ CMD("surrender") } 同意，{ CMD("playon") } 不同意。
state-score = { $trump } · 打 { $level } · { $opponents } { $points }/{ $needed }
state-kitty = 底牌 { $points } 分
state-open = { $trump } · 打 { $level }
state-round = 第 { $round } 局 · 第 { $trick } 輪
state-teams = 莊家方 { $declarers } 打 **{ $level }** · 閒家 { $opponents } 打 **{ $other }**
trick-back = { $count ->
   *[other] 收回 { $cards }
}
trick-winning = 最大
trick-winning-partner = 最大（對家）
trick-points = { $points } 分

# 手牌。

hand-title = 你的牌 · { $n } 張
hand-trumps = 主牌
hand-none = 你現在沒有牌。
hand-can-call = 你可以亮
hand-can-overcall = 可以反主炒地皮：換主，底牌歸你重新扣
hand-overcall = 要炒地皮嗎？
hand-no-call = 你現在沒有可以亮的牌
hand-no-last-call = 你沒有可以亮、可以反的牌
hand-call-passes = 什麼都不做就是不亮。
hand-passed = 這一局你不亮了。
hand-lead-any = { $first ->
    [true] 出同一門：單張、對子、拖拉機（相連的對子：4 4 5 5）或甩牌（幾張一起出，誰也管不住）。
   *[false] 出同一門：單張、對子、拖拉機或甩牌。
}
hand-lead-throw = 甩牌：有人能管住其中一組的話，只出那一組。
hand-only = 只能出：{ $cards }
hand-chosen = 已選：{ $cards }
hand-chosen-of = 已選 { $n } / { $due }：{ $cards }
hand-premove = 輪到你時就出 { $cards }。
hand-premove-dropped = 你先選的牌配不上這次領出的牌，不出了。
hand-bury = 扣 8 張底 · 已選 { $n } / 8
hand-bury-chosen = 已選：{ $cards }
hand-left-out = 沒有按鈕的牌：{ $cards }
hand-bury-points = { $times ->
    [double] { $points ->
        [0] 扣下的分，
       *[other] 底牌裡有 { $points } 分，
    }{ $own ->
        [yes] 你們
       *[no] 閒家
    }贏最後一輪就翻倍。
    [power] { $points ->
        [0] 扣下的分，
       *[other] 底牌裡有 { $points } 分，
    }{ $own ->
        [yes] 你們
       *[no] 閒家
    }摳底時乘以 2 的 n 次方，n 是最後一手最大一組的張數。
    [by_size] { $points ->
        [0] 扣下的分，
       *[other] 底牌裡有 { $points } 分，
    }{ $own ->
        [yes] 你們
       *[no] 閒家
    }摳底時乘以最後一手最大一組張數的兩倍。
    [by_pair] { $points ->
        [0] 扣下的分，
       *[other] 底牌裡有 { $points } 分，
    }{ $own ->
        [yes] 你們
       *[no] 閒家
    }單扣翻倍，雙扣四倍。
   *[once] { $points ->
        [0] 扣下的分，
       *[other] 底牌裡有 { $points } 分，
    }{ $own ->
        [yes] 你們
       *[no] 閒家
    }贏最後一輪就加上。
}
hand-buried = 底牌：{ $cards }
hint-play = 提示：{ $cards }
reason-only-play = 只能這樣出。
reason-last-trick = 最後一輪，全部出完。
reason-safe-lead = 基本沒人管得住。
reason-safe-throw = 這樣甩沒人管得住。
reason-draws-trumps = 吊主，讓別人少些主牌來斃。
reason-partner-ruffs = 對家多半沒有這門，可以斃。
reason-empties-suit = 這門出完了，以後可以斃。
reason-asks-pairs = 對子不容易被管。
reason-low-lead = 出小牌，損失不大。
reason-takes = 能拿下這一輪{ $points ->
    [0] { "" }
   *[other] ，有 { $points } 分
}{ $surely ->
    [true] ，基本穩了。
   *[false] ，後面還可能被管上。
}
reason-ruffs = 斃掉這一輪{ $points ->
    [0] { "" }
   *[other] ，有 { $points } 分
}{ $surely ->
    [true] ，基本穩了。
   *[false] ，後面還可能被蓋斃。
}
reason-feeds-partner = 對家最大，送 { $points } 分。
reason-partner-has = 對家最大，大牌留著。
reason-partner-to-come = 對家還沒出，多半能拿下。
reason-saves-pair = 不拆對子。
reason-costs-least = 這一輪不值得出大牌，這樣損失最小。
reason-buries = { $suits ->
    [0] 扣掉最用不上的牌
   *[other] 扣完 { $suits } 門，以後可以斃
}。{ $points ->
    [0] 底牌裡沒有分。
   *[other] 底牌裡有 { $points } 分。
}
reason-many-trumps = 目前手裡有 { $trumps } 張主。
hint-because = { $hint }。{ $reason }
hint-bury = 提示：扣 { $cards }
hint-call = 提示：亮{ $call }
hint-pass = 提示：先不亮
hint-none = 還沒輪到你，沒有提示。
study-reason = { $why }{ $gain }
study-gain = { $side ->
    [declarers] 比 { $other } 平均少讓閒家抓約 { $points } 分。
   *[opponents] 比 { $other } 平均多抓約 { $points } 分。
}
study-close = 換成 { $other } 也差不多。
study-takes = 這一輪更容易拿下：{ $often }%，不然只有 { $instead }%。
study-feeds = 這一輪是自己這邊的，多跑些分。
study-spares = 這一輪少給對方送分。
study-throw = 甩 { $cards } 有 { $often }% 會甩失敗。
study-last = { $side ->
    [declarers] 保底
   *[opponents] 摳底
}的機會更大：{ $often }%，不然只有 { $instead }%。
study-last-keeps = 把 { $cards } 留到最後{ $side ->
    [declarers] 保底
   *[opponents] 摳底
}：成功率 { $often }%，不然只有 { $instead }%。
study-pair = { $card } 這一對不拆。
study-keeps = { $cards } 留著後面用。
study-draws = 先吊主，把對方的主吊光。
study-empties = 多絕 { $suits } 門，以後可以斃。
study-fewer = 底牌裡少扣 { $points } 分。
study-more = 把 { $points } 分扣進底牌裡，不給閒家抓。
study-later = 後面幾輪更划算。
review-title = 第 { $round } 局覆盤
review-about = 只看你當時看得到的牌，把別人可能的牌都算上取平均，是估計值。
review-play = 第 { $trick } 輪：你出了 { $own }，出 { $best } 平均能{ $side ->
    [declarers] 少讓閒家抓約 { $points } 分
   *[opponents] 多抓約 { $points } 分
}。
review-kitty = 扣底：你扣了 { $own }，換成 { $best } 平均能{ $side ->
    [declarers] 少讓閒家抓約 { $points } 分
   *[opponents] 多抓約 { $points } 分
}。
review-wins = 這一局的勝率是 { $often }%，不然只有 { $instead }%。
review-good = 你選了 { $all } 次，其中 { $good } 次和高手一樣好。
review-clean = 打得漂亮！這一局沒有哪一手明顯吃虧。
review-nothing = 這一局沒有什麼要你選的。

due-any = 任意 { $count } 張
due-short = { $held ->
   *[other] { $suit }全出（{ $held } 張）
} + { $rest ->
   *[other] 任意 { $rest } 張
}
due-suit = { $suit }：{ $count } 張
due-parts = { $suit }：{ $parts }
due-plus = { $a } + { $b }
due-tractor = { $pairs } 連對
due-pairs = { $pairs } 對
due-more = { $count } 張
prompt-follow = { $due }
prompt-lead = 輪到你領出
prompt-bury = 扣 8 張底
prompt-call = 亮主或不亮
prompt-no-call = 沒有可亮的主
result-won = { $team } 贏下這一局：{ $score }。
result-you-won = 這一局你們贏了：{ $score }。
result-you-lost = 這一局你們輸了：{ $score }。
result-score = { $taken ->
    [true] { $points } / { $needed } 分，上台
   *[false] { $points } / { $needed } 分，沒上台
}
result-score-theirs = 閒家 { $team } { $score }
hand-turn-follow = 輪到你跟 { $lead } · { $due }{ $rank ->
    [none] { "" }
   *[other] {" "}· { $rank } 都是主牌
}
hand-turn-lead = 輪到你領出
button-bury-cards = 扣 { $cards }

# 一局結束。

result-surrender = { $team } 投降。
result-agreed = 大家同意提前結束這一局，按當時的分數算。
result-last-trick = 最後一輪 { $who } 最大：{ $plays }
result-last-trick-only = 最後一輪 { $who } 最大
result-needed = { $reached ->
    [true] { $team } 得分滿 { $needed }，莊家方沒守住。
   *[false] { $team } 得分不滿 { $needed }，莊家方守住了。
}
result-climbs = { $gained ->
    [0] { $team } 這一局不升級，還打 **{ $level }**。
   *[other] { $team } 升 { $gained } 級，打 **{ $level }**。
}
result-kitty-laid = 底牌{ $points ->
    [0] 沒有分
   *[other] 有 { $points } 分{ $factor ->
        [0] ，守住
       *[other] {" "}× { $factor }，{ $team } 摳底
    }
}
result-kitty-none = 底牌：{ $cards }（沒有分）
result-kitty-stay = 底牌：{ $cards }（{ $points } 分，守住）
result-kitty-taken = 底牌：{ $cards }（{ $points } 分 × { $factor }，{ $team } 摳底）
result-penalties = 其中甩牌失敗 { $points } 分
result-level = { $gained ->
    [0] { $team } ▸ 打 **{ $level }**
   *[other] { $team } ▸ 打 **{ $level }**（升 { $gained } 級）
}
result-no-trump-round = { $team } 還要守住一局無主。
result-fell = 勾到底：閒家用 J 贏了最後一輪，{ $team } 退回起始級。
result-next = { $by ->
    [winners] 下一局莊家：{ $who }
    [first_call] 下一局誰先亮主，誰坐莊。{ $who }先摸牌。
   *[final_call] 下一局誰最後亮主，誰坐莊。{ $who }先摸牌。
}
result-seal = 第 { $round } 局 · 驗證洗牌：`{ $secret }`
result-kitty-points = 底牌：{ $points } 分 × { $factor }，{ $team } 摳底
match-title = { $team } 贏得全場！
match-you-won = 全場你們贏了！
match-you-lost = 全場你們輸了。
match-outcome = { $team } 勝 { $others }，雙方打到 { $level } 和 { $other }
match-levels = { $a } **{ $a_level }** · { $b } **{ $b_level }**
picture-levels = 每一局之後的級數；打完 { $rounds } 局：{ $levels }
picture-level = { $team }打 { $level }
picture-round = 第 { $round } 局結束：{ $list }
picture-last-trick = 最後一輪
picture-points = 得分 { $points } / { $needed }
picture-kitty = 底牌

# 各種頁面。

score-team = { $team } **{ $level }**
score-to = 打到 { $level }
score-now = { $hidden ->
    [false] 第 { $round } 局：**{ $team }** { $points } / { $needed } 分，已打 { $tricks } 輪
   *[true] 第 { $round } 局：分數打完才公佈，已打 { $tricks } 輪
}
score-header = 局 · 莊家 · 主 · 分 · 結果
score-row = { $round } · { $dealer } · { $trump } · { $points } · { $result }
score-won-declarers = { $n ->
    [0] 守住
   *[other] 升 { $n } 級
}
score-won-opponents = 閒家上台
score-won-opponents-more = 閒家上台，升 { $n } 級
score-conceded = 投降
score-agreed = 協議結束
score-captured = 這一局抓分：{ $list }
score-captured-round = 第 { $round } 局抓分：{ $list }
score-captured-all = 目前抓分：{ $list }
score-throws = 甩牌（失敗）：{ $list }
score-throw = { $who } { $tried }（{ $stopped }）
last-title = 第 { $n } 輪
last-title-round = 上一局的最後一輪
last-won = { $hidden ->
    [false] { $who } 拿下這一輪，{ $points ->
        [0] 沒有分
       *[other] { $points } 分
    }。
   *[true] { $who } 拿下這一輪。
}
score-rounds = 已打 { $played } / { $rounds } 局
last-none = 還沒有打完一輪。
last-no-such = 這一局打完了 { $n } 輪。
last-only = 這一桌只能看上一輪。
last-hidden = 這一桌只能在下一輪出牌前看上一輪。
seen-title = 這一局已出 { $n } 張牌
seen-forbidden = 這一桌不能查看上一輪以前出過的牌。開局前用 { CMD("rules past_tricks=all") } 可以放開。
button-trick = 第 { $n } 輪
verify-attempt = 這一局的第 { $n } 次發牌
verify-command = 自己重算這次發牌：{ $command }
surrender-title = 這一局投降？
surrender-declarers = 沒打完的分都歸閒家，底牌翻倍。
surrender-opponents = 你們停在 { $points } 分。
surrender-opponents-hidden = 你們的分數就停在現在這麼多。
surrender-partner = 要 { $who } 同意才算。
verify-next = 第 { $round } 局的洗牌校驗碼：`{ $seal }`
picture-trick = 第 { $round } 局第 { $n } 輪，{ $seat }家拿下

# 發生了什麼。

note-round-ready = 第 { $round } 局可以發牌了。{ $face ->
    [browser] { "" }
   *[other] 洗牌校驗碼：`{ $commitment }`
}
note-deal-started = 第 { $round } 局發牌，{ $first } 先摸。
note-dealt = 你摸到 { $card }。
note-called = { $declares ->
    [nobody] { $seat } 亮{ $call }。
    [caller] { $seat } 亮{ $call }。這一局 { $seat } 坐莊。
   *[other] { $seat } 亮{ $call }。莊家還是 { $dealer }。
}
note-call-window-opened = 牌發完了，還可以亮主、反主。
note-call-passed = { $seat } 不亮。
note-kitty-flipped = 沒人亮主，底牌翻出 { $cards }。
note-redealt = { $waits ->
    [true] 又沒人亮主，等你來發牌：{ BUTTON("button-deal", "deal") }。{ $face ->
        [browser] { "" }
       *[other] 新的洗牌校驗碼：`{ $commitment }`
    }
   *[other] 沒人亮主，重新發牌。{ $face ->
        [browser] { "" }
       *[other] 新的洗牌校驗碼：`{ $commitment }`
    }
}
note-trump-fixed = { $trump }，{ $dealer } 坐莊，拿起 8 張底牌。
note-took-kitty = 你拿起底牌：{ $cards }。
note-taken-over = { $trump }，{ $seat } 炒地皮，拿起底牌。
note-kitty-buried = { $leads ->
    [true] { $dealer } 扣好底，領出。
   *[other] { $dealer } 扣好底。
}
note-buried = { $leads ->
    [true] 你扣了 { $cards }，由你領出。
   *[other] 你扣了 { $cards }。
}
note-played = { $lead ->
    [true] { $seat } 領出 { $cards }。
   *[other] { $seat } 出 { $cards }。
}
note-throw-penalty = 甩牌失敗罰 { $points } 分。
note-trick-taken = { $kept ->
    [true] { $who } 拿下這一輪，{ $points ->
        [0] 沒有分
       *[other] 莊家方保住 { $points } 分
    }
   *[false] { $who } 拿下這一輪，{ $points ->
        [0] 沒有分
       *[other] { $points } 分
    }
}
note-trick-hidden = { $who } 拿下這一輪
note-trick-total = { $trick } · { $total }/{ $needed }
note-standing = 大家同意：{ $one }，{ $other }。
note-standing-team = { $team } 打 { $level }
note-standing-dealer = 下一局 { $who } 坐莊。
note-surrender-offered = { $seat } 提出投降。
note-surrender-off = { $seat } 要繼續打。
note-throw-failed = { $stopped_by ->
    [none] 甩牌失敗：有人管得住 { $played }。{ $seat } 只出 { $played }，收回 { $taken_back }。
   *[other] 甩牌失敗：{ $stopped_by } 管得住 { $played }。{ $seat } 只出 { $played }，收回 { $taken_back }。
}
note-call-taken-back = { $seat } 收回亮主：{ $call }。
scene-taken = { $who } 用 { $cards } 拿下這一輪{ $side ->
    [own] { " " }· 我方 +{ $points }
    [other] { " " }· 對方 +{ $points }
   *[none] { "" }
}
scene-beats = { $who } 管上：{ $cards }
trick-why = { $how ->
    [lead] 領出的牌沒有被管上
    [higher] 它比別的{ $suit }大
   *[trump] 領出的是{ $suit }，主牌管得住
}{ $kind ->
    [single] 。
    [pair] ：只有對子能管對子。
   *[more] ：要管它，得有同樣的牌型，對子對對子，拖拉機對拖拉機。
}
trick-why-equal = { $told }一樣大的牌，先出的贏。
scene-follow = 領出的是 { $lead }。你有 { $cards }：出 { $due }。{ $rank ->
    [none] { "" }
   *[other] 所有的 { $rank } 都是主牌。
}
note-play-taken-back = { $seat } 收回 { $cards }。

# 拒絕。

reject-no-such-seat = 升級只有四個座位：北、西、南、東。
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
reject-dealing = 正在發牌。可以亮主，例如 { CMD("call", $call) }。
reject-call-window = 現在可以最後亮主、反主：{ CMD("call", $call) } 亮主，{ CMD($pass) } 不亮。
reject-no-call = 牌發完了，你沒有可亮、可反的：{ CMD($pass) } 繼續。
reject-burying = { $dealer } 正在扣底。
reject-burying-you = 先扣 8 張底。例如 { $kitty }。
reject-overcalls = 底已經扣好，正在問別人要不要炒地皮。
reject-playing = 正在打牌。例如 { $play }。
reject-over = 全場已經打完。{ BUTTON("button-rematch", "start") } 再來一場。
reject-not-held = { $held ->
    [1] 你只有一張 { $card }。
   *[0] 你沒有 { $card }。
}
reject-count = 要出 { $due } 張，不是 { $given } 張。{ $example }
reject-wrong-count = { reject-count }
reject-mixed-lead = 領出的牌要同一門，所有主牌算一門。{ $example }
reject-suit = 有{ $suit }就得跟{ $suit }{ $due ->
    [1] 。
   *[other] ：要跟 { $due } 張，不是 { $given } 張。
}{ $example }
reject-pairs = 有{ $suit }對子就得跟對子{ $due ->
    [1] 。
   *[other] ：要跟 { $due } 對。
}{ $example }
reject-tractor = 有{ $suit }拖拉機就得跟拖拉機：{ $due } 連對。{ $example }
reject-not-dealer = { $taken_over ->
    [true] { reject-burying }
   *[other] 只有莊家扣底：{ $dealer }。
}
reject-no-cards = 請寫出要出的牌。例如 { $play }。
reject-kitty-count = { $given ->
    [0] 請寫出要扣的 8 張牌。例如 { CMD($kitty) }。
   *[other] 要扣 8 張，不是 { $given } 張。例如 { CMD($kitty) }。
}
reject-call-not-held = { $held ->
    [true] 這樣亮要有 { $cards }，你現在只有一張。
   *[other] 這樣亮要有 { $cards }，你現在沒有 { $card }。
}
reject-call-too-low = { $by } 已經亮了{ $standing }。{ $higher }
reject-no-trump-calls-off = 這一桌不能亮無主。可以亮花色，例如 { CMD("call H") }。
reject-calls-closed = 這一局你不能再亮了。
reject-no-offer = 還沒有人提出投降。{ CMD("surrender") } 提出投降。
reject-offer-stands = 你已經提出投降，等 { $who } 同意。{ CMD("playon") } 收回。
reject-own-call-stands = { $own_call ->
    [raise] 現在就是你亮的主：{ $standing }。這一桌只能用同花色的第二張加固。
   *[other] 現在就是你亮的主：{ $standing }。這一桌不能再改亮。
}
reject-deal-is-for = 這一桌只有莊家能發牌：{ $dealer }。
reject-stays = { $why ->
    [plays_stand] 這一桌出了的牌不能收回。開局前桌主可以改這條規則。
    [calls_stand] 這一桌亮了主不能收回。開局前桌主可以改這條規則。
    [not_theirs] 只能收回自己剛出的牌或剛亮的主，別人接著出牌或亮主就不行了。
    [told] 甩出去的牌、替你出的牌都不能收回。
   *[again] 這一局你已經收回過一次亮主了。
}

# 規則。

rule-deal-interval = 發牌間隔（秒）
    .row = 發兩張牌之間隔幾秒：`0.5`（0–5）
rule-call-window = 最後亮主、反主（秒）
    .row = 發完以後還能亮主、反主幾秒：`15`（0–120）
rule-redeal-limit = 重發幾次就等人
    .row = 連續幾次沒人亮主，就停下來等人：`3`（0–20，0 是只要有人在就一直重發）
rule-no-trump-calls = 一對鬼牌亮無主
    .row = 一對鬼牌能不能亮無主：`on` 能 · `off` 不能 · `one_joker` 一張大鬼也能，可以反一張，不能反一對
rule-first-dealer = 首局莊家
    .row = 首局莊家：`first_call` 最先亮主的人 · `final_call` 最後亮主的人 · `north` 北家 · `east` 東家 · `south` 南家 · `west` 西家
rule-next-dealer = 以後各局莊家
    .row = 以後各局莊家：`winners` 贏的一方，如上 · `first_call` 最先亮主的人（搶莊） · `final_call` 最後亮主的人（反主者坐莊）
rule-no-call = 沒人亮主時
    .row = 沒人亮主：`flip` 翻底牌 · `first_card` 底牌第一張定主，是鬼牌就打無主 · `no_trump` 打無主 · `redeal` 重新發牌
rule-throw-checked-against = 誰能管住甩牌
    .row = 誰能管住甩牌：`all` 其他三家 · `opponents` 兩家對手
rule-throw-penalty = 甩牌失敗罰分
    .row = 甩牌失敗：`none` 不罰 · `ten_per_throw` 罰 10 分 · `ten_per_card` 每收回一張罰 10 分
rule-follow-tractor = 跟拖拉機
    .row = 跟拖拉機：`tractors_first` 先跟拖拉機 · `pairs_only` 跟對子就行
rule-follow-throw = 跟甩牌
    .row = 跟甩牌：`units` 按各組跟 · `pairs_only` 跟對子就行
rule-throw-winner = 甩牌比大小
    .row = 斃甩牌比大小：`top_unit` 比最大的一組 · `all_units` 每一組都要大 · `highest_card` 比最大的一張
rule-kitty-multiplier = 摳底倍數
    .row = 摳底：`double` 翻倍 · `by_size` 最後一手最大一組張數的兩倍 · `power` 2 的那麼多次方，最多 512 · `by_pair` 單扣翻倍，最後一手有對子四倍 · `once` 不翻倍
rule-level-cap = 一局最多升幾級
    .row = 一局最多升幾級：`three` 三級 · `uncapped` 不封頂
rule-gates = 必打的級
    .row = 必打的級：`ace` 最後一級 · `five_ten_king_ace` 5、10、K、A · `none` 沒有，升過最後一級就贏下全場
rule-after-ace = 打最後一級
    .row = 守住最後一級：`win` 就贏 · `no_trump_round` 還要守住一局無主
rule-start-level = 從幾打起
    .row = 從幾打起：`2` … `A`
rule-match-to = 打到幾
    .row = 打到幾：`2` … `A`；最後一級和 A 一樣算
rule-own-call = 自己亮主以後
    .row = 自己亮的主還在時：`overturn` 可以改亮 · `raise` 只能用第二張加固 · `stand` 不能再亮
rule-call-order = 對子壓對子
    .row = 一對能不能反一對：`more_cards` 只有一對鬼牌能 · `higher_suit` 花色大的也可以（♦ ♣ ♥ ♠ 從小到大） · `jokers_equal` 一對鬼牌也不能
rule-call-take-back = 收回亮主
    .row = 收回亮主：`off` 不行 · `on` 別人再亮之前可以，一局一次
rule-who-deals = 誰來發牌
    .row = 定了莊家以後誰發牌：`anybody` 誰都可以 · `dealer` 莊家
rule-kitty-overcalls = 炒地皮
    .row = 扣底以後能不能[炒地皮](#炒地皮)：`off` · `on`
rule-start-level-we = 東西家從幾打起
    .row = 東西家從幾打起：`same` 一樣 · `2` … `A`；首局按南北家的級打
rule-points-shown = 分數什麼時候公佈
    .row = 分數什麼時候公佈：`always` 隨時 · `end` 打完一局 · `declarers` 莊家方隨時看，別人打完一局
rule-take-back = 悔牌
    .row = 悔牌：`off` 不行 · `on` 下一家出牌前可以
rule-forced-plays = 只有一種出法時
    .row = 只有一種出法：`player` 自己出 · `automatic` 自動出
rule-past-tricks = 看打過的牌
    .row = 打的時候能看這一局哪幾輪：`last` 上一輪 · `all` 都能看，用 `$last 數字` · `none` 下一輪出牌後不能看
rule-seating = 座位
    .row = 座位：`chosen` 自己選 · `drawn` 開局時抽，電腦也抽，每場重抽
rule-level = 南北方的級
rule-level-we = 東西方的級
rule-dealer = 莊家
rule-round = 這一局
about-level = 南北方從這一級接著打。
about-level-we = 東西方從這一級接著打。
about-dealer = 下一局誰坐莊（亮主定莊時除外），打莊家一方的級。
about-round = 按閒家現在的分數結束這一局；底牌不算分，等級分也不計這一局。
value-round-end = 按現在的分數結束
value-dealer-north = 北家
value-dealer-east = 東家
value-dealer-south = 南家
value-dealer-west = 西家
value-first-dealer-first-call = 最先亮主的人
value-first-dealer-final-call = 最後亮主的人
value-first-dealer-north = 北家
value-first-dealer-east = 東家
value-first-dealer-south = 南家
value-first-dealer-west = 西家
value-next-dealer-winners = 贏的一方
value-next-dealer-first-call = 最先亮主的人
value-next-dealer-final-call = 最後亮主的人
value-no-call-flip = 翻底牌
value-no-call-first-card = 底牌第一張定主
value-no-call-no-trump = 打無主
value-no-call-redeal = 重新發牌
value-no-trump-calls-one-joker = 開，一張大鬼也行
value-throw-checked-against-all = 其他三家
value-throw-checked-against-opponents = 兩家對手
value-throw-penalty-none = 不罰
value-throw-penalty-ten-per-throw = 10 分
value-throw-penalty-ten-per-card = 每收回一張罰 10 分
value-follow-tractor-tractors-first = 先跟拖拉機，再跟對子
value-follow-tractor-pairs-only = 跟對子就行
value-follow-throw-units = 按各組跟
value-follow-throw-pairs-only = 跟對子就行
value-throw-winner-top-unit = 比最大的一組
value-throw-winner-all-units = 每一組都要大
value-throw-winner-highest-card = 比最大的一張
value-kitty-multiplier-double = 翻倍
value-kitty-multiplier-by-size = 最後一手最大一組張數的兩倍
value-level-cap-three = 三級
value-level-cap-uncapped = 不封頂
value-gates-ace = 最後一級
value-gates-five-ten-king-ace = 5、10、K、A
value-after-ace-win = 守住一局就贏
value-after-ace-no-trump-round = 還要守住一局無主
value-own-call-overturn = 可以改亮
value-own-call-raise = 只能加固
value-own-call-stand = 不能再亮
value-call-order-more-cards = 不行
value-call-order-higher-suit = 花色大的可以
value-call-order-jokers-equal = 不行，鬼牌也不行
value-who-deals-anybody = 誰都可以
value-who-deals-dealer = 只有莊家
value-start-level-we-same = 和南北家一樣
value-points-shown-always = 隨時
value-points-shown-declarers = 莊家方隨時，別人打完一局
value-points-shown-end = 打完一局
value-forced-plays-player = 自己出
value-forced-plays-automatic = 自動出
value-past-tricks-last = 只看上一輪
value-past-tricks-all = 這一局都能看
value-past-tricks-none = 下一輪出牌後不能看
value-seating-chosen = 自己選
value-seating-drawn = 每場抽
rule-rounds = 打幾局結束
    .row = 打幾局結束：`off` 不限 · 1–100 局，級高的一方贏，級一樣就看最後一局
rule-follow-pair = 跟對子
    .row = 跟對子：`pairs_first` 有對子先跟對子 · `suit_only` 同花色就行，跟什麼都不要求牌型
value-follow-pair-pairs-first = 有對子先出對子
value-follow-pair-suit-only = 同花色就行
rule-tractor-protection = 拖拉機保護
    .row = 拖拉機保護：`off` 沒有 · `from_pairs` 別人沒出拖拉機，就不用拆拖拉機跟對子 · `from_shorter` 短的拖拉機也不用拆開跟
value-tractor-protection-from-pairs = 跟對子不拆拖拉機
value-tractor-protection-from-shorter = 長拖拉機也不拆
rule-tractor-length = 拖拉機至少幾對
    .row = 幾個連對算拖拉機：`2`（2–3）
rule-shutout = 閒家一分沒得
    .row = 閒家一分沒得，莊家方：`extra_level` 多升一級 · `no_extra` 不多升
value-shutout-extra-level = 多升一級
value-shutout-no-extra = 不多升
rule-kitty-points = 底牌有幾分
    .row = 底牌有幾分：`hidden` 只有莊家知道 · `shown` 扣底後告訴大家
value-kitty-points-hidden = 只有莊家知道
value-kitty-points-shown = 扣底後公佈
value-preset-standard = 標準
value-preset-short = 短局，打到 6
value-preset-rbtying = rbtying 的升級
value-preset-playtractor = playtractor.com
value-preset-changzhu = 2 常主
value-preset-shanghai = 上海
value-preset-contest = 比賽
value-preset-shuangkou = 雙摳
rule-permanent-trumps = 常主
    .row = 每一局都是主的牌：`off` 沒有 · `twos` 2 · `twos_threes_fives` 2、3、5
value-permanent-trumps-twos = 2
value-permanent-trumps-twos-threes-fives = 2、3、5
rule-permanent-levels = 常主的級
    .row = 常主的級：`played` 照樣打 · `passed_over` 跳過，開局也從下一級打起；`match_to` 就不能是它們
value-permanent-levels-played = 照樣打
value-permanent-levels-passed-over = 跳過
value-kitty-multiplier-by-pair = 單扣翻倍，雙扣四倍
value-kitty-multiplier-once = 不翻倍
value-kitty-multiplier-power = 2 的 n 次方，n 是最後一手最大一組的張數
rule-points-to-win = 上台分
    .row = 閒家幾分上台：`80` · `40` · `60` · `100` · `120`
rule-level-step = 每級分數
    .row = 每多少分一級，兩邊都是：`40` · `20` · `30` · `50` · `60`
rule-jack = 打 J 時勾到底
    .row = 打 J 時勾到底，莊家方退回起始級：`off` 不算 · `single` 閒家用一張 J 贏最後一輪 · `any` 幾張 J 都算
value-jack-single = 一張 J 贏最後一輪
value-jack-any = J 贏最後一輪，幾張都算
rule-dead-zone = 上台後幾檔不升級
    .row = 上台後幾檔不升級：`1`（0–3）
value-gates-none = 都不用，最後一級也不用
rule-throw-stopper = 誰管住了甩牌
    .row = 誰管住了甩牌：`shown` 告訴大家 · `hidden` 不說
value-throw-stopper-shown = 告訴大家
value-throw-stopper-hidden = 不說是誰
rule-kitty-shown = 底牌什麼時候公佈
    .row = 打完一局的底牌：`end` 公佈 · `never` 不公佈，只說算進去的分；記牌、重播、匯出和隨機種子還是看得出來
value-kitty-shown-end = 打完一局
value-kitty-shown-never = 不公佈

# 名稱。
seat-north = 北
seat-west = 西
seat-south = 南
seat-east = 東
team-north-south = 南北
team-west-east = 東西
game-tractor = 升級
parse-unknown-call = { $it ->
    [none] 請寫出要亮的花色。寫一遍亮一張，寫兩遍亮一對：{ CMD("call H") }、{ CMD("call HH") }、{ CMD("call J-J-") }。
   *[other] 看不懂這樣亮主：`{ $it }`。寫花色亮一張，寫兩遍亮一對：{ CMD("call H") }、{ CMD("call HH") }、{ CMD("call J-J-") }。
}

# 桌上。
trouble-kitty-in-public = 你把底牌寫在大家都看得到的地方了。下次請用「我的牌」或私訊。
trouble-premove-in-public = 你把要出的牌寫在大家都看得到的地方了。下次請用「我的牌」或私訊。

# 各條規則的說明。
rules-tractor-calling = 發牌和亮主
rules-tractor-playing = 跟牌和甩牌
rules-tractor-scoring = 分數和升級
about-deal-interval = 發兩張牌之間隔幾秒，0 就是一下子發完。
about-call-window = 最後一張發完以後，還能亮主、反主幾秒。
about-redeal-limit = 沒人亮主就自動重發，連續這麼多次就停下來等人。0 就是只要有人在就一直重發。
about-no-trump-calls = 一對鬼牌能不能亮無主。也可以讓一張大鬼亮無主：能反一張，不能反一對。
about-first-dealer = 第一局誰坐莊：最先亮主的人，還是最後亮主的人。
about-next-dealer = 第一局以後每局誰坐莊：上一局贏的一方輪流坐莊，還是最先或者最後亮主的人搶莊。打的都是贏的一方的級，沒人亮主也由他們坐莊；升級從自己的級算起。
about-no-call = 莊家已定，沒人亮主時怎麼辦。
about-throw-checked-against = 誰的牌能管住甩牌。
about-throw-penalty = 甩牌失敗罰多少分。
about-follow-tractor = 跟拖拉機時，手裡有什麼牌型就要跟什麼。
about-follow-throw = 跟甩牌時，手裡有什麼牌型就要跟什麼。
about-throw-winner = 幾家斃甩牌時怎樣比大小。
about-kitty-multiplier = 閒家贏了最後一輪，底牌的分算幾倍。
about-level-cap = 一局最多能升幾級。
about-gates = 不能跳過的級，必須自己坐莊打過。
about-after-ace = 在最後一級怎樣才算贏下全場。
about-start-level = 兩家從幾打起。
about-match-to = 最後一級，坐莊打過就贏下全場。
about-own-call = 自己亮的主還在時，還能怎麼亮。
about-call-order = 一對能不能壓花色小的一對：♦、♣、♥、♠ 從小到大。一對鬼牌能壓，除非選了「鬼牌也不行」。
about-call-take-back = 別人再亮之前可以收回自己亮的主，一局一次。亮過的牌大家已經看到了。
about-who-deals = 莊家定了以後誰可以發牌。莊家是電腦時，停一會兒自動發。
about-kitty-overcalls = 扣底以後，其他人輪流選擇要不要用更大的牌反主。反了就換主，拿起底牌重新扣，直到沒人再反。莊家不變。
about-start-level-we = 東西家從幾打起，可以和南北家不同。首局還沒有莊家，按南北家的級打。
about-points-shown = 一局的分數什麼時候公佈。記牌的人自己也算得出來。
about-take-back = 下一家出牌前可以收回剛出的牌，甩牌不行。電腦會等 4 秒。
about-forced-plays = 只有一種出法時，停一下就自動出；輪到你領出時不會自動出。別人可能看得出來。
about-past-tricks = 打的時候能看這一局哪幾輪。電腦都記得，提示也從它們來。
about-seating = 開局時要不要抽座位，電腦也抽，每場重抽。抽得公不公平可以驗證。
about-rounds = 打滿這麼多局，全場就結束：級高的一方贏；級一樣，最後一局贏的一方贏。
about-follow-pair = 別人出對子，手裡有對子要不要先跟對子。選「同花色就行」，跟拖拉機和甩牌也只看花色和張數。
about-tractor-protection = 跟牌時拖拉機要不要拆開。關：別人出對子，拖拉機裡的對子也要出；長的拖拉機也要拆開來跟短的。選了保護，別人沒出拖拉機（或者只出了更短的拖拉機）時，不用拆。
about-tractor-length = 幾個連對才算拖拉機。選 3，兩個連對只算兩個對子，一起出就是甩牌。
about-shutout = 閒家一分沒得時，莊家方要不要多升一級。
about-kitty-points = 莊家扣底以後，要不要告訴大家底牌有幾分。牌還是不給看。
about-tractor-preset = 一次換掉所有規則，快慢和悔牌不變。之後還能一條一條改。
about-preset-standard = 從 2 打到 A，和規則頁一樣。
about-preset-short = 打到 6 為止。
about-preset-rbtying = 首局最後亮主的人坐莊；沒人亮主，底牌第一張定主；斃甩牌每一組都要大；摳底按最後一手最大一組張數的兩倍，底牌不公佈；升級不封頂。
about-preset-playtractor = 守住 A 以後，還要守住一局無主。
about-preset-changzhu = 2 是常主，沒人亮主就打無主。
about-preset-shanghai = 首局最後亮主的人坐莊；自己的主只能加固，沒人亮主就打無主；甩牌只要跟對子，比最大的一張；摳底按最後一手最大一組張數的兩倍；5、10、K、A 必打；升級不封頂。
about-preset-contest = 首局最後亮主的人坐莊；大花色的對子能反主，扣底以後還能炒地皮；甩牌失敗每張罰 10 分；摳底按最後一手最大一組張數的兩倍；打 J 時閒家用 J 贏最後一輪就勾到底。
about-preset-shuangkou = 從 3 打起，2 是常主；首局最後亮主的人坐莊；甩牌失敗每張罰 10 分；5、10、K、A 必打；打 J 時閒家用 J 贏最後一輪就勾到底。
about-permanent-trumps = 每一局都是主的牌，比級牌小，比其他主牌大：5 大過 3，3 大過 2；同一點裡主花色的大，其餘一樣大。
about-permanent-levels = 常主的那幾級要不要打，還是跳過去。
about-points-to-win = 閒家拿到這麼多分就贏這一局，下一局坐莊。
about-level-step = 差多少分算一級：閒家的分比上台分少，莊家方升級；多，閒家升級。
about-jack = 打 J 時，閒家用 J 贏了最後一輪，莊家方就退回起始級：可以只算一張 J，也可以幾張 J 都算（不能夾別的牌）。這一局升的級從那裡算起。
about-dead-zone = 閒家剛上台時有幾檔不升級。1：80 分只上台，120 分升一級。0：一上台就升級。
about-throw-stopper = 甩牌失敗時，要不要說是誰管住的。後面出的牌還是可能看得出來。
about-kitty-shown = 打完一局要不要公佈底牌。選「不公佈」，摳底時只說底分。記牌的人，或者用打完後公佈的隨機種子，還是算得出來。

# 說明。
help-table-title = 坐下和開局
help-table =
    { $face ->
        [terminal] 輸入：
       *[other] 點「坐下」，或者輸入：
    }
    `{ $p }join` – 坐第一個空位；`{ $p }join 南` – 坐你選的座位
    `{ $p }computer` – 加一個電腦；`{ $p }computer all` – 空位都坐電腦
    `{ $p }rules` – 看規則，開局前桌主可以改
    `{ $p }start` – 人齊了就開局

    南北對東西。出牌順序是北、西、南、東。
    有事就 `{ $p }leave`：電腦接著打，`{ $p }join` 隨時坐回來。電腦的座位，朋友隨時可以補位。
    `{ $p }reset` 投票作廢這一場，三票通過。
help-playing-title = 怎麼出牌
help-playing =
    { $face ->
        [terminal]
            輪到你的時候會列出你的牌；`{ $p }hand` 隨時可以再看。
            ▸ 發牌時輸入要亮的主：`{ $p }call H`
            ▸ 輪到你，直接寫牌：`黑桃8 黑桃8`，或者 `{ $p }play 8S 8S`
            ▸ 空行就做提示裡寫的事
            ▸ `{ $p }hint` 會給一手牌，還說為什麼

            時間到了會替你出最小的牌；連著兩次，就由電腦代打。`{ $p }join`，或者直接出牌。
        [browser]
            你的牌在牌桌下方，只給你看。
            ▸ 發牌時，能亮的主都是按鈕
            ▸ 輪到你，點牌抬起來；必須一起出的牌跟著抬起
            ▸ 點「出牌」，或者把牌往上一劃
            ▸ 「提示」會給一手牌，還說為什麼

            時間到了會替你出最小的牌；連著兩次，就由電腦代打。`{ $p }join`，或者直接出牌。
       *[other]
            點牌桌上的**我的牌**：你的牌，只給你看。
            ▸ 發牌時，能亮的主都是按鈕
            ▸ 輪到你，點牌選中，再點「出」；只要出一張時，點一下就出
            ▸ 只有一種出法，也是點一下
            ▸ 「提示」會給一手牌，還說為什麼

            也可以輸入 `{ $p }play 8S 8S`。私訊裡只寫牌就行：`黑桃8 黑桃8`。
            手牌會自動更新一刻鐘，之後請再點一次「我的牌」。
            時間到了會替你出最小的牌；連著兩次，就由電腦代打。點「我回來了」，或者直接出牌。
    }
help-cards-title = 牌
help-cards =
    兩副牌，108 張。打字時先寫花色：`紅心5`、`梅花10`、`黑桃Q`、`方塊J`、`大鬼`、`小鬼`。
    短一點也行：`♥5`、`5H`、`10C`、`QS`、`JD`，兩張可以連著寫：`5H5H`、`2x5H`。

    每一局有一個級，從 2 打起。鬼牌、級牌和亮定的花色都是主牌。
    打 9、主 ♣，從大到小：
    大鬼、小鬼、♣9，再是 ♦9 ♥9 ♠9（一樣大），再是 ♣A ♣K … ♣2
    副牌：A K Q J 10 8 … 2。9 不在裡面，所以 10 和 8 相鄰。

    分：5 是 5 分，10 和 K 是 10 分，共 200 分。
help-calling-title = 亮主
help-calling =
    發牌時亮一張級牌，它的花色就是主。
    `{ $p }call H` – 亮一張紅心
    `{ $p }call HH` – 亮一對，可以反一張
    `{ $p }call J-J-` – 一對小鬼打無主，可以反花色
    `{ $p }call J+J+` – 一對大鬼打無主，沒人能反

    每一種一局只能亮一次。首局誰先亮主，誰坐莊。
    { $face ->
        [terminal] `{ $p }hand` 會列出能亮的主。
        [browser] 能亮的主，手牌上方都有按鈕。
       *[other] 「我的牌」裡，能亮的都是按鈕。
    }
    發完牌還有一小會兒可以亮主、反主；不亮就 `{ $p }不亮`。
    沒人亮主就翻底牌定主；首局沒人亮主就重新發牌。
help-kitty-title = 底牌
help-kitty =
    莊家拿起 8 張底牌，再扣 8 張。打完之前別人都看不到。
    `{ $p }kitty 3C 4C 3D 6D 7S 8S 9S JS`

    { $face ->
        [terminal] 空行就扣提示裡寫的牌。
        [browser] 點牌抬起或放下，選好八張再扣。
       *[other] 點「我的牌」來選，或者寫在私訊裡：寫在頻道裡大家都看得到。
    }
    閒家贏最後一輪，底牌的分翻倍歸閒家。
help-following-title = 出牌和跟牌
help-following =
    領出的人出同一門的牌，所有主牌算一門。
    ▸ 單張：♠A；對子：♥8 ♥8
    ▸ 拖拉機，相鄰的對子：♥5 ♥5 ♥4 ♥4
    ▸ 甩牌：`{ $p }help throws`

    跟牌張數要一樣，有這一門就要跟：
    ▸ 出對子，有對子要跟對子
    ▸ 出拖拉機，先跟拖拉機，再跟對子，再跟這一門的其他牌
    ▸ 這一門沒有了，出什麼都行
    同樣牌型裡最大的贏，主牌同樣牌型可以斃。一樣大先出的贏，贏的人接著領出。
    打 9、主 ♣：`♥5 5 4 4`、`♠10 10 8 8`、`大鬼 大鬼 小鬼 小鬼 ♣9 9` 是拖拉機；`♦6 6 4 4`、`♥9 9 ♦9 9` 不是。
help-throws-title = 甩牌
help-throws =
    甩牌是同一門的幾組牌（單張、對子、拖拉機）一起領出：♠A ♠K ♠K
    每一組別家在這一門裡都管不住，甩牌才成立。否則只出被管住的最小張數裡最小的一組，其餘收回。

    打 9、主 ♣。你甩 ♦K ♦Q：
    ▸ 有人有 ♦A，就只出 ♦Q
    ▸ 別人的主牌管不住
    你甩 ♦K ♦Q ♦Q ♦10 ♦10：
    ▸ 碰到 ♦A，只出 ♦K
    ▸ 碰到 ♦J ♦J，只出 ♦10 ♦10

    要斃甩牌，主牌也要有同樣的各組，比最大的一組。
help-scoring-title = 算分
help-scoring =
    只算閒家抓的分，共 200 分。
    ▸ 0 分 – 莊家升 3 級
    ▸ 5–35 – 升 2 級，40–75 – 升 1 級
    ▸ 80–115 – 閒家上台
    ▸ 120–155 – 上台並升 1 級，160–195 – 升 2 級，200 以上 – 升 3 級

    閒家贏最後一輪，底牌的分翻倍（摳底）。
    莊家守住，莊家的對家接著坐莊；閒家上台，由莊家的下家坐莊。
    打 A 時坐莊守住，就贏全場。
    `{ $p }surrender` 投降這一局，要對家同意。

# 其他。
replay-deal = 重播：第 { $round } 局，發牌
replay-taken-over = { $who } 炒了地皮。
replay-trick = 重播：第 { $round } 局，第 { $n } 輪

skill-note-tractor-random = 合法的牌隨便出
skill-note-tractor-lowest = 總出最小的牌
skill-note-tractor-beginner = 會跟花色，大牌早早出手，不記牌
skill-note-tractor-greedy = 見分就搶，只看眼前這一輪
skill-note-tractor-heuristic = 會記牌，記得誰沒有哪門花色，會給對家送分
skill-note-tractor-search = 設想各種牌局，推算到底，想得久一點
