### `tractor-bot setup` 和 `tractor-bot doctor discord` 对运行机器人的人说的话。

setup-token = 机器人需要一个令牌。打开下面的网页 → New Application（或你已有的应用）→ Bot → Reset Token → Copy，粘贴到这里。输入时不会显示。
setup-token-set = 已设置 { $variable }，正在查看对应的机器人。
setup-no-token = 没有收到令牌：到 https://discord.com/developers/applications → 你的应用 → Bot → Reset Token 复制，再运行 `tractor-bot setup`。
setup-wrong-token = Discord 不认识这个令牌。在 Bot 页面点 Reset Token，完整复制后粘贴到这里。
setup-known = ✓ Discord 认识这个机器人：**{ $name }**，{ $servers ->
    [0] 还没有加入服务器
   *[other] 在 { $servers } 个服务器
}。
setup-sound = ✓ 一切都按机器人的需要设置好了。
setup-keep = 把令牌写进这里的 .env 文件吗？只有你能读它。回车 = 写入，n = 不写。
setup-kept = ✓ 已写进 .env。
setup-not-kept = 什么都没写。启动机器人前请自己设置 { $variable }。
setup-invite = 打开这个链接（或扫码）把机器人加进服务器：
setup-install = 想在没有服务器的群聊或私信里玩，只要其中一个朋友打开这个链接：
setup-next = 然后启动机器人：`tractor-bot`。在服务器的频道里输入 `/join`，再点**坐下**。
setup-endpoint = 按钮和斜杠命令都去了别的程序，因为设了 Interactions Endpoint URL。到这里删掉并保存：{ $link }
setup-code-grant = 谁都邀请不了机器人，因为打开了 “Requires OAuth2 Code Grant”。到这里关掉：{ $link }
setup-cannot-read = 读不到打字的命令，因为没有打开 Message Content Intent。到这里打开：{ $link }（斜杠命令和按钮不受影响。）
setup-few-starts = { $hours } 小时内 Discord 只让机器人再启动 { $left } 次。查一查是什么让它不停重启：`journalctl -u tractor-bot`
setup-clock-ahead = 本机的时钟快了 { $seconds } 秒，倒计时会不准。校准：`timedatectl set-ntp true`
setup-clock-behind = 本机的时钟慢了 { $seconds } 秒，倒计时会不准。校准：`timedatectl set-ntp true`
setup-commands = Discord 那里还缺 { $missing } 个斜杠命令，比如 { $example }。机器人启动时会注册：`tractor-bot`
setup-lacks = 在**{ $server }**，机器人缺少权限：{ $permissions }。再打开一次邀请链接，选这个服务器。
setup-window-secret = Discord 会为机器人打开窗口（Activities 已打开），但没有设置 DISCORD_CLIENT_SECRET，谁也进不去。到这里复制 Client Secret，或者关掉 Activities：{ $link }
setup-no-windows = 设置了 DISCORD_CLIENT_SECRET，但 Activities 没有打开，Discord 不会打开窗口。到这里打开：{ $link }
setup-window-address = 设置了 DISCORD_CLIENT_SECRET，但牌桌没有可供 Discord 窗口使用的地址：请设置 WEB_LISTEN，并把 WEB_URL 设成以 https:// 开头的地址
setup-servers-only = 用户不能把它加到自己的账号，所以群聊和私信里没有它；想要的话，勾选“User Install”：{ $link }
setup-nowhere = 机器人还没有加入服务器：打开邀请链接。
setup-network-disk = 数据库 { $file } 在网络磁盘（{ $disk }）上，可能会损坏。请移到本机的磁盘并设置 DATABASE_URL（`tractor-bot backup 文件` 可以复制），或者改用 PostgreSQL。
