# 帮助。行首不能是括号、星号或句点。

help-menu = 选一页帮助
help-more = 其他：{ $list }
help-example = 例如：{ $command }

help-intro-title = 升级、UNO 和井字棋
help-intro =
    和朋友一起打，空位可以坐电脑。

    `{ $p }join` – 坐下打升级（拖拉机）
    `{ $p }uno` – 坐下玩 UNO
    `{ $p }ttt` – 井字棋
    `{ $p }start` – 开局
    `{ $p }help table` – 怎样坐下和开局
    `{ $p }help cards` – 牌和写法
    `{ $p }help commands` – 全部命令

    什么都可以点按钮。你的牌只给你自己看：点“我的牌”。

help-rules-title = 规则
help-rules =
    `{ $p }rules` 分组看规则，点菜单就行；`{ $p }rules all` 列出全部。
    `{ $p }rules throw_penalty` 说明一条。桌主在开局前可以改：
    `{ $p }rules throw_penalty=ten_per_throw` 甩牌失败罚 10 分
    `{ $p }rules match_to=6` 打到 6，时间短一点
    `{ $p }rules deal_interval=0` 一下子发完
    `{ $p }rules turn_limit=off` 慢慢想
    `{ $p }rules preset=party` 一次换掉 UNO 的所有规则

help-commands-title = 命令
help-rooms-title = 房间
help-rooms =
    房间是有号码的牌桌。别的频道、别的服务器、私信里的人都能坐下，每个人在自己那里看到同一桌。

    `{ $p }room new` – 开一个升级房间；`{ $p }room new uno`、`{ $p }room new ttt`
    `{ $p }room join 4711` – 不管在哪里，坐到那一桌
    `{ $p }room` – 你在哪个房间，怎样邀请别人
    `{ $p }chat 祝你好运` – 对其他地方的人说话，也可以只写 `. 祝你好运`
    `{ $p }room leave` – 离座

    其余和普通牌桌一样：`{ $p }start`、`{ $p }play`、`{ $p }computer` 和按钮。
    在别处再加入一次，牌桌就跟着你过去。最后一个人离开，房间就关了。

usage-intro = 这是什么
usage-join = 坐下：写座位，不写就坐第一个空位
usage-leave = 离座；打牌时由电脑接着打
usage-computer = 在空位上加一个电脑；`all` 全部坐满，`off` 请走一个
usage-list = 有哪些牌桌
usage-start = 开局
usage-rules = 看规则或改规则
usage-deal = 发牌；后面写话就先加入洗牌再发
usage-mix = 把话加入下一次洗牌，先不发牌
usage-call = 亮主；UNO 里质疑 +4
usage-pass = 不亮；UNO 里留着摸到的牌
usage-kitty = 扣 8 张底
usage-play = 出牌
usage-hand = 你的牌，只给你看
usage-table = 重新贴出大家看到的牌桌
usage-score = 级数、分数和各局
usage-last = 上一轮
usage-hint = 提示一手牌
usage-surrender = 和对家一起投降这一局
usage-playon = 不同意投降，或者收回
usage-reset = 投票作废这一场；`off` 收回
usage-end = 散桌（桌主、管理员）
usage-help = 帮助，或者其中一页
usage-draw = UNO：摸一张
usage-uno = 坐下玩 UNO；打牌时喊 UNO
usage-catch = UNO：抓漏喊 UNO 的人
usage-ttt = 井字棋，对电脑或朋友
usage-settings = 语言、牌面等设置，点菜单就能改；管理员还能改服务器的
usage-stats = 玩了几局，赢了几局：自己的、别人的或某种游戏的；`global` 看所有服务器
usage-leaderboard = 一种游戏的排行榜，可以写按什么排、排几名
usage-replay = 逐轮回放打完的一局，四家明牌
usage-export = 把上一场打完的比赛存成文件
usage-room = 有号码的牌桌，哪里的人都能来：`new` 新建、`join` 加入、`leave` 离开
usage-chat = 对房间里其他地方的人说话；也可以写成 `. 你好`
usage-verify = 怎样验证上一局洗牌是公平的
usage-top10 = 每种游戏的前十名
