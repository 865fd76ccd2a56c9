# 規則：怎樣列出、怎樣更改。

rules-usual = { $all ->
    [true] 所有規則都是標準。
   *[false] 其他規則都是標準。
}
rules-all = { CMD("rules all") } 列出全部規則。
rules-host = 規則只能由桌主 { $who } 來改。
rules-in-match = { $alone ->
    [true] 現在就能改：{ CMD($command) }
   *[false] 要同桌其他人過半數同意：{ CMD($command) }
}
rules-later = 規則要到下一場開始前才能改。本桌時限現在就能改：{ CMD("rules turn_limit=60") }
menu-rules = 選擇要看或要改的規則
