# 浏览器里的牌桌：页面自己说的话。

web-title = 牌桌
web-home = 首页
web-name = 你的名字
web-name-ask = 你在牌桌上叫什么？
web-name-set = 就用这个名字
web-no-name = 名字至少要有一个字，例如小明。
web-somebody = 玩家
web-computers = 和电脑玩
web-others = 和朋友玩
web-lesson = 十分钟学会升级
web-tables = 你的牌桌
web-invite = 邀请
web-invited = 链接已复制。同一网络里的人打开它就能在这里坐下。
web-offline = 连接断了，正在重连。
web-watching = 你在旁观。
web-by-link = 牌桌要从 Discord 打开：先在那里坐下，再在你的手牌那里按**打开牌桌**。每个链接只能打开一次，十分钟内有效。
web-no-seat = 你在这一桌没有座位。在 Discord 里坐下，这里就能看到了。
web-no-table = 这一桌已经散了。
web-elsewhere = 这一桌由机器人的另一个进程管着。请在 Discord 里你的手牌那里按**打开牌桌**，那个链接会带你过去。
web-not-watched = 这一桌不能旁观：已经散了，或者服务器没有开放旁观。
web-only-watching = 你在旁观。想打牌，就在 Discord 里坐下，再在手牌那里按**打开牌桌**。
web-in-discord = 这个要到 Discord 里做。在这里，你可以在自己坐下的牌桌上打牌。
web-hand = 你的手牌
web-table = 牌桌
web-last = 上一轮
web-kitty = 底牌
web-points = 分数
web-dealer = 庄家
web-away = 离开
web-details = 文字
web-command = 输入命令，例如 提示
web-keys = 方向键选牌，空格抬起，回车出牌，h 要提示，/ 输入命令。
web-close = 关闭
web-send = 发送
web-choose = 选择

# 在 Discord 的窗口里，还没进来的时候。
activity-waits = 正在向 Discord 确认你是谁……
activity-silent = Discord 没有回应。如果一直这样，请关掉这个窗口再打开。
activity-declined = 你没有同意，Discord 就不会说你是谁，也就不能入座。
activity-code = Discord 没有确认你是谁。
activity-window = Discord 没有这个窗口：已经关了，或者是在别处打开的。请关掉再打开。
activity-absent = Discord 说你不在这个窗口里。请在你想打牌的频道里打开它。
activity-unreachable = 现在无法确认你是谁。
activity-again = 再试一次
