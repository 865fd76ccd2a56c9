# 每日一局。

daily-title = 每日一局 { $number }
daily-score = { $held ->
    [true] { $levels } 級：你們坐莊，{ $trump ->
        [NT] 無主
       *[other] 主 { $trump }
    }，對方得 { $points } 分，需要 { $needed } 分。
   *[false] { $levels } 級：對方坐莊，{ $trump ->
        [NT] 無主
       *[other] 主 { $trump }
    }，你們得 { $points } 分，需要 { $needed } 分。
}
daily-percentile = 今天共 { $people } 人，你勝過其中 { $percent }%：
daily-first = 你是今天第一個打完的：
daily-late = 打完時當天已經結束，不計入成績。當天的成績：
daily-share-hint = 可以分享這一行，不會洩露任何牌：
daily-share = 每日一局 { $number } · { $trump } · { $levels } · { $points }/{ $needed } · { $course } · 連續 { $streak } 天
daily-next = { CMD("daily practice") } 再打一次，不計成績。{ CMD("leaderboard daily") } 看誰打得最好。
daily-until = 下一局{ $face ->
    [terminal] 再過 { $hours } 小時 { $minutes } 分
   *[other] { $when }
}開始。
daily-state-new = 今天還沒打{ $streak ->
    [0] { "" }
   *[other] { " " }· 連續 { $streak } 天
}
daily-state-begun = 已經開始，接著打
daily-state-done = 打完了：{ $levels } 級 · 連續 { $streak } 天
daily-usage = 不加別的詞就是打今天這一局或看成績。想再打一次練習：{ CMD("daily practice") }
daily-play-first = 先打計成績的這一局：{ CMD("daily") }
daily-no-hint = 每日一局沒有提示：大家拿同樣的牌，各憑本事。練習時可以用提示。
daily-elsewhere = 你在別處已經開始了這一局。請到那裡繼續，或稍後再試。
daily-given-up = 你放棄了今天這一局，不過還可以練習：{ CMD("daily practice") }
daily-aloud = 這副牌只給你自己看：請用斜線指令 { $daily }，或者在私訊裡打。
daily-seals-title = 每天的承諾值
daily-seals = 每天的牌在有人打之前就已經定好並封存。承諾值事先公布，金鑰第二天公開。
daily-opened = 已公開：{ $secret }
daily-month-title = 每日一局 · { $month }
daily-nobody = 還沒有人打完。{ CMD("daily") } 就能打。
daily-leader = { $place }. { $who } { $levels }（{ $points } 分）
daily-leader-month = { $place }. { $who } { $won } 級，{ $days } 天
daily-also-month = 本月：{ CMD("leaderboard daily month") }
daily-by-levels = 按己方升的級數排名；打得不好的一天不扣。
daily-leaders-usage = 每日一局沒有這樣的排行榜。例如 { CMD("leaderboard daily month") }
refuse-daily = 這一局人人拿同樣的牌，所以這桌什麼都不能改。{ CMD($daily) } 繼續打。
button-daily = 我的成績
button-daily-practice = 再打一次

# Duels.

duel-title = 同牌對決 · { $code }
duel-next = { CMD("duel", $code, "@") }… 加上名字，請人打同樣的牌。以後再打這個指令，就看到誰打過、打得怎樣。
duel-invitation = { $who } 和電腦打了一局。拿同樣的牌，你能打得更好嗎？{ $command }
button-duel = 打同樣的牌
duel-usage = 同牌對決要寫請誰打同樣的牌，或者寫一個代碼：{ $example }
duel-many = 一次最多請 { $most } 個人。
duel-unfinished = 你還有一局同牌沒打完：{ CMD($first) } 繼續打，在那裡用 { CMD("end") } 放棄。
duel-given-up = 你放棄了這場對決。{ CMD("duel") } 另發一副牌。
duel-no-hint = 同牌對決沒有提示：大家拿同樣的牌，各憑本事。
