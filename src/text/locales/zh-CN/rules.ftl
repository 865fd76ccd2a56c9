# 规则：怎样列出、怎样更改。

rules-usual = { $all ->
    [true] 所有规则都是标准。
   *[false] 其他规则都是标准。
}
rules-all = { CMD("rules all") } 列出全部规则。
rules-host = 规则只能由桌主 { $who } 来改。
rules-in-match = { $alone ->
    [true] 现在就能改：{ CMD($command) }
   *[false] 要同桌其他人过半数同意：{ CMD($command) }
}
rules-later = 规则要到下一场开始前才能改。本桌时限现在就能改：{ CMD("rules turn_limit=60") }
menu-rules = 选择要看或要改的规则
