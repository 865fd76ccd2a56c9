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
skill-note-tractor-random = 合法的牌随便出
skill-note-tractor-lowest = 总出最小的牌
skill-note-tractor-beginner = 会跟花色，大牌早早出手，不记牌
skill-note-tractor-greedy = 见分就抢，只看眼前这一轮
skill-note-tractor-heuristic = 会记牌，记得谁没有哪门花色，会给对家送分
skill-note-tractor-search = 设想各种牌局，推算到底，想得久一点
skill-note-uno-random = 能出的随便出
skill-note-uno-beginner = 有牌就出，常忘了喊 UNO
skill-note-uno-greedy = 留着变色牌，守住张数多的颜色，不看别人
skill-note-uno-heuristic = 盯着每一家：拦住快赢的，会判断要不要质疑
skill-note-uno-search = 设想各种牌局，推算到底，想得久一点
skill-note-ttt-level0 = 随机：随便下
skill-note-ttt-level1 = 新手：只会连自己的线
skill-note-ttt-level2 = 简单：也会堵你的线
skill-note-ttt-level3 = 普通：还会自己做线
skill-note-ttt-level4 = 中等：还会早早破坏你的线
skill-note-ttt-level5 = 高手：会算后面几步，3×3 从不输
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
