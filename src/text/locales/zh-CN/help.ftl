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

help-table-title = 坐下和开局
help-table =
    点“坐下”，或者输入：
    `{ $p }join` – 坐第一个空位；`{ $p }join 南` – 坐你选的座位
    `{ $p }computer` – 加一个电脑；`{ $p }computer all` – 空位都坐电脑
    `{ $p }rules` – 看规则，开局前桌主可以改
    `{ $p }start` – 人齐了就开局

    南北对东西。出牌顺序是北、西、南、东。
    有事就 `{ $p }leave`：电脑接着打，`{ $p }join` 随时坐回来。电脑的座位，朋友随时可以补位。
    `{ $p }reset` 是重开投票，三票通过。

help-playing-title = 点按钮和打字
help-playing =
    点牌桌上的**我的牌**：你的牌，只给你看。
    ▸ 发牌时，能叫的主都是按钮
    ▸ 轮到你，在菜单里选牌，再点“出”
    ▸ 只有一种出法，点一下就出
    ▸ “提示”会给一手牌，还说为什么

    也可以输入 `{ $p }play 8S 8S`，短一点是 `{ $p }p 8S8S`。私信里只写牌就行：`8S 8S`。
    手牌会自动更新一刻钟，之后会请你再点一次“我的牌”。
    时间到了会替你出最小的牌；连着两次，就由电脑托管。点“我回来了”，或者直接出牌。

help-cards-title = 牌
help-cards =
    两副牌，108 张。先点数后花色：`5H` 是 ♥5，`10C` 是 ♣10，`QS` 是 ♠Q。
    王：`J-` 小王，`J+` 大王。`JC` 是梅花 J。
    `♥5`、`红桃5`、`大王`、`T` 当 10、`5H5H`、`2x5H` 都看得懂。

    每一局有一个级，从 2 打起。级牌、王和叫定的花色都是主牌。
    打 9、主 ♣，从大到小：
    `J+` `J-` `♣9`，再是 `♦9` `♥9` `♠9`（一样大），再是 `♣A` `♣K` … `♣2`
    副牌：A K Q J 10 8 … 2。9 不在里面，所以 10 和 8 相邻。

    分：5 是 5 分，10 和 K 是 10 分，共 200 分。

help-calling-title = 叫主
help-calling =
    发牌时亮一张级牌，它的花色就是主。
    `{ $p }call H` – 亮主：一张
    `{ $p }call HH` – 对亮、反主：一对，比亮主大
    `{ $p }call J-J-` – 无主：一对小王，比花色大
    `{ $p }call J+J+` – 无主：一对大王，最大

    每一种一局只能叫一次。首局谁先亮谁坐庄。
    “我的牌”里，能叫的都是按钮。
    发完牌还有一小会儿可以叫；不叫就 `{ $p }pass`。
    没人叫就翻底牌定主；首局没人叫就重新发牌。

help-kitty-title = 底牌
help-kitty =
    庄家拿起 8 张底牌，再扣 8 张。打完之前别人都看不到。
    `{ $p }kitty 3C 4C 3D 6D 7S 8S 9S JS`

    点“我的牌”来选，或者写在私信里：写在频道里大家都看得到。
    闲家拿下最后一墩，底牌的分翻倍归闲家。

help-following-title = 出牌和跟牌
help-following =
    先出同一门的牌，所有主牌算一门。
    ▸ 单张：`{ $p }play AS`
    ▸ 对子：`{ $p }play 8H8H`
    ▸ 拖拉机，相邻的对子：`{ $p }play 5H5H4H4H`
    ▸ 甩牌：`{ $p }help throws`

    跟牌张数要一样，有这一门就要跟：
    ▸ 出对子，有对子要跟对子
    ▸ 出拖拉机，先跟拖拉机，再跟对子，再跟这一门的其他牌
    ▸ 这一门没有了，出什么都行

    同样牌型里最大的赢，主牌同样牌型可以毙。一样大先出的赢，赢的人接着先出。
    打 9、主 ♣：`5H5H4H4H`、`10S10S8S8S`、`J+J+J-J-9C9C` 是拖拉机；`6D6D4D4D`、`9H9H9D9D` 不是。

help-throws-title = 甩牌
help-throws =
    甩牌是同一门的几组牌一起先出：`{ $p }play AS KS KS`
    每一组别家在这一门里都管不住，甩牌才成立。否则只出被管住的最小张数里最小的一组，其余收回。

    打 9、主 ♣。你甩 `KD QD`：
    ▸ 有人有 `AD`，就只出 `QD`
    ▸ 别人的主牌挡不住
    你甩 `KD QD QD 10D 10D`：
    ▸ 碰到 `AD`，只出 `KD`
    ▸ 碰到 `JD JD`，只出 `10D 10D`

    要毙甩牌，主牌也要有同样的各组，比最大的一组。

help-scoring-title = 算分
help-scoring =
    只算闲家抓的分，共 200 分。
    ▸ 0 分 – 庄家方升 3 级
    ▸ 5–35 – 升 2 级
    ▸ 40–75 – 升 1 级
    ▸ 80–115 – 闲家上台
    ▸ 120–155 – 上台并升 1 级
    ▸ 160–195 – 升 2 级
    ▸ 200 以上 – 升 3 级

    闲家拿下最后一墩，底牌的分翻倍（抠底）。
    庄家方守住，庄家的对家接着坐庄；下台就由庄家的下家坐庄。
    打 A 时作为庄家方守住，就赢全场。
    `{ $p }surrender` 投降这一局，要对家同意。

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

help-uno-title = UNO
help-uno =
    `{ $p }uno` 坐下，2 到 10 人，`{ $p }start` 开局。都可以点按钮：“我的牌”里有现在能出的牌。
    出同颜色、同数字或同符号的牌：
    `{ $p }play r5` – 红 5
    `{ $p }play g+2` – 绿 +2
    `{ $p }play w b` – 变色，改成蓝
    `{ $p }play +4 y` – 变色 +4，改成黄
    `{ $p }play r5 uno` – 出倒数第二张时喊 UNO
    `{ $p }draw` – 摸一张；`{ $p }pass` – 留着
    `{ $p }call` – 质疑 +4：是诈就由对方摸 4 张，不是就由你摸 6 张
    `{ $p }catch` – 抓没喊 UNO 的人，罚 2 张；下一家动手以后就晚了

    先出完的人得别人手上的分：数字按面值，跳过、反转、+2 各 20 分，变色牌 50 分。打到 500 分。
    `{ $p }rules preset=party` – 开局前换玩法；`{ $p }rules` 看所有规则

    私信里直接写就行：`r5`，`d` 摸牌，`p` 不出，`c` 质疑，`u` 喊 UNO。

help-ttt-title = 井字棋
help-ttt =
    `{ $p }ttt @朋友` – 挑战别人，对方有一分钟回应
    `{ $p }ttt` – 等任何人加入，或在菜单里选电脑
    `{ $p }ttt 3` – 对电脑：0 级随便下，5 级不会输
    `{ $p }ttt 3 size=4 in_row=3` – 更大的棋盘，最大 5×5

    点格子，或者 `{ $p }play 5`：格子从左上角数起。
    三子连成一线就赢。点“再来一场”接着比，先手轮流；对电脑总是你先。
    一个频道里可以同时下好几盘。`{ $p }end` 结束你的那盘并收走棋盘。
    `{ $p }settings pieces ❌ ⭕` – 你的棋子和电脑的棋子
    `{ $p }stats ttt` – 对每个人、每一级电脑的胜平负

usage-intro = 这是什么
usage-join = 坐下：写座位，不写就坐第一个空位
usage-leave = 离座；打牌时由电脑接着打
usage-computer = 在空位上加一个电脑；`all` 全部坐满，`off` 请走一个
usage-list = 有哪些牌桌
usage-start = 开局
usage-rules = 看规则或改规则
usage-deal = 发牌；后面写话就先掺进洗牌
usage-call = 叫主；UNO 里质疑 +4
usage-pass = 不叫；UNO 里留着摸到的牌
usage-kitty = 扣 8 张底
usage-play = 出牌
usage-hand = 你的牌，只给你看
usage-score = 级数、分数和各局
usage-last = 上一墩
usage-hint = 提示一手牌
usage-surrender = 和对家一起投降这一局
usage-playon = 不同意投降，或者收回
usage-reset = 投票重开；`off` 收回
usage-end = 散桌（桌主、管理员）
usage-help = 帮助，或者其中一页
usage-draw = UNO：摸一张
usage-uno = 坐下玩 UNO；打牌时喊 UNO
usage-catch = UNO：抓没喊 UNO 的人
usage-ttt = 井字棋，对电脑或朋友
usage-settings = 语言、牌面等设置，点菜单就能改；管理员还能改服务器的
usage-stats = 玩了几局，赢了几局：自己的、别人的或某种游戏的；`global` 看所有服务器
usage-leaderboard = 一种游戏的排行榜，可以写按什么排、排几名
usage-replay = 逐墩回放打完的一局，四家明牌
usage-export = 把上一场打完的比赛存成文件
usage-room = 有号码的牌桌，哪里的人都能来：`new` 新建、`join` 加入、`leave` 离开
usage-chat = 对房间里其他地方的人说话；也可以写成 `. 你好`
usage-verify = 怎样验证上一局洗牌是公平的
usage-top10 = 每种游戏的前十名
