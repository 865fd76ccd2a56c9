# 說明。行首不能是括號、星號或句點。

help-menu = 選一頁說明
help-more = 其他：{ $list }
help-example = 例如：{ CMD($command) }

help-intro-title = { $games }
help-intro =
    打**升級**（拖拉機）：兩副牌，四個人，對家一夥，二對二。
    ▸ 一輪輪出牌，搶分：5 是 5 分，10 和 K 是 10 分。
    ▸ 莊家方不能讓閒家抓滿 80 分。
    ▸ 贏了就升級，從 2 一直打到 A。
    ▸ 鬼牌、級牌和一門主花色都是主牌。
    ▸ 相鄰的對子是拖拉機，例如 ♠4433。幾手誰也管不住的牌一起出，叫甩牌。

    { $face ->
        [browser] 沒打過？首頁的**十分鐘學會升級**一步一步教你。下面的各頁講得更細，也講有哪些規則可以換。
       *[other]
            沒打過？`{ $p }practice` 一步一步教你。
            `{ $p }join` 坐下；`{ $p }computer all` 空位都坐電腦，`{ $p }start` 開局
            { $opens } – { $others }
            `{ $p }help` – 現在該怎麼打；`{ $p }help 拖拉機` 解釋任何一個詞
    }

help-slow-mode = 慢速模式只限制打字：按鈕和斜線指令隨時能用。
help-embeds = 看不到牌桌？請在 Discord 的設定 > 聊天裡開啟「顯示嵌入內容並預覽網站連結」。

help-rules-title = 規則
help-rules =
    `{ $p }rules` { $face ->
        [terminal] 分組看規則
       *[other] 分組看規則，點選單就行
    }；`{ $p }rules all` 列出全部。
    `{ $p }rules throw_penalty` 說明一條。桌主在開局前可以改：
    `{ $p }rules throw_penalty=ten_per_throw` 甩牌失敗罰 10 分
    `{ $p }rules match_to=6` 打到 6，時間短一點
    `{ $p }rules deal_interval=0` 一下子發完
    `{ $p }rules turn_limit=off idle_limit=off` 慢慢想
    升級用 `{ $p }rules preset=short`、UNO 用 `{ $p }rules preset=party`，一次換掉所有規則
    `{ $p }rules save our evening` 存下現在的規則，換一桌用 `{ $p }rules our evening` 就能拿來用
    `{ $p }rules save server` 讓本伺服器新開的牌桌都用現在的規則，要有管理頻道的權限

help-commands-title = 指令
help-commands-seats-title = 坐下、開局、離座
help-commands-play-title = 出牌
help-commands-match-title = 看牌局，一起決定
help-commands-results-title = 戰績和重播
help-commands-people-title = 找人一起玩
help-commands-learn-title = 入門、練習和設定
help-ratings-title = 等級分
help-ratings =
    等級分表示牌力：「簡單」電腦是 1000 分。± 後面的數表示有多不確定；降到 120 以下之前，等級分是暫定的。

    `{ $p }stats` – 自己的等級分和戰績
    `{ $p }profile` – 等級分和榮譽；`{ $p }settings profile private` 不讓別人看
    `{ $p }leaderboard tractor rating` – 本伺服器最高的；`global` 看所有伺服器

    ▸ **哪些局算**：每一局打完的都算，對人、對電腦都行（`lowest` 電腦和別人的程式除外）。發牌時坐在哪個位置，就擔那個位置的輸贏，中途離開的人也一樣。升級裡可以悔牌、或者一方佔便宜的規則下不算。
    ▸ **算多少**：贏了更強的對手加得更多。同一天對同樣的人，前八局全算，再八局減半，再往後四分之一。已經穩定的等級分，對暫定的對手幾乎不變或完全不變。

help-rooms-title = 房間
help-rooms =
    房間是有號碼的牌桌。別的頻道、別的伺服器、私訊裡的人都能坐下，每個人在自己那裡看到同一桌。

    `{ $p }room new` – 開一個升級房間；{ $rooms }
    `{ $p }room join 4711` – 不管在哪裡，坐到那一桌
    `{ $p }room` – 你在哪個房間，怎樣邀請別人
    `{ $p }chat 祝你好運` – 對其他地方的人說話，也可以只寫 `. 祝你好運`；桌主可以讓人禁言：`{ $p }chat 禁言 小明`、`{ $p }chat 解除禁言 小明`
    `{ $p }room leave` – 離座
    `{ $p }block @某人` – 不和對方坐進同一個房間，也看不到對方說的話（`{ $p }block off @某人` 取消）；`{ $p }report @某人` 告訴營運這個機器人的人

    其餘和普通牌桌一樣：`{ $p }start`、`{ $p }play`、`{ $p }computer`{ $face ->
        [terminal] {""}
       *[other] {" "}和按鈕
    }。
    在別處再加入一次，牌桌就跟著你過去。最後一個人離開，房間就關了。

usage-intro = 這是什麼
usage-join = 坐下：寫座位，不寫就坐第一個空位
usage-leave = 離座；打牌時由電腦接著打
usage-computer = 在空位上加一個電腦；`全部` 坐滿，`撤下` 移除一個
usage-kick = 請一位玩家離座（桌主）
usage-tellme = 這裡有空位就告訴你一次；`here` 在頻道裡提醒，`off` 取消
usage-list = 有哪些牌桌
usage-start = 開局
usage-rules = 看規則或改規則
usage-deal = 發牌；後面寫話就先加入洗牌再發
usage-mix = 把話加入下一次洗牌，先不發牌
usage-call = 亮主；UNO 裡質疑 +4
usage-pass = 不亮；UNO 裡留著摸到的牌
usage-kitty = 扣 8 張底
usage-play = 出牌
usage-premove = 先選好牌，輪到你時就出；`off` 取消
usage-hand = 你的牌，只給你看
usage-table = 重新貼出大家看到的牌桌
usage-score = 級數、分數和各局
usage-last = 上一輪，規則准許時也能看第幾輪
usage-seen = 這一局出過哪些牌，按花色列出（規則允許時）
usage-pause = 暫停，有人繼續才打
usage-autopilot = 託管：電腦替你出牌，你一動手就交還
usage-hint = 提示一手牌
usage-surrender = 和對家一起投降這一局
usage-playon = 不同意投降，或者收回
usage-agree = 同意桌上別人提出的請求；`同意 不` 表示不同意
usage-reset = 投票作廢這一場；`收回` 收回
usage-takeback = 收回剛出的牌或剛亮的主（規則允許時）
usage-end = 散桌（桌主、管理員）
usage-help = 說明，或者其中一頁
usage-draw = UNO：摸一張
usage-catch = UNO：抓漏喊 UNO 的人
usage-settings = { $face ->
        [terminal] 語言、牌面等設定
       *[other] 語言、牌面等設定，點選單就能改
    }；管理員還能改伺服器的
usage-stats = 玩了幾局，贏了幾局：自己的、別人的或某種遊戲的；`global` 看所有伺服器
usage-profile = 等級分和榮譽：自己的或別人的
usage-leaderboard = 一種遊戲的排行榜，可以寫按什麼排、排幾名
usage-replay = 逐輪重播打完的一局，四家明牌
usage-review = 升級打完一局後覆盤：哪幾手可以打得更好，只給你看
usage-export = 把上一場打完的比賽存成檔案
usage-room = 有號碼的牌桌，哪裡的人都能來：`new` 新建、`join` 加入、`leave` 離開
usage-chat = 對房間裡其他地方的人說話；也可以寫成 `. 你好`
usage-block = 在房間裡不再和某人同桌；`off` 取消
usage-report = 把某人的行為告訴營運這個機器人的人，別人不會知道
usage-cup = 盃賽（升級或 UNO），各桌同牌：`join [@搭檔]` 報名，`decline` 謝絕邀請，`leave` 退出，`list` 看歷屆；主辦人用 `new 名字 [uno] [輪數] [drawn] [30m]`、`start`、`end`
usage-seek = 在本伺服器找人一起玩，預設等一小時，也可以寫分鐘數；`off` 不找了
usage-activity = 在 Discord 的視窗裡開啟本頻道的牌桌，牌擺在桌上
usage-verify = 怎樣驗證上一局洗牌是公平的
usage-top10 = 每種遊戲的前十名
usage-practice = 一步一步學會升級，然後和電腦打一局
usage-daily = 打今天人人相同的一局，或看成績
usage-duel = 和朋友打同樣的牌，看誰打得更好

# 術語。
help-words-title = 術語
help-term = **{ $word }** { $other } – { $meaning }
help-unknown = 沒有找到 { $word }。
help-near = 相近的：{ $list }
help-all-words = { CMD("help words") } 列出所有術語，{ CMD("help commands") } 列出全部指令。
help-rule-usual = 標準：**{ $value }**。{ CMD("rules", $name) } 看你這一桌的。
term-tractor-level = 這一局的級，這個點數的牌都是主。從 2 打起，一直升到 A。
term-tractor-trump = 鬼牌、級牌和主花色，合起來算一門，比別的都大。
term-tractor-joker = 最大的主：大鬼，再是小鬼。
term-tractor-plain-suit = 不是主的花色，級牌不算在裡面。
term-tractor-points = 5 是 5 分，10 和 K 是 10 分。只看閒家抓了多少分。
term-tractor-declarer = 拿底牌、第一個領出的人；和對家一起，不讓閒家抓滿 80 分。
term-tractor-opponents = 莊家的對手。抓滿 80 分就贏這一局。
term-tractor-partner = 坐在你對面的人，你們的分和級是一起的。
term-tractor-call = 發牌時亮出級牌，它的花色就是主。
term-tractor-overturn = 用一對級牌壓過別人亮的一張，換一門主。
term-tractor-no-trump = 用一對鬼牌亮：只有鬼牌和級牌是主。
term-tractor-kitty = 最後八張牌。莊家拿起來，再扣八張。
term-tractor-bury = 打第一輪以前，把八張牌扣下。
term-tractor-kitty-capture = 閒家贏了最後一輪，底牌的分翻倍歸閒家。
term-tractor-trick = 每人出一手牌，最大的贏，分也歸他。
term-tractor-lead = 一輪的第一手牌，別人都要照著跟。
term-tractor-follow = 出一樣多的牌；有這一門就必須出這一門。
term-tractor-single = 一張牌。
term-tractor-pair = 兩張一樣的牌，例如 ♠8♠8。
term-tractor-tractor = 同一門相鄰的對子，例如 ♠4♠4♠3♠3。只有更大的拖拉機，或者沒有這門的人用主牌拖拉機，才管得住。
term-tractor-throw = 同一門的幾手牌一起領出，哪一手都沒人管得住才成立。
term-tractor-trump-in = 領出的那一門你沒有了，用主牌贏下這一輪。
term-tractor-discard = 領出的那一門你沒有了，出別的花色。墊的牌不會贏。
term-tractor-beat = 出得比目前最大的一手還大。
term-tractor-void = 這一門你一張也沒有了，別人出這門，你就能斃。
term-tractor-draw-trumps = 領出主牌，把別家的主吊出來，少些主來斃你。
term-tractor-give-points = 對家能贏的一輪，把 5、10、K 跟上去。
term-tractor-save-the-kitty = 莊家方贏了最後一輪，底牌的分不算。
term-tractor-permanent-trump = 不管亮哪一門都是主的牌：鬼牌和級牌。按可選規則 `permanent_trumps`，2 或者 2、3、5 也可以是。
term-tractor-shutout = 閒家一分沒抓到，莊家方升 3 級。
term-tractor-near-shutout = 閒家抓不到 40 分，莊家方升 2 級。

# Words of the game, the usual one first, and words that name a page by themselves; they are apart by `|`.
words-term-level = 級 | 級牌 | 打幾 | 等級
words-term-trump = 主牌 | 主 | 將牌 | 主花色
words-term-joker = 鬼牌 | 大鬼 | 小鬼 | 大小鬼 | 鬼
words-term-plain-suit = 副牌 | 副 | 花色
words-term-points = 分 | 分牌 | 抓分
words-term-declarer = 莊家 | 莊 | 坐莊 | 台上
words-term-opponents = 閒家 | 閒 | 抓分方 | 台下
words-term-partner = 對家 | 隊友 | 搭檔 | 座位
words-term-call = 亮主 | 亮 | 叫主 | 定主
words-term-overturn = 反主 | 反
words-term-no-trump = 無主
words-term-kitty = 底牌 | 底 | 底分
words-term-bury = 扣底 | 埋底 | 扣牌 | 墊底
words-term-kitty-capture = 摳底 | 抄底 | 撿底 | 翻倍
words-term-trick = 輪 | 墩 | 一輪 | 圈
words-term-lead = 領出 | 先出 | 首家 | 出牌
words-term-follow = 跟牌 | 跟
words-term-single = 單張 | 單牌 | 單
words-term-pair = 對子 | 對 | 一對
words-term-tractor = 拖拉機 | 連對
words-term-throw = 甩牌 | 甩 | 甩牌失敗
words-term-trump-in = 斃牌 | 斃 | 殺 | 將吃 | 蓋斃
words-term-discard = 墊牌 | 墊
words-term-beat = 管住 | 管 | 壓
words-term-void = 絕門 | 絕 | 斷門
words-term-draw-trumps = 吊主 | 調主 | 拉主
words-term-give-points = 送分 | 跑分 | 喂分
words-term-save-the-kitty = 保底 | 守底
words-term-permanent-trump = 常主 | 硬主
words-term-shutout = 大光 | 光頭
words-term-near-shutout = 小光
words-page-words = 術語 | 詞彙
words-page-intro = 升級 | 80分
words-page-uno = 疊加 | 質疑 | 摸牌 | 跳過 | 反轉
words-page-scoring = 勝負 | 升幾級 | 算分 | 得分 | 上台 | 下台
words-page-playing = 按鈕 | 打字
words-page-cards = 牌 | 寫法
words-page-rules = 規則
words-page-commands = 指令 | 全部指令
words-page-rooms = 房間
words-page-ratings = 等級分 | 積分
