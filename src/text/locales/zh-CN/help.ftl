# 帮助。行首不能是括号、星号或句点。

help-menu = 选一页帮助
help-more = 其他：{ $list }
help-example = 例如：{ CMD($command) }

help-intro-title = { $games }
help-intro =
    打**升级**（拖拉机）：两副牌，四个人，对家一伙，二对二。
    ▸ 一轮轮出牌，抢分：5 是 5 分，10 和 K 是 10 分。
    ▸ 庄家方不能让闲家抓满 80 分。
    ▸ 赢了就升级，从 2 一直打到 A。
    ▸ 王、级牌和一门主花色都是主牌。
    ▸ 相邻的对子是拖拉机，例如 ♠4433。几手谁也管不住的牌一起出，叫甩牌。

    { $face ->
        [browser] 没打过？首页的**十分钟学会升级**一步一步教你。下面的各页讲得更细，也讲有哪些规则可以换。
       *[other]
            没打过？`{ $p }practice` 一步一步教你。
            `{ $p }join` 坐下；`{ $p }computer all` 空位都坐电脑，`{ $p }start` 开局
            { $opens } – { $others }
            `{ $p }help` – 现在该怎么打；`{ $p }help 拖拉机` 解释任何一个词
    }

help-slow-mode = 慢速模式只限制打字：按钮和斜杠命令随时能用。
help-embeds = 看不到牌桌？请在 Discord 的设置 > 聊天里打开“显示嵌入内容并预览网站链接”。

help-rules-title = 规则
help-rules =
    `{ $p }rules` { $face ->
        [terminal] 分组看规则
       *[other] 分组看规则，点菜单就行
    }；`{ $p }rules all` 列出全部。
    `{ $p }rules throw_penalty` 说明一条。桌主在开局前可以改：
    `{ $p }rules throw_penalty=ten_per_throw` 甩牌失败罚 10 分
    `{ $p }rules match_to=6` 打到 6，时间短一点
    `{ $p }rules deal_interval=0` 一下子发完
    `{ $p }rules turn_limit=off idle_limit=off` 慢慢想
    升级用 `{ $p }rules preset=short`、UNO 用 `{ $p }rules preset=party`，一次换掉所有规则
    `{ $p }rules save our evening` 存下现在的规则，换一桌用 `{ $p }rules our evening` 就能拿来用
    `{ $p }rules save server` 让本服务器新开的牌桌都用现在的规则，要有管理频道的权限

help-commands-title = 命令
help-commands-seats-title = 坐下、开局、离座
help-commands-play-title = 出牌
help-commands-match-title = 看牌局，一起决定
help-commands-results-title = 战绩和回放
help-commands-people-title = 找人一起玩
help-commands-learn-title = 入门、练习和设置

help-ratings-title = 等级分
help-ratings =
    等级分表示牌力：“简单”电脑是 1000 分。± 后面的数表示有多不确定；降到 120 以下之前，等级分是暂定的。

    `{ $p }stats` – 自己的等级分和战绩
    `{ $p }profile` – 等级分和荣誉；`{ $p }settings profile private` 不让别人看
    `{ $p }leaderboard tractor rating` – 本服务器最高的；`global` 看所有服务器

    ▸ **哪些局算**：每一局打完的都算，对人、对电脑都行（`lowest` 电脑和别人的程序除外）。发牌时坐在哪个位置，就担那个位置的输赢，中途离开的人也一样。升级里可以悔牌、或者一方占便宜的规则下不算。
    ▸ **算多少**：赢了更强的对手加得更多。同一天对同样的人，前八局全算，再八局减半，再往后四分之一。已经稳定的等级分，对暂定的对手几乎不变或完全不变。

help-rooms-title = 房间
help-rooms =
    房间是有号码的牌桌。别的频道、别的服务器、私信里的人都能坐下，每个人在自己那里看到同一桌。

    `{ $p }room new` – 开一个升级房间；{ $rooms }
    `{ $p }room join 4711` – 不管在哪里，坐到那一桌
    `{ $p }room` – 你在哪个房间，怎样邀请别人
    `{ $p }chat 祝你好运` – 对其他地方的人说话，也可以只写 `. 祝你好运`；桌主可以让人禁言：`{ $p }chat 禁言 小明`、`{ $p }chat 解除禁言 小明`
    `{ $p }room leave` – 离座
    `{ $p }block @某人` – 不和对方坐进同一个房间，也看不到对方说的话（`{ $p }block off @某人` 取消）；`{ $p }report @某人` 告诉运营这个机器人的人

    其余和普通牌桌一样：`{ $p }start`、`{ $p }play`、`{ $p }computer`{ $face ->
        [terminal] {""}
       *[other] {" "}和按钮
    }。
    在别处再加入一次，牌桌就跟着你过去。最后一个人离开，房间就关了。

usage-intro = 这是什么
usage-join = 坐下：写座位，不写就坐第一个空位
usage-leave = 离座；打牌时由电脑接着打
usage-computer = 在空位上加一个电脑；`全部` 坐满，`撤下` 移除一个
usage-kick = 请一位玩家离座（桌主）
usage-tellme = 这里有空位就告诉你一次；`here` 在频道里提醒，`off` 取消
usage-list = 有哪些牌桌
usage-start = 开局
usage-rules = 看规则或改规则
usage-deal = 发牌；后面写话就先加入洗牌再发
usage-mix = 把话加入下一次洗牌，先不发牌
usage-call = 亮主；UNO 里质疑 +4
usage-pass = 不亮；UNO 里留着摸到的牌
usage-kitty = 扣 8 张底
usage-play = 出牌
usage-premove = 先选好牌，轮到你时就出；`off` 取消
usage-hand = 你的牌，只给你看
usage-table = 重新贴出大家看到的牌桌
usage-score = 级数、分数和各局
usage-last = 上一轮，规则准许时也能看第几轮
usage-seen = 这一局出过哪些牌，按花色列出（规则允许时）
usage-pause = 暂停，有人继续才打
usage-autopilot = 托管：电脑替你出牌，你一动手就交还
usage-hint = 提示一手牌
usage-surrender = 和对家一起投降这一局
usage-playon = 不同意投降，或者收回
usage-agree = 同意桌上别人提出的请求；`同意 不` 表示不同意
usage-reset = 投票作废这一场；`收回` 收回
usage-takeback = 收回刚出的牌或刚亮的主（规则允许时）
usage-end = 散桌（桌主、管理员）
usage-help = 帮助，或者其中一页
usage-draw = UNO：摸一张
usage-catch = UNO：抓漏喊 UNO 的人
usage-settings = { $face ->
        [terminal] 语言、牌面等设置
       *[other] 语言、牌面等设置，点菜单就能改
    }；管理员还能改服务器的
usage-stats = 玩了几局，赢了几局：自己的、别人的或某种游戏的；`global` 看所有服务器
usage-profile = 等级分和荣誉：自己的或别人的
usage-leaderboard = 一种游戏的排行榜，可以写按什么排、排几名
usage-replay = 逐轮回放打完的一局，四家明牌
usage-review = 升级打完一局后复盘：哪几手可以打得更好，只给你看
usage-export = 把上一场打完的比赛存成文件
usage-room = 有号码的牌桌，哪里的人都能来：`new` 新建、`join` 加入、`leave` 离开
usage-chat = 对房间里其他地方的人说话；也可以写成 `. 你好`
usage-block = 在房间里不再和某人同桌；`off` 取消
usage-report = 把某人的行为告诉运营这个机器人的人，别人不会知道
usage-cup = 杯赛（升级或 UNO），各桌同牌：`join [@搭档]` 报名，`decline` 谢绝邀请，`leave` 退出，`list` 看历届；主办人用 `new 名字 [uno] [轮数] [drawn] [30m]`、`start`、`end`
usage-seek = 在本服务器找人一起玩，默认等一小时，也可以写分钟数；`off` 不找了
usage-activity = 在 Discord 的窗口里打开本频道的牌桌，牌摆在桌上
usage-verify = 怎样验证上一局洗牌是公平的
usage-top10 = 每种游戏的前十名
usage-practice = 一步一步学会升级，然后和电脑打一局
usage-daily = 打今天人人相同的一局，或看成绩
usage-duel = 和朋友打同样的牌，看谁打得更好

# 术语。
help-words-title = 术语
help-term = **{ $word }** { $other } – { $meaning }
help-unknown = 没有找到 { $word }。
help-near = 相近的：{ $list }
help-all-words = { CMD("help words") } 列出所有术语，{ CMD("help commands") } 列出全部命令。
help-rule-usual = 标准：**{ $value }**。{ CMD("rules", $name) } 看你这一桌的。
term-tractor-level = 这一局的级，这个点数的牌都是主。从 2 打起，一直升到 A。
term-tractor-trump = 王、级牌和主花色，合起来算一门，比别的都大。
term-tractor-joker = 最大的主：大王，再是小王。
term-tractor-plain-suit = 不是主的花色，级牌不算在里面。
term-tractor-points = 5 是 5 分，10 和 K 是 10 分。只看闲家抓了多少分。
term-tractor-declarer = 拿底牌、第一个领出的人；和对家一起，不让闲家抓满 80 分。
term-tractor-opponents = 庄家的对手。抓满 80 分就赢这一局。
term-tractor-partner = 坐在你对面的人，你们的分和级是一起的。
term-tractor-call = 发牌时亮出级牌，它的花色就是主。
term-tractor-overturn = 用一对级牌压过别人亮的一张，换一门主。
term-tractor-no-trump = 用一对王亮：只有王和级牌是主。
term-tractor-kitty = 最后八张牌。庄家拿起来，再扣八张。
term-tractor-bury = 打第一轮以前，把八张牌扣下。
term-tractor-kitty-capture = 闲家赢了最后一轮，底牌的分翻倍归闲家。
term-tractor-trick = 每人出一手牌，最大的赢，分也归他。
term-tractor-lead = 一轮的第一手牌，别人都要照着跟。
term-tractor-follow = 出一样多的牌；有这一门就必须出这一门。
term-tractor-single = 一张牌。
term-tractor-pair = 两张一样的牌，例如 ♠8♠8。
term-tractor-tractor = 同一门相邻的对子，例如 ♠4♠4♠3♠3。只有更大的拖拉机，或者没有这门的人用主牌拖拉机，才管得住。
term-tractor-throw = 同一门的几手牌一起领出，哪一手都没人管得住才成立。
term-tractor-trump-in = 领出的那一门你没有了，用主牌赢下这一轮。
term-tractor-discard = 领出的那一门你没有了，出别的花色。垫的牌不会赢。
term-tractor-beat = 出得比目前最大的一手还大。
term-tractor-void = 这一门你一张也没有了，别人出这门，你就能毙。
term-tractor-draw-trumps = 领出主牌，把别家的主吊出来，少些主来毙你。
term-tractor-give-points = 对家能赢的一轮，把 5、10、K 跟上去。
term-tractor-save-the-kitty = 庄家方赢了最后一轮，底牌的分不算。
term-tractor-permanent-trump = 不管亮哪一门都是主的牌：王和级牌。按可选规则 `permanent_trumps`，2 或者 2、3、5 也可以是。
term-tractor-shutout = 闲家一分没抓到，庄家方升 3 级。
term-tractor-near-shutout = 闲家抓不到 40 分，庄家方升 2 级。

# Words of the game, the usual one first, and words that name a page by themselves; they are apart by `|`.
words-term-level = 级 | 级牌 | 打几 | 等级
words-term-trump = 主牌 | 主 | 将牌 | 主花色
words-term-joker = 王 | 大王 | 小王 | 大小王 | 鬼
words-term-plain-suit = 副牌 | 副 | 花色
words-term-points = 分 | 分牌 | 抓分
words-term-declarer = 庄家 | 庄 | 坐庄 | 台上
words-term-opponents = 闲家 | 闲 | 抓分方 | 台下
words-term-partner = 对家 | 队友 | 搭档 | 座位
words-term-call = 亮主 | 亮 | 叫主 | 定主
words-term-overturn = 反主 | 反
words-term-no-trump = 无主
words-term-kitty = 底牌 | 底 | 底分
words-term-bury = 扣底 | 埋底 | 扣牌 | 垫底
words-term-kitty-capture = 抠底 | 抄底 | 捡底 | 翻倍
words-term-trick = 轮 | 墩 | 一轮 | 圈
words-term-lead = 领出 | 先出 | 首家 | 出牌
words-term-follow = 跟牌 | 跟
words-term-single = 单张 | 单牌 | 单
words-term-pair = 对子 | 对 | 一对
words-term-tractor = 拖拉机 | 连对
words-term-throw = 甩牌 | 甩 | 甩牌失败
words-term-trump-in = 毙牌 | 毙 | 杀 | 将吃 | 盖毙
words-term-discard = 垫牌 | 垫
words-term-beat = 管住 | 管 | 压
words-term-void = 绝门 | 绝 | 断门
words-term-draw-trumps = 吊主 | 调主 | 拉主
words-term-give-points = 送分 | 跑分 | 喂分
words-term-save-the-kitty = 保底 | 守底
words-term-permanent-trump = 常主 | 硬主
words-term-shutout = 大光 | 光头
words-term-near-shutout = 小光
words-page-words = 术语 | 術語 | 词汇
words-page-intro = 升级 | 升級 | 80分
words-page-uno = 叠加 | 质疑 | 摸牌 | 跳过 | 反转
words-page-scoring = 胜负 | 升几级 | 算分 | 得分 | 上台 | 下台
words-page-playing = 按钮 | 打字
words-page-cards = 牌 | 写法
words-page-rules = 规则 | 規則
words-page-commands = 命令 | 全部命令
words-page-rooms = 房间 | 房間
words-page-ratings = 等级分 | 等級分 | 积分
