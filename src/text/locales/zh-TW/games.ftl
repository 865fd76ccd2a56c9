# 幾個遊戲共用的句子。

seat-number = { $n } 號位
suit-clubs = { $count ->
   *[other] 梅花
}
suit-diamonds = { $count ->
   *[other] 方塊
}
suit-hearts = { $count ->
   *[other] 紅心
}
suit-spades = { $count ->
   *[other] 黑桃
}
suit-trumps = { $count ->
   *[other] 主牌
}
for-example = 例如 { $command }。

ready-deal = 可以發牌了：{ BUTTON("button-deal", "deal") }
ready-next = 可以打下一局了：{ BUTTON("button-next-round", "deal") }
ready-mixed = 已加入洗牌：{ $names }
note-contributed = { $seat } 把話加入了洗牌。
deal-mixed = 你的話已經加入洗牌。
prompt-deal = 發牌
prompt-wait = 等 { $who }
score-title = 比分
score-earlier = ……之前還有 { $n } 局
score-none = 還沒有打完一局。
verify-title = 第 { $round } 局的洗牌
verify-seal = 發牌前公佈的洗牌校驗碼：`{ $seal }`
verify-secret = 打完後公佈的隨機種子：`{ $secret }`
verify-mixed = { $who } 加入的話：`{ $words }`
verify-how = 校驗碼是隨機種子的 SHA-256；隨機種子加上大家加入的話，決定牌的順序。README 裡寫了怎樣重算。
verify-none = 現在還沒有可以驗證的：一局打完才公佈隨機種子。
reject-ready = 還沒發牌。{ BUTTON("button-deal", "deal") } 發牌。
reject-not-your-turn = 現在還輪不到你，輪到 { $turn }。
rule-preset = 玩法
value-preset-custom = 自訂
