# 几个游戏共用的句子。

seat-number = { $n } 号位
suit-clubs = 梅花
suit-diamonds = 方块
suit-hearts = 红桃
suit-spades = 黑桃
suit-trumps = 主牌
for-example = 例如 { $command }。

ready-deal = { $deal } 发牌。
ready-next = { $deal } 发下一局的牌。
ready-mixed = 已掺入：{ $names }
note-contributed = { $who } 把话掺进了洗牌。
deal-mixed = 你的话已经掺进洗牌。
ready-seal = 洗牌封条：`{ $seal }`
prompt-deal = 发牌
prompt-wait = 等 { $who }
score-title = 比分
score-earlier = ……之前还有 { $n } 局
score-none = 还没有打完一局。
verify-title = 第 { $round } 局的洗牌
verify-seal = 发牌前公布的封条：`{ $seal }`
verify-secret = 打完后公布的密文：`{ $secret }`
verify-mixed = { $who } 掺入：`{ $words }`
verify-how = 封条是密文的 SHA-256；密文加上各人掺入的话决定牌序。README 里写了怎样重算。
verify-none = 还没有可验证的：一局打完才公布洗牌。
reject-ready = 还没发牌。{ $deal } 发牌。
reject-turn = 轮到 { $who }。
