cup-title = 🏆 { $name }
cup-what = { $game ->
    [tractor] 升级杯赛，共 { $rounds } 轮：每轮打一局，各桌的牌完全一样。
   *[uno] UNO 杯赛，共 { $rounds } 轮：每轮打一局，各桌的牌和摸牌的顺序完全一样。搭档坐对面，一个人得的分算两个人的。
}
cup-pairs = { $drawn ->
    [true] 开赛时抽签配对；不到八个人时，每个人的搭档都是电脑。
   *[false] 可以一个人报名（搭档是电脑），也可以邀请搭档：{ CMD("cup join @Bo") }
}
cup-begins = { $when }开赛。
cup-waits = 发起人说开始就开始：{ CMD("cup start") }
cup-signed = 已报名（{ $n }）：{ $list }
cup-alone = { $name } & 电脑
cup-waiting = { $name }（等 { $partner } 答复）
cup-gone = { $name }（已退出）
cup-round = 第 { $round } 轮，共 { $rounds } 轮。
cup-tables = 牌桌：{ $list }
cup-bye = 本轮轮空，得一半的分：{ $pair }
cup-place = { $n }. { $pair } · { $points }
cup-more = … 还有 { $n } 对
cup-over = 打完 { $rounds } 轮，比赛结束。
cup-no-place = { $none ->
    [true] ⚠️ 本轮的牌桌还开不了：这个频道开不了私密子区。请结束杯赛，到文字频道重新发起。
   *[false] ⚠️ 本轮的牌桌还开不了：我在这个频道需要“创建私密子区”的权限。
}
cup-table = **{ $name }** 第 { $round } 轮第 { $number } 桌：{ $one } 搭档，对 { $other }。各桌的牌完全一样，看谁打得更好。
cup-table-title = { $name } · 第 { $round } 轮 · 第 { $number } 桌
cup-won = 🏆 **{ $name }** 结束。{ $n ->
    [1] 冠军
   *[other] 并列冠军
}（{ $points } 分）：{ $pairs }
cup-unplayed = **{ $name }** 没有打就结束了。
cup-listed = **{ $name }**，冠军 { $pairs }
cup-goes-on = **{ $name }**，还没结束
cup-list-title = 🏆 杯赛
cup-called = **{ $name }** 已发起：大家在本频道它的消息下面报名。
cup-done-joined = 你已报名。想退出：{ CMD("cup leave") }
cup-done-asked = 你已报名，也邀请了搭档。对方答应之前，你算一个人报名。想退出：{ CMD("cup leave") }
cup-asks = { $who } 想和你搭档参加杯赛 **{ $cup }**。
cup-done-paired = 你们一起报名了。想退出：{ CMD("cup leave") }
cup-done-declined = 没有人再等你答复；邀请你的人算一个人报名。
cup-done-left = 你已退出杯赛。如果你正在它的牌桌上，电脑会接着打。
cup-done-started = 杯赛开始，牌桌会开在子区里。
cup-done-ended = 杯赛结束。
cup-trouble-no-server = 杯赛是服务器里的：请在服务器的频道里用。
cup-trouble-unclear = 发起杯赛要写名字，还可以写几轮、`uno`（打 UNO）、`drawn`（抽签配对）和几分钟后开始：{ CMD("cup new Friday 5") } 或 `cup new Friday 5 drawn 30m`。之后用 `join`、`decline`、`leave`、`start`、`end`、`list`。
cup-ask-end = **{ $name }** 就此结束：只算打完的轮次，正在打的牌桌都散。
cup-trouble-nobody = 这里不认识叫 { $it } 的人。输入 @ 再从列表里选。
cup-trouble-limits = 杯赛的名字最多 { $name } 个字，1 到 { $rounds } 轮，{ $days } 天之内开始。例如 { CMD("cup new Friday 5") }
cup-trouble-misplaced = 先写杯赛的名字，再写别的，每样只写一次。`{ $it }` 放在这里看不懂。例如 { CMD("cup new Friday 5") }
cup-trouble-may-not = 只有管理员和发起杯赛的人可以这样做。
cup-trouble-unfinished = 这个服务器还有一个杯赛没结束。要结束它：{ CMD("cup end") }
cup-trouble-no-place = { $it ->
    [kind] 杯赛的牌桌开在私密子区里，这个频道开不了子区。请到普通文字频道发起。
   *[other] 杯赛的牌桌开在私密子区里：我在这个频道需要“创建私密子区”和“在子区内发送消息”的权限。给了权限后再发起。
}
cup-trouble-none = 现在这里没有杯赛。发起一个：{ CMD("cup new Friday 5") }
cup-trouble-in = 不行：你们中有人已经有搭档或屏蔽了对方，或者名额已满。换一个人：{ CMD("cup join @Bo") }
cup-trouble-not-in = 你不在这个杯赛里。要报名：{ CMD("cup join") }
cup-trouble-not-asked = 现在没有人邀请你搭档，或者你已经有搭档。要报名：{ CMD("cup join") }
cup-trouble-drawn = 这个杯赛抽签配对，请一个人报名：{ CMD("cup join") }
cup-few = 杯赛至少要有 { $n } 对；一个人带一个电脑也算一对。
cup-trouble-few = { cup-few }
cup-trouble-begun = 已经开始了。
picture-cup = 前 { $n } 对在 { $rounds } 轮中的积分
button-cup-join = 报名
button-cup-leave = 退出杯赛
button-cup-accept = 一起打
button-cup-decline = 不了
