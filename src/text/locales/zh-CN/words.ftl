# 组成句子的词。

seat-empty = –
you = 你

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
skill-steady = 稳健
skill-level = { $n } 级
skill-beginner = 新手
skill-program = 程序 { $name }
skill-note-program = 机器人管理者允许的外部程序

list-comma = { $a }、{ $b }
list-and = { $a } 和{ $b }
list-and-short = { $a }、{ $b }
time-left = ⏳ 还剩 { $n } 秒
time-up = ⏳ { $when }超时
time-by-itself = { $face ->
    [terminal] ⏳ { $n } 秒后自动发
    [browser] ⏳ { $when }自动发下一局
   *[other] ⏳ { $when }自动发
}

# 没有看懂的输入。

parse-too-long = 太长了，看不完。
parse-too-many-cards = 超过 { $most } 张牌了。例如 { CMD($play) }。
parse-unknown-card = 不认识这张牌：`{ $it }`。先写花色再写点数：`红桃10`、`黑桃Q`、`大王`，也可以写 `10H`、`QS`。
parse-only-suit = `{ $it }` 只是花色，还要写点数。例如 { CMD("play KS") }。
parse-unknown-seat = 没有这个座位：`{ $piece }`。例如 { CMD("join", $example) }。
parse-no-setting = 请写“规则=值”，不是 `{ $piece }`。例如 { CMD($example) }。
parse-no-contribution = 请写出要加入洗牌的话。例如 { CMD("mix lucky words") }。
parse-long-contribution = 加入洗牌的话最多 { $most } 字节。例如 { CMD("mix lucky words") }。
parse-no-such-move = 这个游戏没有 { CMD($word) }。
parse-not-now = 现在不能 { CMD($word) }。
