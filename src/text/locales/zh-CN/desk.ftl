# 前台：牌桌以外的回答。

intro-link = 把我加到你的服务器：{ $link }
link-docs = 全部说明：{ $link }
link-support = 有问题请到：{ $link }
trouble-no-table = 这里还没有牌桌，{ CMD("join") } 可以开一桌。
desk-unknown-computer = { $word } 不是电脑的级别，也不是座位。级别：{ $levels }。例如 { CMD("computer all") }。
desk-gone = 这一桌不在这里了：打完了、被结束了、过期了，或者在别处进行。
desk-brought-back = 牌桌正在恢复，请过一会儿再试。
trouble-not-saved = 刚才没能保存，所以什么都没有做。请稍后再试一次。
desk-defect = 这里出了点问题，什么都没有做。请告诉机器人的管理者。
desk-channel-not-allowed = 这个频道没有开启机器人。可用的频道由服务器管理员决定。
desk-not-as-guest = 这个聊天是你们自己加的我，这里用不了。请到有我的服务器里用。
trouble-busy = 这个频道正在玩{ $it }。
desk-ended = 这一桌已经散了。
desk-declined = 你谢绝了这次挑战。
desk-left = 你已经离开了牌桌。
desk-left-match = 你离座了，电脑接着打。{ CMD("join") } 就能回来。
desk-no-computer = 这一桌没有电脑。
desk-slip = 按钮刚变，请再按一次。
desk-nothing-to-do = 你现在没有什么要做的。
desk-premove-not-now = 这一轮你还没出牌时，才能先选牌。
desk-unknown-command = 没有 { $word } 这个命令。{ CMD("help") } 列出了所有命令。
desk-unknown-command-meant = 没有 { $word } 这个命令。是不是想用 { CMD($meant) }？

settings-title = 设置
settings-automatic = 自动
settings-standard = 默认
settings-everywhere = 所有频道
settings-here = 只限这个频道
settings-hint = 也可以输入：{ CMD($command) }
settings-values = 例如 { $values }。输入：{ $command }
settings-choice = { $label }：{ $value }
settings-changed = { $server ->
    [false] { $label }：{ $value }
   *[true] 本服务器的{ $label }：{ $value }
}
settings-entrance = 你的设置，只有你看得见：
settings-menu = 选择要改的设置
settings-button-server = 本服务器
settings-button-own = 我的设置
settings-server-title = 本服务器的设置
settings-server-limits = 新牌桌的时限
settings-exported = 我们存着的关于你的一切都在这个文件里。一场牌怎么打的：{ CMD("export") }。
settings-forgotten = 你的战绩和设置已经删除。
settings-unknown = 没有 { $name } 这个设置。例如 { $example }。
settings-bad-value = { $name } 不能设成这个值。例如 { $example }。
settings-no-server = 这个要在服务器的频道里输入：{ $command }
settings-not-moderator = 只有可以管理频道的人才能更改服务器设置。
settings-log-title = 本服务器设置的更改记录
settings-log-entry = { $when } · { $who } · { $label }：{ $from } → { $to }
settings-log-none = 还没有更改过。
settings-log-hint = 谁改了什么：{ CMD("settings log") }
settings-log-not-moderator = 只有可以管理频道的人才能看到谁改了服务器设置。
settings-button-forget = 删除我的数据
server-rules = 新牌桌的规则（{ $game }）
server-rules-standard = 标准
server-rules-hint = 在牌桌上输入 { $save }，以后新开的牌桌都用这一桌的规则；{ $forget } 恢复标准。
value-ping-slow = 少提醒

setting-language = 语言
setting-prefix = 命令前缀
setting-channels = 频道
about-setting-language = 机器人用什么语言和你说话。“自动”就是 Discord 里设置的语言。
about-setting-prefix = 输入的命令以什么开头：最多五个符号或字母。
about-setting-channels = 机器人在哪些频道可用。几个频道就一个接一个地输入。
setting-ping = 提醒我
about-setting-ping = 轮到你、过了 20 秒还没动，机器人就@你；两分钟内用过机器人就不会。“少提醒”：过了五分钟，或快要超时的时候才@你。“关”：从不@你。

trouble-not-read = 刚才没能查到，请稍后再试一次。
trouble-not-moderator = { settings-not-moderator }

stats-title = 战绩
stats-reach = { $everywhere ->
    [true] 所有服务器
   *[false] 本服务器
}
picture-course = { $game }逐月战绩，{ $first } 到 { $last }：打了 { $games } 局，赢了 { $wins } 局
stats-none = 还没有记录：一局打完才算。
stats-place = 按{ $by }排第 { $place } 名
stats-against = 对 { $who }：胜 { $wins }，平 { $draws }，负 { $losses }
stats-forgotten = 某人
stats-time = { $hours } 小时 { $minutes } 分
stats-top-title = 前十名
stats-board-none = 还没有人上榜。
stats-board-none-ratio = 还没有人上榜：至少要有 { $n } 次。
stats-other-measures = 可以按 { $list } 排，例如 { CMD("leaderboard", $kind, "pw 10") }。
stats-unknown = 这里不认识 { $word }。例如 { $example }。
stats-unknown-measure = { $game }没有 { $word } 这一项，有 { $list }。例如 { CMD("leaderboard", $kind, "pw 10") }。
stats-nobody = 还没有叫 { $word } 的人在这里打完一局{ $game }。
stats-which-game = 哪种游戏？{ $list }，例如 { CMD("leaderboard uno ppg 10") }。
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
measure-rating = 等级分
rating-line = 等级分 **{ $number }**
rating-provisional = { $number }（暂定）
rating-changes = 等级分（“简单”电脑是 1000）：{ $list }
rating-change = { $who } { $number }（{ $step }）
profile-title = 档案
profile-best = 最高 { $number }
profile-company = { $role ->
    [partner] 最常搭档 { $who }：{ $rounds } 局，胜率 { $share }%
   *[hardest] 最难对付 { $who }：{ $rounds } 局，胜率 { $share }%
}
profile-streak = 每日一局：连续 { $n } 天
profile-private = { $who } 的档案不公开。
picture-ratings = { $game }等级分，{ $days } 天：从 { $from } 到 { $to }
value-profile-open = 公开
value-profile-private = 不公开
setting-profile = 档案
about-setting-profile = 谁能看你的档案：所有人，或者只有你自己。战绩和排行榜不受影响。
honours-earned = 荣誉：{ $list }
honours-of = { $who } – { $list }
honour-throw = 甩牌成功
honour-long_throw = 一甩八张
honour-tractor_three = 三连拖拉机
honour-tractor_four = 四连拖拉机
honour-trump_tractor = 主牌拖拉机毙
honour-rich_trick = 一轮 40 分
honour-hundred = 独得 100 分
honour-fifteen_tricks = 独赢十五轮
honour-kitty_captured = 抠底
honour-kitty_four = 四倍抠底
honour-kitty_eight = 八倍抠底
honour-joker_saves = 王保底
honour-rich_kitty = 扣底 25 分保住
honour-shutout = 大光
honour-double_score = 抓 160 分
honour-just_enough = 分数刚好
honour-hairs_breadth = 只差五分
honour-no_trump = 无主获胜
honour-no_joker = 无王获胜
honour-four_jokers = 四王在手
honour-last_level = 打过 A
honour-match = 赢下整场
honour-hundred_gained = 一局 100 分
honour-two_hundred_gained = 一局 200 分
honour-crowd = 六人争先
honour-photo = 险胜
honour-far_ahead = 遥遥领先
honour-packed = 对手满手牌
honour-straight = 直取一线
honour-second = 后手取胜
honour-wide = 大棋盘取胜
rating-board-none = 还没有人有等级分：打完第一局计分的牌就有了。
rating-about = 哪些局计分、怎么算：{ CMD("help ratings") }。

replay-none = 还没有可以回放的：一局打完才能回放。
replay-pruned = 这场比赛太久了，出牌记录已不再保留。
replay-revised = 这场是按较早的规则打的，牌已无法再显示。
replay-result = 第 { $n } 局：{ $winners } 胜。
replay-no-round = 第 { $n } 局还没打完。最近可以回放的是第 { $last } 局：{ $example }。
replay-usage = 回放要写第几局，也可以写第几页。例如 { CMD("replay 2") }。
replay-page = 第 { $n } 页，共 { $of } 页
replay-next = { CMD("replay", $round, $page) } 看下一页。
review-none = 还没有可以复盘的：一局打完才能复盘。
review-usage = 可以写要复盘第几局。例如 { CMD("review 2") }。
review-not-played = 第 { $n } 局你没有自己出过牌。{ $replay } 可以看这一局的经过。
review-only-tractor = 复盘只有升级才有。这个游戏可以用 { CMD("replay") } 和 { CMD("stats", $game) }。
review-busy = 现在复盘的人比较多，请过一分钟再试。
review-closed = { CMD("review") } 的结果只发给你本人，但你关闭了私信。请点一局结束时的按钮，或用斜杠命令。
button-previous = 上一页
button-next = 下一页
export-done = 第 { $n } 场在这个文件里。{ $command } 可以在终端里看。
export-none = 这里还没有打完的比赛。
export-not-over = 比赛还在进行，打完才能导出。
replay-busy = 正在准备别的回放，请稍等片刻再试。

room-title = { $n } 号房间
room-state = { $game } · { $stage } · 已坐 { $seated } / { $seats } · { $places ->
    [1] 只在这里显示
   *[other] 在 { $places } 个地方显示
}
room-invite = 邀请朋友，哪个频道、服务器或私信都行：{ $command }
room-talk = 对其他地方的人说话：{ CMD("chat hello") }，也可以只写 `. 你好`
room-go = 离座：{ CMD("room leave") }
room-strangers = 这里有从别的服务器或私信来的人。双方都点了才能互相看到聊天：
room-sit-down = 坐下：{ $command }
room-line = **{ $n }** 号房间 · 在哪里都能坐下：{ $command }
room-called = **{ $n }** 号房间
room-trouble-unclear = { CMD("room new uno") } 开房间，{ CMD("room join 4711") } 坐到一个房间，{ CMD("room leave") } 离座。
room-trouble-which-game = 玩哪种？{ $commands }
room-trouble-no-game = 没有叫 `{ $it }` 的游戏。有 { $list }：{ CMD("room new uno") }
room-trouble-unknown = 没有 `{ $it }` 号房间。{ CMD("room new uno") } 可以开一个。
room-trouble-guessing = 试了很多不存在的房间号，请 { $it } 秒后再试。
room-trouble-elsewhere = 你正坐在 **{ $it }** 号房间，请先离开：{ CMD("room leave") }
room-trouble-parted = 你不能坐在这里：会同桌的两个人当中，有一个屏蔽了另一个。换一个房间：{ CMD("room new uno") }
room-trouble-off = 本服务器关闭了房间。在频道里坐下：{ CMD("join") }
room-trouble-ours = 其中一个服务器的人只和自己服务器的人坐进房间。换一个房间：{ CMD("room new uno") }
room-trouble-nowhere = 你不在房间里。{ CMD("room new uno") } 开一个，{ CMD("room join 4711") } 坐到一个房间。
room-trouble-terminal = 别人来不了这个终端：房间只在 Discord 里有。
room-trouble-by-address = 这里没有房间号，凭链接入座：点牌桌上的 **+** 就能复制链接。
room-sent-away = { $n } 号房间不再在这里显示。
room-trouble-guessed-here = 最近有人试了太多不存在的房间号，请 { $minutes } 分钟后再试。
chat-line = 💬 { $who }：{ $text }
chat-done = 已传到另外 { $n } 个地方。
room-trouble-silent = 写上想说的话，例如 { CMD("chat good luck") }
room-trouble-long = 一共 { $it } 个字，最多 { $most } 个。
room-trouble-fast = 说得太快了，请 { $it } 秒后再说。
room-trouble-muted = 桌主不让你在这一桌说话。
room-trouble-standing = 在这一桌坐下才能说话。
chat-mutes = { $who } 在这一桌被禁言了。
chat-unmutes = { $who } 又可以在这一桌说话了。
room-trouble-alone = **{ $it }** 号房间还没有别处的人。邀请一个：{ CMD("room join", $it) }
room-trouble-in-channel = 同桌的人都看得到这个频道，直接说就行。聊天命令是给房间用的，那里的人坐在不同地方：{ CMD("room new uno") }
room-trouble-quiet = { $wants ->
    [true] 还没有人看得到你说的话：对方还没有人点**聊天**。
   *[other] 还没有人看得到你说的话：不同服务器或私信里的人，双方都点了才能互相看到：
}
talk-wanted = 💬 **{ $n }** 号房间里有别处的人想聊天。坐在那里的人有一位点了，就能互相看到：
talk-asked = 已经问了对方。对方也有人点**聊天**，就能互相看到。
talk-on = 现在可以互相看到了。说话：{ CMD("chat hello") }
talk-off = 从现在起，你们看不到别处的人说的话，别处的人也看不到你们的。
button-talk = 聊天
button-hush = 不再聊天
block-done = 从现在起，你和 { $who } 不会坐进同一个房间，你也看不到对方在房间里说的话。对方不会知道。取消：{ $command }
block-off = 已取消屏蔽 { $who }。
block-none = 你没有屏蔽任何人。
block-list = 已屏蔽：{ $list }
block-unclear = 屏蔽谁？请提及别人，例如 { $example }；加上 `off` 取消。
block-full = 你已经屏蔽了 { $most } 个人，满了。请先取消一个。
banned-person = 运营这个机器人的人已禁止你使用它。
banned-server = 运营这个机器人的人已禁止在这个服务器使用它。
report-done = 对 { $who } 的举报已记下，只有运营这个机器人的人看得到。
report-block = 以后可以不再和对方坐进同一个房间：
report-trouble-whom = 举报谁？请提及某人，或写出对方在牌桌上的名字，后面写原因。例如 { CMD($it) }
report-trouble-computer = { $name } 是电脑，只会打牌。举报是告诉运营者某个人的行为，例如 { CMD($example) }
report-trouble-long = 原因最多 { $most } 个字，你写了 { $it } 个。
report-trouble-many-today = 一天最多举报 { $it } 次，请明天再试。
report-trouble-many-waiting = 你还有 { $it } 条举报没有处理，暂时不能再举报。
button-block = 屏蔽
seek-line = { $game }，{ $enough } 人中已有 { $n } 人：{ $list }
seek-one = { $who }（还等 { $minutes } 分钟）
seek-none = 现在这个服务器没有人在找牌友。
seek-found = { $game }：人齐了，{ $list }。{ $room } 已开。
seek-off = 已经不再为你找人了。
seek-trouble-no-server = 只能在服务器的频道里找人。
seek-trouble-unclear = 找人玩什么，等多少分钟（{ $least } 到 { $most }）？例如 { CMD("seek uno 30") }；写 `off` 就不找了。
seek-trouble-full = 这里找人的已经很多了，请和其中几位坐下来玩。
seek-trouble-nobody = 还没有别人想玩这个。想让别人找到你：{ CMD("seek uno 30") }
button-seek = 我也玩{ $game }
button-seek-now = 现在就坐下

console-you = 玩家 { $n }
console-welcome = 终端里的{ $game }牌桌，缺人有电脑。{ CMD("help") } 说明一切，`退出` 离开。
console-newcomer = 没打过升级？{ CMD("practice") } 十分钟教会你。
console-browser = 想在浏览器里看牌摆在桌上：`tractor-bot web`。
console-rematch = 再来一场
console-daily = 每日一局打的是升级：先运行 `tractor-bot tractor`，再输入 `每日`。
console-no-text = 输入的内容不全是文字，读不出的地方写成 { $sign }。
console-ask = 是还是否
console-closed = 回车或 { $open } 再开一桌，`quit` 退出
console-goodbye = 再见。
console-another = 上次的牌还没打完：{ $what }。按回车接着打；输入 `new` 就散掉它，另开一桌。
console-options-wait = 上次的牌桌照原样接着打；命令行里的选项等 { CMD("end") } 散桌以后再用。
console-exposed = 这台机器上的其他人也能读 { $file }：用 `chmod 600` 只留给自己。
console-resumed = 接着打上次的牌桌，{ CMD("end") } 可以散桌。
console-waits = 你的牌桌正由另一个程序打开：{ $holder }。它一结束，这里就接着打；按 Ctrl+C 放弃。
console-enter = { $prompt } · 回车：{ $what }
console-example = { $prompt } · 例如 { $example }
console-help-by-number = 输入 { CMD("help 5") } 看第 5 页；只输入数字就是落子的格子。
console-about = { $heading }：{ $choices }
console-curtain = { $who }：按回车看牌
console-whose = { $who }：{ $prompt }
setting-confirm = 出牌前确认
about-setting-confirm = 打开后，点一张牌只是选中它，再点一次“出”才打出去。
setting-suggestions = 出牌建议
about-setting-suggestions = 轮到你时，标出电脑会怎么打。算作提示；每日一局和对决里没有。
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
setting-embeds = 嵌入样式的牌桌
about-setting-embeds = 牌桌的公开消息要不要做成嵌入（embed）样式。在 Discord 里关掉嵌入内容的人只看得到按钮。
setting-watching = 浏览器旁观
about-setting-watching = 牌桌的公开消息里要不要有一个链接，谁拿到都能在浏览器里旁观。看到的和频道里所有人看到的一样，看不到手牌。
setting-cups = 杯赛
about-setting-cups = 在这个服务器谁可以发起杯赛：只有管理员，还是所有人。
value-cups-everybody = 所有人
value-cups-moderators = 管理员
setting-rooms = 房间
about-setting-rooms = 这个服务器的人可以和任何人坐进房间，还是只和本服务器的人，还是完全不用房间。
value-rooms-ours = 只限本服务器
value-rooms-everywhere = { settings-everywhere }

# 从 Discord 到浏览器，再回来。

activity-opens = 按**在这里玩**，或输入 `/activity`，就能在 Discord 的窗口里打开本频道的牌桌。
activity-none = 这里不能在 Discord 的窗口里打开牌桌。
activity-not-opened = Discord 没有打开窗口。运行机器人的人可以查原因：`tractor-bot doctor discord`
browser-none = 这里的牌桌现在不能在浏览器里打开了。
browser-link = 按钮会在浏览器里打开这一桌，你还是你。只能打开一次，{ $minutes } 分钟内有效。谁打开谁就能替你出牌，不要给别人看。
browser-sessions = { $n ->
    [0] 你没有在任何浏览器里登录。
   *[other] 你在 { $n } 个浏览器里登录着，{ CMD("settings browser off") } 可以全部退出。
}
browser-ended = { $n ->
    [0] 你没有在任何浏览器里登录。
   *[other] 你已经从 { $n } 个浏览器退出。
}

# 打完的一场，做成浏览器里看的网页。

export-title = { $game }：{ $told }
export-keys = 按键：← → 或空格一步一步看，Home、End 到开头和结尾，N、P 看下一局、上一局，O 全部展开。手机上左右滑动。
export-all = 全部展开
export-round-before = 上一局
export-round-after = 下一局

form-mix = 加进洗牌的词
form-rules = 一次改多条规则
form-chat = 说一句话
form-report = 写下原因
form-room = 房间号
form-cup = 新杯赛的名字
