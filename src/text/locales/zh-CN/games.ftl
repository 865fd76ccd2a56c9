# 几个游戏共用的句子。

seat-number = { $n } 号位
suit-clubs = { $count ->
   *[other] 梅花
}
suit-diamonds = { $count ->
   *[other] 方块
}
suit-hearts = { $count ->
   *[other] 红桃
}
suit-spades = { $count ->
   *[other] 黑桃
}
suit-trumps = { $count ->
   *[other] 主牌
}
for-example = 例如 { $command }。

ready-deal = 可以发牌了：{ BUTTON("button-deal", "deal") }
ready-next = 可以打下一局了：{ BUTTON("button-next-round", "deal") }
ready-mixed = 已加入洗牌：{ $names }
note-contributed = { $seat } 把话加入了洗牌。
deal-mixed = 你的话已经加入洗牌。
prompt-deal = 发牌
prompt-wait = 等 { $who }
score-title = 比分
score-earlier = ……之前还有 { $n } 局
score-none = 还没有打完一局。
verify-title = 第 { $round } 局的洗牌
verify-seal = 发牌前公布的洗牌校验码：`{ $seal }`
verify-secret = 打完后公布的随机种子：`{ $secret }`
verify-mixed = { $who } 加入的话：`{ $words }`
verify-how = 校验码是随机种子的 SHA-256；随机种子加上大家加入的话，决定牌的顺序。README 里写了怎样重算。
verify-none = 现在还没有可以验证的：一局打完才公布随机种子。
reject-ready = 还没发牌。{ BUTTON("button-deal", "deal") } 发牌。
reject-not-your-turn = 现在还轮不到你，轮到 { $turn }。
rule-preset = 玩法
value-preset-custom = 自定义
