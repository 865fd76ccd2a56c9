# 牌桌：開局之前和牌局之外。

lobby-title = { $game } · 已坐 { $seated } / { $seats }
lobby-host = 桌主：{ $who }
lobby-rules-standard = 規則：標準
lobby-rules-other = { $own ->
    [true] 本伺服器的規則：{ $rules }
   *[false] 規則：{ $rules }
}
lobby-wait = 還差 { $missing } 人，可以叫朋友，也可以加電腦。
lobby-ready = 人齊了，{ BUTTON("button-start", "start") } 開局。
seats-sealed = 開局時抽座位。抽座位的校驗碼：`{ $seal }`
seats-drawn = 座位是抽的。抽座位的隨機種子：`{ $secret }`
closed-title = 這一桌已經散了。
closed-hint = { CMD($join) } 可以新開一桌。
wins-list = 勝場：{ $wins }
seat-absent = { $who } 不在，電腦代打到回來為止。
seat-kept = { $who } 走了，電腦接著打，座位先保留一會兒。
newcomers-next-round = 下一局加入：{ $names }
newcomers-next-match = 下一場加入：{ $names }
refuse-comes-in = { $admission ->
    [next_round] 下一局你就加入。改主意了就 { CMD("leave") }。
   *[next_match] 這一場不再加人，下一場你就加入。改主意了就 { CMD("leave") }。
}
seat-left = { $who } 走了，電腦接著打，誰都可以補位。
seat-coming = { $who } 從下一局開始打：這一局別人已經在打，先由電腦打完。
seat-absent-you = 電腦正在替你打。{ $face ->
        [terminal] 出一手
       *[other] 點一下或者出一手
    }，就由你接著打。

button-join = 坐下
button-leave = 離座
button-start = 開局
button-rematch = 再來一場
button-rules = 規則
button-help = 說明
button-hand = 我的牌
button-score = 比分
button-last-trick = 上一輪
button-agree = 同意
button-agree-more = 同意 { $yes }/{ $needed }
button-disagree = 不同意
button-withdraw = 撤回
banks = ⏳ 備用時間：{ $banks }
button-reset = 重開 { $votes }/{ $needed }
button-reset-none = 重開
button-surrender = 投降
button-play-on = 繼續打
button-deal = 發牌
button-next-round = 下一局
button-verify = 驗證洗牌
button-review = 覆盤
button-play = 出 { $cards }
button-play-none = 出牌
button-bury = 扣底
button-clear = 清空
button-premove = 輪到我就出 { $cards }
button-hint = 提示
button-sort = 理牌
seen-only-tractor = 只有拖拉機有記牌器；{ CMD("last") } 看最近出的牌。
button-halt = 暫停
button-rest = 託管：電腦替我出牌
button-rush = 一次發完
button-wait = 不亮
button-back = 返回
button-more = 更多…
button-browser = 開啟牌桌
button-window = 在這裡玩
button-watch = 在瀏覽器裡旁觀
button-do-it = 確定
button-end = 散桌
button-back-again = 我回來了
button-take-seat = 補位
button-go-on = 接著打
menu-seat = 選座位
menu-computers = { $free ->
    [true] 加一個電腦
   *[false] 移除一個電腦
}
menu-seat-computer = { $name }會讓位
menu-rule = 選一條規則
button-quick = 和電腦打
button-quick-fill = 電腦補齊，開始發牌
menu-away = 移除 { $seat } 的電腦
length-line = 大約 { $rounds } 局，{ $time }
length-line-one = 只打一局，大約 { $time }
length-minutes = { $n } 分鐘
length-hours = { $n } 小時
length-hours-half = { $n } 個半小時

rules-title = 規則
rules-hint = 桌主在開局前可以改規則：{ CMD($command) }
rules-entry = { $label }：**{ $value }** `{ $name }`
rules-entry-usual = { $label }：{ $value } `{ $name }`
rules-match = 這一場
rules-limits = 本桌時限
rule-values = `{ $name }` 可以是：{ $values }。
rule-range = `{ $name }` 是 { $least } 到 { $most } 的數，例如 { $values }。

list-title = 牌桌
list-none = 還沒有牌桌。{ CMD("join") } 在這裡開一桌。
list-line = { $place } · { $game } · 已坐 { $seated } / { $seats } · { $stage }
list-here = 這裡
list-lobby = 等人
list-playing = 正在打
list-over = 打完了

# 發生了什麼。

news-sat = { $instead_of ->
    [none] { $name } 坐下{ $face ->
        [browser] 。
       *[other] ：{ $seat_place }。
    }
   *[other] { $name } 接替電腦{ $face ->
        [browser] 。
       *[other] ：{ $seat_place }。
    }
}
news-comes-in = { $admission ->
    [next_round] { $name } 下一局加入。
   *[next_match] { $name } 下一場加入。
}
news-stays-out = { $name } 不加入了。
news-moved = { $to } 換{ $face ->
    [browser] 了座位。
   *[other] 到 { $to_place }。
}
news-left = { $stage ->
    [playing] { "" }
    [closed] { "" }
   *[other] { $name } 離開了{ $face ->
        [browser] 。
       *[other] ，{ $seat_place } 空出來了。
    }
}
news-substituted = { $away ->
    [absent] { $who } 由電腦代打，{ CMD("join") } 就能回來。
   *[other] { $who } 離座，{ $face ->
        [browser] 由電腦接著打。
       *[other] { $seat_place } 由電腦接著打。
    }
}
news-returned = { $seat } 回來了。
news-host-changed = { $host } 是新桌主。
news-computer-added = 電腦（{ $skill }）坐下：{ $seat }。
news-computer-removed = 電腦離座{ $face ->
    [browser] 。
   *[other] ：{ $seat_place } 空出來了。
}
news-rule-set = 規則改了，{ $rule }：**{ $value }**
news-seats-drawn = 抽好座位：{ $seats }。隨機種子：`{ $secret }`
news-started = { $number ->
    [1] 開局。
   *[other] 第 { $number } 場開始。
}
news-warned = { $seat }：還剩 { $seconds } 秒。
news-time-up = 時間到，替 { $seat } 出最小的牌。
news-voted = { $motion ->
    [reset] { $support ->
        [true] { $person } 投票作廢這一場：{ $votes } / { $needed } 票。
       *[other] { $person } 收回投票：{ $votes } / { $needed } 票。
    }
   *[other] { $support ->
        [true] { $person } 同意：{ $votes } / { $needed }。
       *[other] { $person } 不同意：{ $votes } / { $needed }。
    }
}
news-reset = 投票通過：這一場作廢，座位不變。
news-dealt-again = { $round ->
    [none] 機器人更新後，這一場無法繼續；座位和規則不變，請重新開始。
   *[other] 機器人更新後，這一局無法繼續，將重新發牌；等級和分數不變。
}
petition-change = { $rule }：{ $value }
petition-accord = { $who } 想改這一場。{ $changes }。要其他人過半數同意：{ BUTTON("button-agree", "agree") }。
petition-limits = { $who } 想改設定。{ $changes }。下一局起生效；其他人同意就馬上生效：{ BUTTON("button-agree", "agree") }。
petition-kick = { $later ->
    [true] { $who } 想請 { $person } 先休息，下一局起生效。
   *[other] { $who } 想請 { $person } 先休息，要有別人同意：{ BUTTON("button-agree", "agree") }。
}
petition-sit = { $name } 想在這一桌坐下，由 { $host } 決定：{ BUTTON("button-agree", "agree") } 或 { BUTTON("button-disagree", "agree no") }。
declined-limits = { $stands ->
    [true] 不馬上生效，下一局起才算。{ $changes }。
   *[other] { $who } 收回了新設定。{ $changes }。
}
declined-accord = 這一場不變。{ $changes }。
declined-kick = { $person } 留在座位上。
declined-sit = { $name } 暫時不坐下。
news-put-back = 機器人從備份恢復了，這一桌回到了備份時的樣子。為防有人已經看過後面的牌，從下一次發牌起換新的隨機種子重新洗牌，校驗碼也隨之更新。
news-aside = { $later ->
    [true] 這裡原來的牌桌需要更新版本的機器人。牌桌已保留，換回新版本後會繼續。想開新桌：{ CMD("join") }
   *[other] 重啟後，這裡原來的牌桌沒能恢復。資料沒有刪除：管理機器人的人可以用 `tractor-bot doctor` 檢視，編號 `{ $table }`。想開新桌：{ CMD("join") }
}
news-closed-by-host = 桌主散桌了。
news-closed-by-moderator = 管理員散桌了。
news-closed-by-idle = 很久沒有人打牌，這一桌散了。
news-closed-by-anybody = 很久沒有人打牌，{ $person } 散桌了。
news-closed-by-deserted = 人都走了，這一桌散了。
news-closed-by-declined = { news-closed-by-deserted }
news-resumed = 有人回來了，接著打。
news-missed = 事情來得太快，這裡缺了幾行。
match-paused = ⏸ **暫停。**{ CMD("join") } 就接著打；{ $minutes } 分鐘沒人回來就散桌。
match-paused-kept = ⏸ **暫停。**{ CMD("join") } 就接著打。

# 不能撤銷的，先問一聲。

more-asks = 離開和結束會先問一聲：
ask-leave = 你離開這一場，由電腦接著打。{ CMD("join") } 就能回來。
ask-leave-alone = 這裡只有你一個人：這一場作廢，這一桌也散了。
ask-reset = 其他人同意，這一場就作廢：要 { $needed } 票。
ask-reset-alone = 這一場作廢，牌桌回到等待開局。
ask-end = 這一桌就散了，大家都要離開。
ask-end-match = 這一場作廢，這一桌也散了，大家都要離開。
ask-forget = 你的戰績和設定會永久刪除。想先留一份，用 { CMD("settings export") }。
ask-typed = 確定的話，請輸入：{ CMD($command) }
hand-match-off = 這一場已經作廢，牌桌回到等待開局。
asked-nothing-done = 什麼都沒有變。
vote-open = { $who } 投票作廢這一場：{ $votes } / { $needed } 票。{ BUTTON("button-reset-none", "reset") } 表示同意。

# 拒絕：是什麼、為什麼、一個正確的例子。

refuse-not-seated = 你沒有坐在這一桌。{ $join } 坐到空位。
refuse-already-seated = 你已經坐在那裡了：{ $seat_place }。
refuse-no-such-seat = 這一桌沒有這個座位。例如 { CMD("join", $seat_example) }。
refuse-seat-taken = { $seat_place } 已經有人了：{ $seat }。{ CMD("join") } 坐第一個空位。
refuse-full = 座位都滿了，可以在這裡觀戰。 { tell-hint }
refuse-watching-round = 你在觀戰。{ $join }，下一局就能加入。
refuse-watching-match = 你在觀戰。{ $join }，下一場就能加入。
refuse-watching = 座位都有人了，你在觀戰，看不到手牌。
refuse-held-another-hand = 這一場你看過 { $seat_place } 的牌，所以只能坐回那裡：{ CMD("join") }。
refuse-no-computer = { $seat_place } 上沒有電腦。
refuse-not-host = 只有桌主能這樣做：{ $host }。
refuse-not-quiet = 現在只有桌主（{ $host }）能散桌。再過 { $left }沒有人打牌，在座的人都可以。
for-seconds = { $n } 秒
for-minutes = { $n } 分鐘
refuse-not-in-lobby = 正在打牌，要等下一場才能改。{ CMD("reset") } 可以投票作廢這一場。
start-playing = 已經開局了。{ $due }
refuse-not-now = 現在不行：等級和莊家在兩局之間改；一局要定了主才能提前結束。
refuse-not-playing = 還沒有開局。{ BUTTON("button-start", "start") } 開局。
refuse-too-few = 坐了 { $seated } 人，至少要 { $least } 人。叫朋友來，或者 { CMD("computer") }，然後 { BUTTON("button-start", "start") }。
refuse-too-many = 已經坐了 { $seated } 人，那條規則最多 { $most } 人。
refuse-rule-unknown-name = 沒有 `{ $name }` 這條規則。{ CMD("rules") } 列出全部。
own-rules-saved = 存為 **{ $name }**。在你當桌主的這個遊戲的牌桌上，{ $command } 就換成這些規則。
own-rules-forgotten = 已刪除 **{ $name }**。
own-rules-name = 起個名字，最多 { $most } 個字或數字，不能和規則重名，例如 { CMD("rules save our evening") }。
own-rules-list = 你存了：{ $names }
own-rules-many = 已經存滿了：{ $names }。先用 `規則 刪除` 加名字刪掉一個。
refuse-rule-clash = `{ $name }={ $value }` 和 `{ $other }={ $while_it_is }` 不能一起用。先改後一條：{ CMD("rules", $other) } 看它能設成什麼。
refuse-rule-bad-value = 不能設成 `{ $value }`。{ $choices }例如 { CMD("rules", $example) }。
refuse-vote-stands = { $support ->
    [true] 你已經投過票了。{ CMD("reset off") } 可以收回。
   *[other] 你還沒有投票。{ CMD("reset") } 投票作廢這一場。
}
refuse-stale = 那是前面一手的按鈕。現在的局面如下。
refuse-duplicate = 這一步已經做過了。
refuse-not-awaited = 現在還輪不到 { $seat_place }。
refuse-reserved = 這一步不是由人來做的。
refuse-aloud = 這樣不行。原因會透露你的手牌，只能給你一個人看：請點「我的牌」。
refuse-closed = 這一桌已經散了。{ CMD($opens) } 可以新開一桌。
trouble-closed-messages = { $of_hand ->
    [true] { $name }：沒法把牌私訊給你。請點「我的牌」，或者允許本伺服器成員私訊。
   *[other] { $name }：這個回答只給你看，但沒法私訊給你。請允許本伺服器成員私訊，或者用斜線指令：它的回答只有你看得到。
}

# 每一桌都有的規則。

rule-turn-limit = 每手限時（秒）
rule-turn-warning = 提前提醒（秒）
rule-absent-turns = 幾次超時後由電腦代打
rule-idle-limit = 無人操作幾分鐘後散桌
rule-bank = 每場備用時間（分鐘）
rule-reset-votes = 作廢一場要幾票
value-reset-votes-most = 三票，並且過半
value-reset-votes-three = 三票
rule-open-end = 無人操作幾分鐘後誰都能散桌
rule-computer-delay = 電腦出牌前等幾秒
rule-seat-kept = 走了的人座位保留幾分鐘
rule-consent = 打牌中途先問其他人
rule-entry = 新來的人
value-entry-open = 可以直接坐下
value-entry-ask = 先問桌主
value-entry-closed = 不能坐下
rule-substitute = 代打電腦的程度
rule-ping = 輪到誰就提醒誰
value-on = 開
value-off = 關

about-turn-limit = 時間一到，就替你出最小的合法牌。
about-turn-warning = 離時間到還有這麼多秒時，提醒一次。
about-absent-turns = 連續超時這麼多次，就由電腦代打，直到本人回來。
about-idle-limit = 開局前、打完後、暫停時，還有每手不限時的牌局裡，這麼久沒有動靜就散桌。
about-bank = 每手前 15 秒不算，之後想的時間從你的備用時間裡扣。用完以後，每手只有這 15 秒。
about-reset-votes = 至少三票；不到三個人，就要所有人同意。選 `most` 時還要超過一半的人。
about-open-end = 這麼久沒有動靜，在座的人都可以散桌，不只是桌主和管理員。
about-computer-delay = 電腦等這麼久再出牌，好讓人看得清。
about-seat-kept = 打到一半走了的人，這麼久之內都能坐回來，別人不能佔座。
about-consent = 一局打到一半，改設定、請人離座都要別人同意；新來的人要坐下，先問桌主。
about-entry = 新來的人能不能坐下（開局前、打到一半都算）：直接坐、桌主同意才行，或者不行。
about-substitute = 有人離開或不在時，用什麼程度的電腦接著打。
about-ping = 輪到誰就提醒誰一次，出完牌提醒就刪掉。

# 挑戰。

challenge-made = { $who } 向 { $other } 發起挑戰。
challenge-wait = 等 { $other } 回應
challenge-declined = { $who } 沒有接受挑戰。
challenge-unanswered = { $who } 沒有回應，挑戰已過期。
challenge-taken-back = 挑戰已收回。
button-accept = 接受
button-decline = 謝絕
button-take-back = 收回
refuse-seat-kept = { $seat_place } 為 { $seat } 保留，還有 { $left }，之後 { CMD("join") } 才能坐下。
refuse-asked-already = 你已經問過了，正在等回答。{ CMD("agree no") } 可以收回。
refuse-not-asked = 沒有事情在等你回答。{ CMD("rules") } 可以看現在的規則。
refuse-answer-stands = { $support ->
    [true] 你已經同意了。{ CMD("agree no") } 可以收回。
   *[other] 你已經說了不同意。{ CMD("agree") } 可以改成同意。
}
refuse-kept = 這次挑戰等 { $name } 回應，在那之前不能改動。

# 桌主請人離座。

menu-kick = 請一位玩家離座
ask-kick = { $who } 會離座，打完一場才能再坐下。
ask-kick-others = 如果桌上還有別人同意，{ $who } 就會離座，這一場打完才能再坐下。
ask-kick-match = { $who } 由電腦接著打，這一場打完才能再坐下。
desk-let-in-later = { $who }，桌主讓你加入。{ $when }
desk-let-in = { $who }，桌主請你坐下。{ CMD("hand") } 看你的牌。
desk-not-let-in = { $who }，桌主暫時沒有讓你坐下。
desk-kicked = 好了，打完一場才能再坐下。
kick-told = 桌主請 { $who } 先休息，打完一場就可以再坐下。
hand-kicked = 桌主請你先休息，這一場打完就可以再坐下。
news-kicked = { $stage ->
    [playing] 桌主請 { $name } 先休息。
   *[other] 桌主請 { $name } 先休息{ $face ->
        [browser] 。
       *[other] ，{ $seat_place }空出來了。
    }
}
refuse-not-let-in = 這一桌暫時不加人。{ $host } 可以放行：{ CMD("rules entry=open") }。
refuse-barred = 桌主請你先休息，打完一場就可以再坐下。
refuse-not-there = 這裡沒有這個人。可以寫名字、@ 或者座位，例如 { CMD("kick Bo") }。
refuse-own-seat = 那是你自己的座位，{ CMD("leave") } 可以離座。

# 有空位就告訴你。

button-tell = 有空位叫我
tell-hint = { CMD("tellme") } 有空位會告訴你。
tell-noted = 這裡一有空位，就告訴你一次。不用了就 { CMD("tellme off") }。
tell-off = 好，不再提醒。
tell-seated = 你已經坐在這裡了。
tell-free = 現在就有空位，{ CMD("join") } 就能坐下。
tell-too-many = 等的人或者你等的頻道太多了，過一會兒再試。
tell-now = 有空位了：{ $channel } 的 { $game }。{ CMD("join") } 就能坐下。
