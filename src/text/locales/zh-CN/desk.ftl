# 前台：牌桌以外的回答。

desk-no-table = 这里还没有牌桌，{ $command } 可以开一桌。
desk-gone = 这一桌已经不在了。
desk-not-saved = 刚才没能保存，所以什么都没有做。请稍后再试一次。
desk-defect = 这里出了点问题，什么都没有做。请告诉机器人的管理者。
desk-channel-not-allowed = 这个频道没有开启机器人。可用的频道由服务器管理员决定。
desk-other-game = 这个频道正在玩{ $game }。
desk-ended = 这一桌已经散了。
desk-left = 你已经离开了牌桌。
desk-nothing-to-do = 现在还没有轮到你做什么。
desk-unknown-command = 没有 { $word } 这个命令。{ $help } 列出了所有命令。
desk-unknown-command-meant = 没有 { $word } 这个命令。是不是想用 { $meant }？

settings-title = 设置
settings-automatic = 自动
settings-own-language = 你的语言：{ $language }
settings-server = 本服务器（管理员可以更改）
settings-server-prefix = 命令前缀：{ $prefix }
settings-server-language = 语言：{ $language }
settings-server-channels = 频道：{ $channels }
settings-everywhere = 所有频道
settings-forget = { $command } 会删除你的战绩和设置。
settings-forgotten = 你的战绩和设置已经删除。
settings-unknown = 没有 { $name } 这个设置。例如 { $example }。
settings-bad-value = { $name } 不能设成这个值。例如 { $example }。
settings-no-server = 这个设置只能在服务器里更改。
settings-not-moderator = 只有可以管理频道的人才能更改服务器设置。

desk-not-read = 刚才没能查到，请稍后再试一次。

stats-title = 战绩
stats-here = 本服务器
stats-everywhere = 所有服务器
stats-none = 还没有记录：一局打完才算。
stats-against = 对 { $who }：{ $games } 局，胜 { $wins }，平 { $draws }
stats-forgotten = 某人
stats-time = { $hours } 小时 { $minutes } 分
stats-top-title = 前十名
stats-board-none = 还没有人上榜。
stats-board-none-ratio = 还没有人上榜：至少要有 { $n } 次。
stats-other-measures = 可以按 { $list } 排，例如 { $example }。
stats-unknown = 这里不认识 { $word }。例如 { $example }。
stats-unknown-measure = { $game }没有 { $word } 这一项，有 { $list }。例如 { $example }。
stats-which-game = 哪种游戏？{ $list }，例如 { $example }。
measure-wins = 胜
measure-rounds = 局数
measure-pw = 胜率
measure-declarer = 庄家胜
measure-opponent = 闲家胜
measure-levels = 升级数
measure-points = 得分
measure-ppr = 每局得分
measure-throws = 甩牌
measure-failed = 甩牌失败率
measure-matches = 整场
measure-won = 整场胜
measure-games = 局数
measure-ppg = 每局得分
measure-time = 用时
measure-draws = 平

console-you = 玩家 { $n }
console-welcome = 欢迎入座。按提示输入即可；{ $help } 有详细说明，Ctrl+D 结束。
console-goodbye = 再见。
console-resumed = 接着打上次的牌桌，{ $end } 可以散桌。
console-not-kept = 这一桌不会保存：另一个程序正在使用存储。
