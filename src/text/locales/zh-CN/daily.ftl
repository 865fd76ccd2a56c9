# 每日一局。

daily-title = 每日一局 { $number }
daily-score = { $held ->
    [true] { $levels } 级：你们坐庄，{ $trump ->
        [NT] 无主
       *[other] 主 { $trump }
    }，对方得 { $points } 分，需要 { $needed } 分。
   *[false] { $levels } 级：对方坐庄，{ $trump ->
        [NT] 无主
       *[other] 主 { $trump }
    }，你们得 { $points } 分，需要 { $needed } 分。
}
daily-percentile = 今天共 { $people } 人，你胜过其中 { $percent }%：
daily-first = 你是今天第一个打完的：
daily-late = 打完时当天已经结束，不计入成绩。当天的成绩：
daily-share-hint = 可以分享这一行，不会泄露任何牌：
daily-share = 每日一局 { $number } · { $trump } · { $levels } · { $points }/{ $needed } · { $course } · 连续 { $streak } 天
daily-next = { CMD("daily practice") } 再打一次，不计成绩。{ CMD("leaderboard daily") } 看谁打得最好。
daily-until = 下一局{ $face ->
    [terminal] 再过 { $hours } 小时 { $minutes } 分
   *[other] { $when }
}开始。
daily-state-new = 今天还没打{ $streak ->
    [0] { "" }
   *[other] { " " }· 连续 { $streak } 天
}
daily-state-begun = 已经开始，接着打
daily-state-done = 打完了：{ $levels } 级 · 连续 { $streak } 天
daily-usage = 不加别的词就是打今天这一局或看成绩。想再打一次练习：{ CMD("daily practice") }
daily-play-first = 先打计成绩的这一局：{ CMD("daily") }
daily-no-hint = 每日一局没有提示：大家拿同样的牌，各凭本事。练习时可以用提示。
daily-elsewhere = 你在别处已经开始了这一局。请到那里继续，或稍后再试。
daily-given-up = 你放弃了今天这一局，不过还可以练习：{ CMD("daily practice") }
daily-aloud = 这副牌只给你自己看：请用斜杠命令 { $daily }，或者在私信里打。
daily-seals-title = 每天的承诺值
daily-seals = 每天的牌在有人打之前就已经定好并封存。承诺值事先公布，密钥第二天公开。
daily-opened = 已公开：{ $secret }
daily-month-title = 每日一局 · { $month }
daily-nobody = 还没有人打完。{ CMD("daily") } 就能打。
daily-leader = { $place }. { $who } { $levels }（{ $points } 分）
daily-leader-month = { $place }. { $who } { $won } 级，{ $days } 天
daily-also-month = 本月：{ CMD("leaderboard daily month") }
daily-by-levels = 按己方升的级数排名；打得不好的一天不扣。
daily-leaders-usage = 每日一局没有这样的排行榜。例如 { CMD("leaderboard daily month") }
refuse-daily = 这一局人人拿同样的牌，所以这桌什么都不能改。{ CMD($daily) } 继续打。
button-daily = 我的成绩
button-daily-practice = 再打一次

# Duels.

duel-title = 同牌对决 · { $code }
duel-next = { CMD("duel", $code, "@") }… 加上名字，请人打同样的牌。以后再打这个命令，就看到谁打过、打得怎样。
duel-invitation = { $who } 和电脑打了一局。拿同样的牌，你能打得更好吗？{ $command }
button-duel = 打同样的牌
duel-usage = 同牌对决要写请谁打同样的牌，或者写一个代码：{ $example }
duel-many = 一次最多请 { $most } 个人。
duel-unfinished = 你还有一局同牌没打完：{ CMD($first) } 继续打，在那里用 { CMD("end") } 放弃。
duel-given-up = 你放弃了这场对决。{ CMD("duel") } 另发一副牌。
duel-no-hint = 同牌对决没有提示：大家拿同样的牌，各凭本事。
