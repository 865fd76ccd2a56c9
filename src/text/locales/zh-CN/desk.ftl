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

console-you = 玩家 { $n }
console-welcome = 欢迎入座。按提示输入即可；{ $help } 有详细说明，Ctrl+D 结束。
console-goodbye = 再见。
console-resumed = 接着打上次的牌桌，{ $end } 可以散桌。
console-not-kept = 这一桌不会保存：另一个程序正在使用存储。
