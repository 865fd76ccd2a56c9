# 练习：带着打的几轮升级，和练习以后。

button-practice = 练习
button-lesson-skip = 跳过
button-lesson-next = 下一步
button-lesson-again = 再来一次
button-lesson-restart = 从头再来
button-lesson-round = 打一局

lesson-tractor-title = 练习 { $n }/{ $of } · { $title }
lesson-tractor-trump = 主 { $suit } · 打 { $level } · 你和北家是闲家，要抓分
lesson-tractor-trump-kitty = 主 { $suit } · 打 { $level } · 你和北家是庄家方
lesson-tractor-trump-none = 打 { $level } · 正在发牌，还没有主
lesson-tractor-trump-over = 打 { $level } · 这一局是你和北家坐庄
lesson-tractor-first = 主牌比别的花色都大。这里的主牌是：大王、小王、四门级牌（2）和所有红桃。北家是你的对家。
lesson-tractor-then = { $dealt ->
    [true] 接下来：{ $title }，会另发一副牌。
   *[false] 接下来：{ $title }
}
lesson-tractor-waits = 练习还在等你：按回车到第 { $step } 步。
lesson-tractor-waits-end = 练习还在等你：按回车看结尾。
lesson-tractor-you = 你
lesson-tractor-takes = 赢
lesson-tractor-asks = { $question ->
    [true] 请选择
   *[false] 下一步
}
lesson-tractor-typed = 输入编号或牌，也可以 `跳过`、`再来`、`停`、{ CMD("practice 6") }。
lesson-tractor-stopped = 练习结束了。{ CMD("practice") } 可以再来。
lesson-tractor-here = 这里就是你的牌桌，接着打吧。{ CMD("hint") } 提示一手牌。

lesson-tractor-follow-title = 跟同一门
lesson-tractor-follow-before = 西家领出 ♠K，值 10 分。你有黑桃就必须出黑桃，最大的黑桃赢这一轮：出 { $play }。
lesson-tractor-follow-else = 可以出 { $cards }，但这一轮的分就归西家了。{ $play } 比 ♠K 大。
lesson-tractor-follow-after = 这一轮你赢了，下一轮由你领出。对家跟了 ♠10，你们抓到 { $points } 分。

lesson-tractor-partner-title = 给对家送分
lesson-tractor-partner-before = 对家（北）的方块最大，你最后出。给这一轮加分：出 { $play }。
lesson-tractor-partner-else = 可以出 { $cards }，不过这一轮反正是北家的。{ $play } 能多抓 10 分。
lesson-tractor-partner-after = 北家赢了这一轮，抓到你送的 { $points } 分。5 是 5 分，10 和 K 是 10 分。你们抓满 80 分就赢这一局。

lesson-tractor-order-title = 主牌的大小
lesson-tractor-order-before =
    西家领出 ♥A。用管得住它的最小的牌赢这一轮：出 { $play }。
    主牌从大到小：大王、小王、♥2、另外三门的 2、♥A、♥K，一直到 ♥3。
lesson-tractor-order-else = { $wins ->
    [yes] { $cards } 也能赢，但更小的就够了：出 { $play }，留着 { $cards }。
   *[no] 可以出 { $cards }，但它比 ♥A 小，这一轮就归西家了。每张 2 都比 ♥A 大：出 { $play }。
}
lesson-tractor-order-after = 你的 2 管住了 A：这一轮你赢了，你们抓到 { $points } 分。♠2 和 ♦2 这样一样大的牌，先出的赢。

lesson-tractor-pair-title = 对子
lesson-tractor-pair-before = 西家领出一对。你有梅花对子就必须跟对子，大的对子赢：出 { $play }。
lesson-tractor-pair-else = 可以出 { $cards }，但分就归西家了。{ $play } 更大。
lesson-tractor-pair-after = 东家和北家没有梅花对子，只能跟两张单牌。你们抓到 { $points } 分。

lesson-tractor-tractor-title = 拖拉机
lesson-tractor-tractor-before = 轮到你领出。♦Q♦Q 和 ♦J♦J 是相邻的对子，合起来就是拖拉机，只有更大的拖拉机，或者没有方块的人用主牌拖拉机，才管得住：出 { $play }。
lesson-tractor-tractor-else = 可以出 { $cards }，但抓的分少，Q 或 J 的对子还会被 ♦K♦K 管住。没人有更大的拖拉机：出 { $play }。
lesson-tractor-tractor-after = 东家必须跟 ♦K♦K，可是对子管不住拖拉机。北家只有三张方块，再垫一张 ♣K。你们抓到 { $points } 分。

lesson-tractor-ruff-title = 毙牌
lesson-tractor-ruff-before = 东家领出 ♣K，你没有梅花。这时出什么都行，出主牌就能毙掉这一轮，最小的主就够：出 { $play }。
lesson-tractor-ruff-else = { $wins ->
    [yes] { $cards } 也能抓到分，但 { $play } 就够了，大主留在手里。
   *[no] 可以出 { $cards }，但分就归东家了：这里只有主牌管得住 ♣K。出 { $play }。
}
lesson-tractor-ruff-after = 一张小主就赢了这一轮，你们抓到 { $points } 分。要是别人也用主牌毙，就看谁的主大。

lesson-tractor-stopped-title = 甩牌失败
lesson-tractor-stopped-before = 甩牌是把同一门的几手牌一起领出，哪一手都没人管得住才成立。先试一次失败的：{ $play }。
lesson-tractor-stopped-else = { $cards } 是好牌。不过先看看甩牌怎样失败：{ $play }。
lesson-tractor-stopped-after = 东家的 ♠K 管得住 ♠Q，所以只出 ♠Q，♠A 收回手里。这一轮东家赢，抓走 { $points } 分。

lesson-tractor-throw-title = 甩牌成立
lesson-tractor-throw-before = ♠A 最大，两张 ♠A 里有一张在你手上，所以没人有比 ♠K♠K 大的对子。这样甩一定成立：出 { $play }。
lesson-tractor-throw-else = { $cards } 不是最好的。{ $play } 没人管得住，加上 ♠7 甩牌就会失败。
lesson-tractor-throw-after = 别家都要跟三张黑桃，有对子的还要跟对子。你们抓到 { $points } 分。

lesson-tractor-capture-title = 最后一轮和底牌
lesson-tractor-capture-before = 还剩两轮。最后一轮要是你或北家赢，底牌的分翻倍归你们。西家领出 ♣K，你没有梅花：把王留到最后，出 { $play }。
lesson-tractor-capture-else = { $cards } 现在能抓 10 分，但最后一轮就输了，底牌的 20 分是要翻倍的。留着它：出 { $play }。
lesson-tractor-capture-after = 这一轮归西家。最后一轮你的小王最大：底牌有 ♠K 和 ♦10，一共 20 分，翻倍就是 40 分。
lesson-tractor-kitty-open = 底牌：{ $cards }

lesson-tractor-levels-title = 升级
lesson-tractor-levels-before = 这一局打完了，闲家抓了 35 分。闲家不满 80 分，庄家方升一级；不满 40 分升两级；一分没有升三级。你们打的是 2：下一局打几？
lesson-tractor-levels-else = 不是 { $cards }：35 分不满 40 分，升两级。选 { $play }。
lesson-tractor-levels-none = 请在这几张里选一张：{ $cards }。
lesson-tractor-levels-after = 从 2 升到 4：下一局 4 是级牌，由北家坐庄。闲家抓满 80 分就上台，满 120 分还能升级，每 40 分一级。

lesson-tractor-call-title = 亮主
lesson-tractor-call-before = 正在发牌，你摸到一张级牌。亮出来，它的花色就是主：亮 { $play }。
lesson-tractor-call-else = { $cards } 也能亮，不过这里请亮 { $play }。
lesson-tractor-call-none = { $cards } 不能亮主：要亮一张级牌（这里是 2），或者一对王。
lesson-tractor-call-after = 你亮了黑桃。可是一对比一张大：东家亮 ♥2♥2，主变成红桃，只有一对王还能反。第一局里，谁先亮主谁坐庄：还是你。

lesson-tractor-kitty-title = 扣底
lesson-tractor-kitty-before = 这一局你坐庄，拿起了底牌，要扣 8 张：不扣主，不扣分，最好扣完一门。扣 { $play }。
lesson-tractor-kitty-else = 可以扣 { $cards }，但主牌和分牌要留着：闲家赢了最后一轮，底牌的分翻倍归他们。最好扣 { $play }。
lesson-tractor-kitty-after = 你没有梅花了，别人出梅花你就能毙。打完之前谁也看不到底牌。

lesson-tractor-end-title = 你会打了
lesson-tractor-end =
    一局从发牌开始。亮一张级牌，它的花色就是主；第一局谁先亮谁坐庄。
    庄家方不让闲家抓满 80 分，就升级；抓满 80 分，下一局闲家上台。
    打 A 时坐庄赢了，就赢下全场。

    现在去自己的牌桌打一局吧，从发牌、亮主开始。“提示”会告诉你出什么、为什么。
lesson-tractor-end-typed = 你的牌桌在等你，按回车就能看到。{ CMD("practice") } 从头再来。

word-lesson-next = 下一步 | 跳过 | 跳過
word-lesson-again = 再来 | 再來 | 重来
word-lesson-round = 实战 | 實戰
word-lesson-stop = 停 | 停止
