# 練習：帶著打的幾輪升級，和練習以後。

button-practice = 練習
button-lesson-skip = 跳過
button-lesson-next = 下一步
button-lesson-again = 再來一次
button-lesson-restart = 從頭再來
button-lesson-round = 打一局

lesson-tractor-title = 練習 { $n }/{ $of } · { $title }
lesson-tractor-trump = 主 { $suit } · 打 { $level } · 你和北家是閒家，要抓分
lesson-tractor-trump-kitty = 主 { $suit } · 打 { $level } · 你和北家是莊家方
lesson-tractor-trump-none = 打 { $level } · 正在發牌，還沒有主
lesson-tractor-trump-over = 打 { $level } · 這一局是你和北家坐莊
lesson-tractor-first = 主牌比別的花色都大。這裡的主牌是：大鬼、小鬼、四門級牌（2）和所有紅心。北家是你的對家。
lesson-tractor-then = { $dealt ->
    [true] 接下來：{ $title }，會另發一副牌。
   *[false] 接下來：{ $title }
}
lesson-tractor-waits = 練習還在等你：按Enter到第 { $step } 步。
lesson-tractor-waits-end = 練習還在等你：按Enter看結尾。
lesson-tractor-you = 你
lesson-tractor-takes = 贏
lesson-tractor-asks = { $question ->
    [true] 請選擇
   *[false] 下一步
}
lesson-tractor-typed = 輸入編號或牌，也可以 `跳過`、`再來`、`停`、{ CMD("practice 6") }。
lesson-tractor-stopped = 練習結束了。{ CMD("practice") } 可以再來。
lesson-tractor-here = 這裡就是你的牌桌，接著打吧。{ CMD("hint") } 提示一手牌。

lesson-tractor-follow-title = 跟同一門
lesson-tractor-follow-before = 西家領出 ♠K，值 10 分。你有黑桃就必須出黑桃，最大的黑桃贏這一輪：出 { $play }。
lesson-tractor-follow-else = 可以出 { $cards }，但這一輪的分就歸西家了。{ $play } 比 ♠K 大。
lesson-tractor-follow-after = 這一輪你贏了，下一輪由你領出。對家跟了 ♠10，你們抓到 { $points } 分。

lesson-tractor-partner-title = 給對家送分
lesson-tractor-partner-before = 對家（北）的方塊最大，你最後出。給這一輪加分：出 { $play }。
lesson-tractor-partner-else = 可以出 { $cards }，不過這一輪反正是北家的。{ $play } 能多抓 10 分。
lesson-tractor-partner-after = 北家贏了這一輪，抓到你送的 { $points } 分。5 是 5 分，10 和 K 是 10 分。你們抓滿 80 分就贏這一局。

lesson-tractor-order-title = 主牌的大小
lesson-tractor-order-before =
    西家領出 ♥A。用管得住它的最小的牌贏這一輪：出 { $play }。
    主牌從大到小：大鬼、小鬼、♥2、另外三門的 2、♥A、♥K，一直到 ♥3。
lesson-tractor-order-else = { $wins ->
    [yes] { $cards } 也能贏，但更小的就夠了：出 { $play }，留著 { $cards }。
   *[no] 可以出 { $cards }，但它比 ♥A 小，這一輪就歸西家了。每張 2 都比 ♥A 大：出 { $play }。
}
lesson-tractor-order-after = 你的 2 管住了 A：這一輪你贏了，你們抓到 { $points } 分。♠2 和 ♦2 這樣一樣大的牌，先出的贏。

lesson-tractor-pair-title = 對子
lesson-tractor-pair-before = 西家領出一對。你有梅花對子就必須跟對子，大的對子贏：出 { $play }。
lesson-tractor-pair-else = 可以出 { $cards }，但分就歸西家了。{ $play } 更大。
lesson-tractor-pair-after = 東家和北家沒有梅花對子，只能跟兩張單牌。你們抓到 { $points } 分。

lesson-tractor-tractor-title = 拖拉機
lesson-tractor-tractor-before = 輪到你領出。♦Q♦Q 和 ♦J♦J 是相鄰的對子，合起來就是拖拉機，只有更大的拖拉機，或者沒有方塊的人用主牌拖拉機，才管得住：出 { $play }。
lesson-tractor-tractor-else = 可以出 { $cards }，但抓的分少，Q 或 J 的對子還會被 ♦K♦K 管住。沒人有更大的拖拉機：出 { $play }。
lesson-tractor-tractor-after = 東家必須跟 ♦K♦K，可是對子管不住拖拉機。北家只有三張方塊，再墊一張 ♣K。你們抓到 { $points } 分。

lesson-tractor-ruff-title = 斃牌
lesson-tractor-ruff-before = 東家領出 ♣K，你沒有梅花。這時出什麼都行，出主牌就能斃掉這一輪，最小的主就夠：出 { $play }。
lesson-tractor-ruff-else = { $wins ->
    [yes] { $cards } 也能抓到分，但 { $play } 就夠了，大主留在手裡。
   *[no] 可以出 { $cards }，但分就歸東家了：這裡只有主牌管得住 ♣K。出 { $play }。
}
lesson-tractor-ruff-after = 一張小主就贏了這一輪，你們抓到 { $points } 分。要是別人也用主牌斃，就看誰的主大。

lesson-tractor-stopped-title = 甩牌失敗
lesson-tractor-stopped-before = 甩牌是把同一門的幾手牌一起領出，哪一手都沒人管得住才成立。先試一次失敗的：{ $play }。
lesson-tractor-stopped-else = { $cards } 是好牌。不過先看看甩牌怎樣失敗：{ $play }。
lesson-tractor-stopped-after = 東家的 ♠K 管得住 ♠Q，所以只出 ♠Q，♠A 收回手裡。這一輪東家贏，抓走 { $points } 分。

lesson-tractor-throw-title = 甩牌成立
lesson-tractor-throw-before = ♠A 最大，兩張 ♠A 裡有一張在你手上，所以沒人有比 ♠K♠K 大的對子。這樣甩一定成立：出 { $play }。
lesson-tractor-throw-else = { $cards } 不是最好的。{ $play } 沒人管得住，加上 ♠7 甩牌就會失敗。
lesson-tractor-throw-after = 別家都要跟三張黑桃，有對子的還要跟對子。你們抓到 { $points } 分。

lesson-tractor-capture-title = 最後一輪和底牌
lesson-tractor-capture-before = 還剩兩輪。最後一輪要是你或北家贏，底牌的分翻倍歸你們。西家領出 ♣K，你沒有梅花：把鬼牌留到最後，出 { $play }。
lesson-tractor-capture-else = { $cards } 現在能抓 10 分，但最後一輪就輸了，底牌的 20 分是要翻倍的。留著它：出 { $play }。
lesson-tractor-capture-after = 這一輪歸西家。最後一輪你的小鬼最大：底牌有 ♠K 和 ♦10，一共 20 分，翻倍就是 40 分。
lesson-tractor-kitty-open = 底牌：{ $cards }

lesson-tractor-levels-title = 升級
lesson-tractor-levels-before = 這一局打完了，閒家抓了 35 分。閒家不滿 80 分，莊家方升一級；不滿 40 分升兩級；一分沒有升三級。你們打的是 2：下一局打幾？
lesson-tractor-levels-else = 不是 { $cards }：35 分不滿 40 分，升兩級。選 { $play }。
lesson-tractor-levels-none = 請在這幾張裡選一張：{ $cards }。
lesson-tractor-levels-after = 從 2 升到 4：下一局 4 是級牌，由北家坐莊。閒家抓滿 80 分就上台，滿 120 分還能升級，每 40 分一級。

lesson-tractor-call-title = 亮主
lesson-tractor-call-before = 正在發牌，你摸到一張級牌。亮出來，它的花色就是主：亮 { $play }。
lesson-tractor-call-else = { $cards } 也能亮，不過這裡請亮 { $play }。
lesson-tractor-call-none = { $cards } 不能亮主：要亮一張級牌（這裡是 2），或者一對鬼牌。
lesson-tractor-call-after = 你亮了黑桃。可是一對比一張大：東家亮 ♥2♥2，主變成紅心，只有一對鬼牌還能反。第一局裡，誰先亮主誰坐莊：還是你。

lesson-tractor-kitty-title = 扣底
lesson-tractor-kitty-before = 這一局你坐莊，拿起了底牌，要扣 8 張：不扣主，不扣分，最好扣完一門。扣 { $play }。
lesson-tractor-kitty-else = 可以扣 { $cards }，但主牌和分牌要留著：閒家贏了最後一輪，底牌的分翻倍歸他們。最好扣 { $play }。
lesson-tractor-kitty-after = 你沒有梅花了，別人出梅花你就能斃。打完之前誰也看不到底牌。

lesson-tractor-end-title = 你會打了
lesson-tractor-end =
    一局從發牌開始。亮一張級牌，它的花色就是主；第一局誰先亮誰坐莊。
    莊家方不讓閒家抓滿 80 分，就升級；抓滿 80 分，下一局閒家上台。
    打 A 時坐莊贏了，就贏下全場。

    現在去自己的牌桌打一局吧，從發牌、亮主開始。「提示」會告訴你出什麼、為什麼。
lesson-tractor-end-typed = 你的牌桌在等你，按Enter就能看到。{ CMD("practice") } 從頭再來。

word-lesson-next = 下一步 | 跳過
word-lesson-again = 再來 | 重來
word-lesson-round = 實戰
word-lesson-stop = 停 | 停止
