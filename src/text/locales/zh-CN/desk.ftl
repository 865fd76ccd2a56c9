# 前台：牌桌以外的回答。

intro-link = 把我加到你的服务器：{ $link }
desk-no-table = 这里还没有牌桌，{ $command } 可以开一桌。
desk-unknown-computer = { $word } 不是电脑的级别，也不是座位。级别：{ $levels }。例如 { $command }。
desk-gone = 这一桌已经不在了：下完了、被结束了，或者过期了。
desk-not-saved = 刚才没能保存，所以什么都没有做。请稍后再试一次。
desk-defect = 这里出了点问题，什么都没有做。请告诉机器人的管理者。
desk-channel-not-allowed = 这个频道没有开启机器人。可用的频道由服务器管理员决定。
desk-other-game = 这个频道正在玩{ $game }。
desk-ended = 这一桌已经散了。
desk-declined = 你谢绝了这次挑战。
desk-left = 你已经离开了牌桌。
desk-left-match = 你离座了，电脑接着打。{ $join } 就能回来。
desk-no-computer = 这一桌没有电脑。
desk-nothing-to-do = 你现在没有什么要做的。
desk-unknown-command = 没有 { $word } 这个命令。{ $help } 列出了所有命令。
desk-unknown-command-meant = 没有 { $word } 这个命令。是不是想用 { $meant }？

settings-title = 设置
settings-automatic = 自动
settings-standard = 默认
settings-everywhere = 所有频道
settings-here = 只限这个频道
settings-hint = 也可以输入：{ $command }
settings-values = 例如 { $values }。输入：{ $command }
settings-choice = { $label }：{ $value }
settings-changed = { $label }：{ $value }
settings-changed-server = 本服务器的{ $label }：{ $value }
settings-entrance = 你的设置，只有你看得见：
settings-menu = 选择要改的设置
settings-button-server = 本服务器
settings-button-own = 我的设置
settings-server-title = 本服务器的设置
settings-server-limits = 新牌桌的时限
settings-forgotten = 你的战绩和设置已经删除。
settings-unknown = 没有 { $name } 这个设置。例如 { $example }。
settings-bad-value = { $name } 不能设成这个值。例如 { $example }。
settings-no-server = 这个要在服务器的频道里设置：{ $command }
settings-not-moderator = 只有可以管理频道的人才能更改服务器设置。
settings-button-forget = 删除我的数据
settings-ping-slow = 少提醒

setting-language = 语言
setting-prefix = 命令前缀
setting-channels = 频道
about-setting-language = 机器人用什么语言和你说话。“自动”就是 Discord 里设置的语言。
about-setting-prefix = 输入的命令以什么开头：最多五个符号或字母。
about-setting-channels = 机器人在哪些频道可用。几个频道就一个接一个地输入。
setting-ping = 提醒我
about-setting-ping = 轮到你、过了 20 秒还没动，机器人就@你；两分钟内用过机器人就不会。“少提醒”：过了五分钟，或快要超时的时候才@你。“关”：从不@你。

desk-not-read = 刚才没能查到，请稍后再试一次。

stats-title = 战绩
stats-here = 本服务器
stats-everywhere = 所有服务器
picture-course = { $game }逐月战绩，{ $first } 到 { $last }：打了 { $games } 局，赢了 { $wins } 局
stats-none = 还没有记录：一局打完才算。
stats-place = 按{ $by }排第 { $place } 名
stats-against = 对 { $who }：胜 { $wins }，平 { $draws }，负 { $losses }
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

replay-none = 还没有可以回放的：一局打完才能回放。
replay-pruned = 这场比赛太久了，出牌记录已不再保留。
replay-no-round = 第 { $n } 局还没打完。最近可以回放的是第 { $last } 局：{ $example }。
replay-usage = 回放要写第几局，也可以写第几页。例如 { $example }。
replay-page = 第 { $n } 页，共 { $of } 页
replay-next = { $command } 看下一页。
button-previous = 上一页
button-next = 下一页
export-done = 第 { $n } 场在这个文件里。{ $command } 可以在终端里看。
export-none = 这里还没有打完的比赛。
export-not-over = 比赛还在进行，打完才能导出。

room-title = { $n } 号房间
room-state = { $game } · { $stage } · 已坐 { $seated } / { $seats } · { $places ->
    [1] 只在这里显示
   *[other] 在 { $places } 个地方显示
}
room-invite = 邀请朋友，哪个频道、服务器或私信都行：{ $command }
room-talk = 对其他地方的人说话：{ $command }，也可以只写 { $dot }
room-go = 离座：{ $command }
room-sit-down = 坐下：{ $command }
room-line = **{ $n }** 号房间 · 在哪里都能坐下：{ $command }
room-called = **{ $n }** 号房间
room-unclear = { $new } 开房间，{ $join } 坐到一个房间，{ $leave } 离座。
room-no-game = 没有叫 { $word } 的游戏。有 { $list }：{ $new }
room-unknown = 没有 { $word } 号房间。{ $new } 可以开一个。
room-guessing = 试了很多不存在的房间号，请 { $n } 秒后再试。
room-elsewhere = 你正坐在 **{ $n }** 号房间，请先离开：{ $leave }
room-nowhere = 你不在房间里。{ $new } 开一个，{ $join } 坐到一个房间。
room-terminal = 别人来不了这个终端：房间只在 Discord 里有。
room-sent-away = { $n } 号房间不再在这里显示。
chat-line = 💬 { $who }：{ $text }
chat-done = 已传到另外 { $n } 个地方。
chat-silent = 写上想说的话，例如 { $example }
chat-long = 一共 { $n } 个字，最多 { $most } 个。
chat-fast = 说得太快了，请 { $n } 秒后再说。
chat-alone = **{ $n }** 号房间还没有别处的人。邀请一个：{ $command }
chat-in-channel = 同桌的人都看得到这个频道，直接说就行。聊天命令是给房间用的，那里的人坐在不同地方：{ $new }

console-you = 玩家 { $n }
console-welcome = 欢迎入座。按提示输入即可；{ $help } 有详细说明，Ctrl+D 结束。
console-ask = 是还是否
console-goodbye = 再见。
console-resumed = 接着打上次的牌桌，{ $end } 可以散桌。
console-waits = 你的牌桌正由另一个程序打开：{ $holder }。它一结束，这里就接着打；按 Ctrl+C 放弃。
console-enter = { $prompt } · 回车：{ $what }
console-example = { $prompt } · 例如 { $example }
console-about = { $heading }：{ $choices }
console-whose = { $who }：{ $prompt }
setting-confirm = 出牌前确认
about-setting-confirm = 打开后，点一张牌只是选中它，再点一次“出”才打出去。
setting-cards = 牌面
setting-suits = 花色颜色
about-setting-cards = 牌怎么显示：小图、♠8 这样的符号，或 8S 这样的字母（读屏软件念得最清楚）。大家都看得见的地方按服务器的设置。
about-setting-suits = 小图上的花色用几种颜色：红黑两色，或者四门四色，♦ 蓝、♣ 绿。
value-cards-faces = 小图
value-cards-symbols = 符号
value-cards-letters = 字母
value-suits-two = 两色
value-suits-four = 四色
setting-pictures = 图片
about-setting-pictures = 一局或一场打完、看比分、战绩和回放时，要不要附上图片。

# 打完的一场，做成浏览器里看的网页。

album-title = { $game }：{ $names }
album-title-computers = { $game }：全是电脑
album-keys = 按键：← → 或空格一步一步看，Home、End 到开头和结尾，N、P 看下一局、上一局，O 全部展开。手机上左右滑动。
album-all = 全部展开
album-round-before = 上一局
album-round-after = 下一局
