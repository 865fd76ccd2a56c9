# 组成句子的词。

seat-empty = –

computer = 电脑
computer-0 = 小北
computer-1 = 小西
computer-2 = 小南
computer-3 = 小东
computer-4 = 小明
computer-5 = 小美
computer-6 = 小乐
computer-7 = 小龙
computer-8 = 小雨
computer-9 = 小云
skill-random = 随机
skill-lowest = 只出小牌
skill-greedy = 简单
skill-heuristic = 中等
skill-search = 高手
skill-level = { $n } 级
skill-note-random = 合法的牌随便出
skill-note-lowest = 总出最小的牌
skill-note-greedy = 能拿就拿
skill-note-heuristic = 又快又稳
skill-note-search = 会算牌，想得久一点
skill-program = 程序 { $name }
skill-note-program = 机器人管理者允许的外部程序

list-comma = { $a }、{ $b }
time-left = 还剩 { $n } 秒

# 没有看懂的输入。

parse-too-long = 太长了，看不完。
parse-too-many-cards = 超过 { $most } 张牌了。例如 { $command }。
parse-unknown-card = 不认识这张牌：`{ $piece }`。先写花色再写点数：`红桃10`、`黑桃Q`、`大王`，也可以写 `10H`、`QS`。
parse-unknown-seat = 没有这个座位：`{ $piece }`。例如 { $command }。
parse-no-setting = 请写“规则=值”，不是 `{ $piece }`。例如 { $command }。
parse-no-contribution = 请写出要加入洗牌的话。例如 { $command }。
parse-long-contribution = 加入洗牌的话最多 { $most } 字节。例如 { $command }。
parse-no-such-move = 这个游戏没有 { $command }。
parse-not-now = 现在不能 { $command }。
