# 牌桌：开局之前和牌局之外。

lobby-title = { $game } · 已坐 { $seated } / { $seats }
lobby-host = 桌主：{ $who }
lobby-rules-standard = 规则：标准
lobby-rules-other = { $own ->
    [true] 本服务器的规则：{ $rules }
   *[false] 规则：{ $rules }
}
lobby-wait = 还差 { $missing } 人，可以叫朋友，也可以加电脑。
lobby-ready = 人齐了，{ BUTTON("button-start", "start") } 开局。
seats-sealed = 开局时抽座位。抽座位的校验码：`{ $seal }`
seats-drawn = 座位是抽的。抽座位的随机种子：`{ $secret }`
closed-title = 这一桌已经散了。
closed-hint = { CMD($join) } 可以新开一桌。
wins-list = 胜场：{ $wins }
seat-absent = { $who } 不在，电脑托管到回来为止。
seat-kept = { $who } 走了，电脑接着打，座位先保留一会儿。
newcomers-next-round = 下一局加入：{ $names }
newcomers-next-match = 下一场加入：{ $names }
refuse-comes-in = { $admission ->
    [next_round] 下一局你就加入。改主意了就 { CMD("leave") }。
   *[next_match] 这一场不再加人，下一场你就加入。改主意了就 { CMD("leave") }。
}
seat-left = { $who } 走了，电脑接着打，谁都可以补位。
seat-coming = { $who } 从下一局开始打：这一局别人已经在打，先由电脑打完。
seat-absent-you = 电脑正在替你打。{ $face ->
        [terminal] 出一手
       *[other] 点一下或者出一手
    }，就由你接着打。

button-join = 坐下
button-leave = 离座
button-start = 开局
button-rematch = 再来一场
button-rules = 规则
button-help = 帮助
button-hand = 我的牌
button-score = 比分
button-last-trick = 上一轮
button-agree = 同意
button-agree-more = 同意 { $yes }/{ $needed }
button-disagree = 不同意
button-withdraw = 撤回
banks = ⏳ 备用时间：{ $banks }
button-reset = 重开 { $votes }/{ $needed }
button-reset-none = 重开
button-surrender = 投降
button-play-on = 继续打
button-deal = 发牌
button-next-round = 下一局
button-verify = 验证洗牌
button-review = 复盘
button-play = 出 { $cards }
button-play-none = 出牌
button-bury = 扣底
button-clear = 清空
button-premove = 轮到我就出 { $cards }
button-hint = 提示
button-sort = 理牌
seen-only-tractor = 只有拖拉机有记牌器；{ CMD("last") } 看最近出的牌。
button-halt = 暂停
button-rest = 托管：电脑替我出牌
button-rush = 一次发完
button-wait = 不亮
button-back = 返回
button-more = 更多…
button-browser = 打开牌桌
button-window = 在这里玩
button-watch = 在浏览器里旁观
button-do-it = 确定
button-end = 散桌
button-back-again = 我回来了
button-take-seat = 补位
button-go-on = 接着打
menu-seat = 选座位
menu-computers = { $free ->
    [true] 加一个电脑
   *[false] 移除一个电脑
}
menu-seat-computer = { $name }会让位
menu-rule = 选一条规则
button-quick = 和电脑打
button-quick-fill = 电脑补齐，开始发牌
menu-away = 移除 { $seat } 的电脑
length-line = 大约 { $rounds } 局，{ $time }
length-line-one = 只打一局，大约 { $time }
length-minutes = { $n } 分钟
length-hours = { $n } 小时
length-hours-half = { $n } 个半小时

rules-title = 规则
rules-hint = 桌主在开局前可以改规则：{ CMD($command) }
rules-entry = { $label }：**{ $value }** `{ $name }`
rules-entry-usual = { $label }：{ $value } `{ $name }`
rules-match = 这一场
rules-limits = 本桌时限
rule-values = `{ $name }` 可以是：{ $values }。
rule-range = `{ $name }` 是 { $least } 到 { $most } 的数，例如 { $values }。

list-title = 牌桌
list-none = 还没有牌桌。{ CMD("join") } 在这里开一桌。
list-line = { $place } · { $game } · 已坐 { $seated } / { $seats } · { $stage }
list-here = 这里
list-lobby = 等人
list-playing = 正在打
list-over = 打完了

# 发生了什么。

news-sat = { $instead_of ->
    [none] { $name } 坐下{ $face ->
        [browser] 。
       *[other] ：{ $seat_place }。
    }
   *[other] { $name } 接替电脑{ $face ->
        [browser] 。
       *[other] ：{ $seat_place }。
    }
}
news-comes-in = { $admission ->
    [next_round] { $name } 下一局加入。
   *[next_match] { $name } 下一场加入。
}
news-stays-out = { $name } 不加入了。
news-moved = { $to } 换{ $face ->
    [browser] 了座位。
   *[other] 到 { $to_place }。
}
news-left = { $stage ->
    [playing] { "" }
    [closed] { "" }
   *[other] { $name } 离开了{ $face ->
        [browser] 。
       *[other] ，{ $seat_place } 空出来了。
    }
}
news-substituted = { $away ->
    [absent] { $who } 由电脑托管，{ CMD("join") } 就能回来。
   *[other] { $who } 离座，{ $face ->
        [browser] 由电脑接着打。
       *[other] { $seat_place } 由电脑接着打。
    }
}
news-returned = { $seat } 回来了。
news-host-changed = { $host } 是新桌主。
news-computer-added = 电脑（{ $skill }）坐下：{ $seat }。
news-computer-removed = 电脑离座{ $face ->
    [browser] 。
   *[other] ：{ $seat_place } 空出来了。
}
news-rule-set = 规则改了，{ $rule }：**{ $value }**
news-seats-drawn = 抽好座位：{ $seats }。随机种子：`{ $secret }`
news-started = { $number ->
    [1] 开局。
   *[other] 第 { $number } 场开始。
}
news-warned = { $seat }：还剩 { $seconds } 秒。
news-time-up = 时间到，替 { $seat } 出最小的牌。
news-voted = { $motion ->
    [reset] { $support ->
        [true] { $person } 投票作废这一场：{ $votes } / { $needed } 票。
       *[other] { $person } 收回投票：{ $votes } / { $needed } 票。
    }
   *[other] { $support ->
        [true] { $person } 同意：{ $votes } / { $needed }。
       *[other] { $person } 不同意：{ $votes } / { $needed }。
    }
}
news-reset = 投票通过：这一场作废，座位不变。
news-dealt-again = { $round ->
    [none] 机器人更新后，这一场无法继续；座位和规则不变，请重新开始。
   *[other] 机器人更新后，这一局无法继续，将重新发牌；等级和分数不变。
}
petition-change = { $rule }：{ $value }
petition-accord = { $who } 想改这一场。{ $changes }。要其他人过半数同意：{ BUTTON("button-agree", "agree") }。
petition-limits = { $who } 想改设置。{ $changes }。下一局起生效；其他人同意就马上生效：{ BUTTON("button-agree", "agree") }。
petition-kick = { $later ->
    [true] { $who } 想请 { $person } 先休息，下一局起生效。
   *[other] { $who } 想请 { $person } 先休息，要有别人同意：{ BUTTON("button-agree", "agree") }。
}
petition-sit = { $name } 想在这一桌坐下，由 { $host } 决定：{ BUTTON("button-agree", "agree") } 或 { BUTTON("button-disagree", "agree no") }。
declined-limits = { $stands ->
    [true] 不马上生效，下一局起才算。{ $changes }。
   *[other] { $who } 收回了新设置。{ $changes }。
}
declined-accord = 这一场不变。{ $changes }。
declined-kick = { $person } 留在座位上。
declined-sit = { $name } 暂时不坐下。
news-put-back = 机器人从备份恢复了，这一桌回到了备份时的样子。为防有人已经看过后面的牌，从下一次发牌起换新的随机种子重新洗牌，校验码也随之更新。
news-aside = { $later ->
    [true] 这里原来的牌桌需要更新版本的机器人。牌桌已保留，换回新版本后会继续。想开新桌：{ CMD("join") }
   *[other] 重启后，这里原来的牌桌没能恢复。数据没有删除：管理机器人的人可以用 `tractor-bot doctor` 查看，编号 `{ $table }`。想开新桌：{ CMD("join") }
}
news-closed-by-host = 桌主散桌了。
news-closed-by-moderator = 管理员散桌了。
news-closed-by-idle = 很久没有人打牌，这一桌散了。
news-closed-by-anybody = 很久没有人打牌，{ $person } 散桌了。
news-closed-by-deserted = 人都走了，这一桌散了。
news-closed-by-declined = { news-closed-by-deserted }
news-resumed = 有人回来了，接着打。
news-missed = 事情来得太快，这里缺了几行。
match-paused = ⏸ **暂停。**{ CMD("join") } 就接着打；{ $minutes } 分钟没人回来就散桌。
match-paused-kept = ⏸ **暂停。**{ CMD("join") } 就接着打。

# 不能撤销的，先问一声。

more-asks = 离开和结束会先问一声：
ask-leave = 你离开这一场，由电脑接着打。{ CMD("join") } 就能回来。
ask-leave-alone = 这里只有你一个人：这一场作废，这一桌也散了。
ask-reset = 其他人同意，这一场就作废：要 { $needed } 票。
ask-reset-alone = 这一场作废，牌桌回到等待开局。
ask-end = 这一桌就散了，大家都要离开。
ask-end-match = 这一场作废，这一桌也散了，大家都要离开。
ask-forget = 你的战绩和设置会永久删除。想先留一份，用 { CMD("settings export") }。
ask-typed = 确定的话，请输入：{ CMD($command) }
hand-match-off = 这一场已经作废，牌桌回到等待开局。
asked-nothing-done = 什么都没有变。
vote-open = { $who } 投票作废这一场：{ $votes } / { $needed } 票。{ BUTTON("button-reset-none", "reset") } 表示同意。

# 拒绝：是什么、为什么、一个正确的例子。

refuse-not-seated = 你没有坐在这一桌。{ $join } 坐到空位。
refuse-already-seated = 你已经坐在那里了：{ $seat_place }。
refuse-no-such-seat = 这一桌没有这个座位。例如 { CMD("join", $seat_example) }。
refuse-seat-taken = { $seat_place } 已经有人了：{ $seat }。{ CMD("join") } 坐第一个空位。
refuse-full = 座位都满了，可以在这里观战。 { tell-hint }
refuse-watching-round = 你在观战。{ $join }，下一局就能加入。
refuse-watching-match = 你在观战。{ $join }，下一场就能加入。
refuse-watching = 座位都有人了，你在观战，看不到手牌。
refuse-held-another-hand = 这一场你看过 { $seat_place } 的牌，所以只能坐回那里：{ CMD("join") }。
refuse-no-computer = { $seat_place } 上没有电脑。
refuse-not-host = 只有桌主能这样做：{ $host }。
refuse-not-quiet = 现在只有桌主（{ $host }）能散桌。再过 { $left }没有人打牌，在座的人都可以。
for-seconds = { $n } 秒
for-minutes = { $n } 分钟
refuse-not-in-lobby = 正在打牌，要等下一场才能改。{ CMD("reset") } 可以投票作废这一场。
start-playing = 已经开局了。{ $due }
refuse-not-now = 现在不行：等级和庄家在两局之间改；一局要定了主才能提前结束。
refuse-not-playing = 还没有开局。{ BUTTON("button-start", "start") } 开局。
refuse-too-few = 坐了 { $seated } 人，至少要 { $least } 人。叫朋友来，或者 { CMD("computer") }，然后 { BUTTON("button-start", "start") }。
refuse-too-many = 已经坐了 { $seated } 人，那条规则最多 { $most } 人。
refuse-rule-unknown-name = 没有 `{ $name }` 这条规则。{ CMD("rules") } 列出全部。
own-rules-saved = 存为 **{ $name }**。在你当桌主的这个游戏的牌桌上，{ $command } 就换成这些规则。
own-rules-forgotten = 已删除 **{ $name }**。
own-rules-name = 起个名字，最多 { $most } 个字或数字，不能和规则重名，例如 { CMD("rules save our evening") }。
own-rules-list = 你存了：{ $names }
own-rules-many = 已经存满了：{ $names }。先用 `规则 删除` 加名字删掉一个。
refuse-rule-clash = `{ $name }={ $value }` 和 `{ $other }={ $while_it_is }` 不能一起用。先改后一条：{ CMD("rules", $other) } 看它能设成什么。
refuse-rule-bad-value = 不能设成 `{ $value }`。{ $choices }例如 { CMD("rules", $example) }。
refuse-vote-stands = { $support ->
    [true] 你已经投过票了。{ CMD("reset off") } 可以收回。
   *[other] 你还没有投票。{ CMD("reset") } 投票作废这一场。
}
refuse-stale = 那是前面一手的按钮。现在的局面如下。
refuse-duplicate = 这一步已经做过了。
refuse-not-awaited = 现在还轮不到 { $seat_place }。
refuse-reserved = 这一步不是由人来做的。
refuse-aloud = 这样不行。原因会透露你的手牌，只能给你一个人看：请点“我的牌”。
refuse-closed = 这一桌已经散了。{ CMD($opens) } 可以新开一桌。
trouble-closed-messages = { $of_hand ->
    [true] { $name }：没法把牌私信给你。请点“我的牌”，或者允许本服务器成员私信。
   *[other] { $name }：这个回答只给你看，但没法私信给你。请允许本服务器成员私信，或者用斜杠命令：它的回答只有你看得到。
}

# 每一桌都有的规则。

rule-turn-limit = 每手限时（秒）
rule-turn-warning = 提前提醒（秒）
rule-absent-turns = 几次超时后由电脑托管
rule-idle-limit = 无人操作几分钟后散桌
rule-bank = 每场备用时间（分钟）
rule-reset-votes = 作废一场要几票
value-reset-votes-most = 三票，并且过半
value-reset-votes-three = 三票
rule-open-end = 无人操作几分钟后谁都能散桌
rule-computer-delay = 电脑出牌前等几秒
rule-seat-kept = 走了的人座位保留几分钟
rule-consent = 打牌中途先问其他人
rule-entry = 新来的人
value-entry-open = 可以直接坐下
value-entry-ask = 先问桌主
value-entry-closed = 不能坐下
rule-substitute = 托管电脑的水平
rule-ping = 轮到谁就提醒谁
value-on = 开
value-off = 关

about-turn-limit = 时间一到，就替你出最小的合法牌。
about-turn-warning = 离时间到还有这么多秒时，提醒一次。
about-absent-turns = 连续超时这么多次，就由电脑托管，直到本人回来。
about-idle-limit = 开局前、打完后、暂停时，还有每手不限时的牌局里，这么久没有动静就散桌。
about-bank = 每手前 15 秒不算，之后想的时间从你的备用时间里扣。用完以后，每手只有这 15 秒。
about-reset-votes = 至少三票；不到三个人，就要所有人同意。选 `most` 时还要超过一半的人。
about-open-end = 这么久没有动静，在座的人都可以散桌，不只是桌主和管理员。
about-computer-delay = 电脑等这么久再出牌，好让人看得清。
about-seat-kept = 打到一半走了的人，这么久之内都能坐回来，别人不能占座。
about-consent = 一局打到一半，改设置、请人离座都要别人同意；新来的人要坐下，先问桌主。
about-entry = 新来的人能不能坐下（开局前、打到一半都算）：直接坐、桌主同意才行，或者不行。
about-substitute = 有人离开或不在时，用什么水平的电脑接着打。
about-ping = 轮到谁就提醒谁一次，出完牌提醒就删掉。

# 挑战。

challenge-made = { $who } 向 { $other } 发起挑战。
challenge-wait = 等 { $other } 回应
challenge-declined = { $who } 没有接受挑战。
challenge-unanswered = { $who } 没有回应，挑战已过期。
challenge-taken-back = 挑战已收回。
button-accept = 接受
button-decline = 谢绝
button-take-back = 收回
refuse-seat-kept = { $seat_place } 为 { $seat } 保留，还有 { $left }，之后 { CMD("join") } 才能坐下。
refuse-asked-already = 你已经问过了，正在等回答。{ CMD("agree no") } 可以收回。
refuse-not-asked = 没有事情在等你回答。{ CMD("rules") } 可以看现在的规则。
refuse-answer-stands = { $support ->
    [true] 你已经同意了。{ CMD("agree no") } 可以收回。
   *[other] 你已经说了不同意。{ CMD("agree") } 可以改成同意。
}
refuse-kept = 这次挑战等 { $name } 回应，在那之前不能改动。

# 桌主请人离座。

menu-kick = 请一位玩家离座
ask-kick = { $who } 会离座，打完一场才能再坐下。
ask-kick-others = 如果桌上还有别人同意，{ $who } 就会离座，这一场打完才能再坐下。
ask-kick-match = { $who } 由电脑接着打，这一场打完才能再坐下。
desk-let-in-later = { $who }，桌主让你加入。{ $when }
desk-let-in = { $who }，桌主请你坐下。{ CMD("hand") } 看你的牌。
desk-not-let-in = { $who }，桌主暂时没有让你坐下。
desk-kicked = 好了，打完一场才能再坐下。
kick-told = 桌主请 { $who } 先休息，打完一场就可以再坐下。
hand-kicked = 桌主请你先休息，这一场打完就可以再坐下。
news-kicked = { $stage ->
    [playing] 桌主请 { $name } 先休息。
   *[other] 桌主请 { $name } 先休息{ $face ->
        [browser] 。
       *[other] ，{ $seat_place }空出来了。
    }
}
refuse-not-let-in = 这一桌暂时不加人。{ $host } 可以放行：{ CMD("rules entry=open") }。
refuse-barred = 桌主请你先休息，打完一场就可以再坐下。
refuse-not-there = 这里没有这个人。可以写名字、@ 或者座位，例如 { CMD("kick Bo") }。
refuse-own-seat = 那是你自己的座位，{ CMD("leave") } 可以离座。

# 有空位就告诉你。

button-tell = 有空位叫我
tell-hint = { CMD("tellme") } 有空位会告诉你。
tell-noted = 这里一有空位，就告诉你一次。不用了就 { CMD("tellme off") }。
tell-off = 好，不再提醒。
tell-seated = 你已经坐在这里了。
tell-free = 现在就有空位，{ CMD("join") } 就能坐下。
tell-too-many = 等的人或者你等的频道太多了，过一会儿再试。
tell-now = 有空位了：{ $channel } 的 { $game }。{ CMD("join") } 就能坐下。
