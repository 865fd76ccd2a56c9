cup-title = 🏆 { $name }
cup-what = { $game ->
    [tractor] 升級盃賽，共 { $rounds } 輪：每輪打一局，各桌的牌完全一樣。
   *[uno] UNO 盃賽，共 { $rounds } 輪：每輪打一局，各桌的牌和摸牌的順序完全一樣。搭檔坐對面，一個人得的分算兩個人的。
}
cup-pairs = { $drawn ->
    [true] 開賽時抽籤配對；不到八個人時，每個人的搭檔都是電腦。
   *[false] 可以一個人報名（搭檔是電腦），也可以邀請搭檔：{ CMD("cup join @Bo") }
}
cup-begins = { $when }開賽。
cup-waits = 發起人說開始就開始：{ CMD("cup start") }
cup-signed = 已報名（{ $n }）：{ $list }
cup-alone = { $name } & 電腦
cup-waiting = { $name }（等 { $partner } 回覆）
cup-gone = { $name }（已退出）
cup-round = 第 { $round } 輪，共 { $rounds } 輪。
cup-tables = 牌桌：{ $list }
cup-bye = 本輪輪空，得一半的分：{ $pair }
cup-place = { $n }. { $pair } · { $points }
cup-more = … 還有 { $n } 對
cup-over = 打完 { $rounds } 輪，比賽結束。
cup-no-place = { $none ->
    [true] ⚠️ 本輪的牌桌還開不了：這個頻道開不了私人討論串。請結束盃賽，到文字頻道重新發起。
   *[false] ⚠️ 本輪的牌桌還開不了：我在這個頻道需要「建立私人討論串」的權限。
}
cup-table = **{ $name }** 第 { $round } 輪第 { $number } 桌：{ $one } 搭檔，對 { $other }。各桌的牌完全一樣，看誰打得更好。
cup-table-title = { $name } · 第 { $round } 輪 · 第 { $number } 桌
cup-won = 🏆 **{ $name }** 結束。{ $n ->
    [1] 冠軍
   *[other] 並列冠軍
}（{ $points } 分）：{ $pairs }
cup-unplayed = **{ $name }** 沒有打就結束了。
cup-listed = **{ $name }**，冠軍 { $pairs }
cup-goes-on = **{ $name }**，還沒結束
cup-list-title = 🏆 盃賽
cup-called = **{ $name }** 已發起：大家在本頻道它的訊息下面報名。
cup-done-joined = 你已報名。想退出：{ CMD("cup leave") }
cup-done-asked = 你已報名，也邀請了搭檔。對方答應之前，你算一個人報名。想退出：{ CMD("cup leave") }
cup-asks = { $who } 想和你搭檔參加盃賽 **{ $cup }**。
cup-done-paired = 你們一起報名了。想退出：{ CMD("cup leave") }
cup-done-declined = 沒有人再等你回覆；邀請你的人算一個人報名。
cup-done-left = 你已退出盃賽。如果你正在它的牌桌上，電腦會接著打。
cup-done-started = 盃賽開始，牌桌會開在討論串裡。
cup-done-ended = 盃賽結束。
cup-trouble-no-server = 盃賽是伺服器裡的：請在伺服器的頻道裡用。
cup-trouble-unclear = 發起盃賽要寫名字，還可以寫幾輪、`uno`（打 UNO）、`drawn`（抽籤配對）和幾分鐘後開始：{ CMD("cup new Friday 5") } 或 `cup new Friday 5 drawn 30m`。之後用 `join`、`decline`、`leave`、`start`、`end`、`list`。
cup-ask-end = **{ $name }** 就此結束：只算打完的輪次，正在打的牌桌都散。
cup-trouble-nobody = 這裡不認識叫 { $it } 的人。輸入 @ 再從清單裡選。
cup-trouble-limits = 盃賽的名字最多 { $name } 個字，1 到 { $rounds } 輪，{ $days } 天之內開始。例如 { CMD("cup new Friday 5") }
cup-trouble-misplaced = 先寫盃賽的名字，再寫別的，每樣只寫一次。`{ $it }` 放在這裡看不懂。例如 { CMD("cup new Friday 5") }
cup-trouble-may-not = 只有管理員和發起盃賽的人可以這樣做。
cup-trouble-unfinished = 這個伺服器還有一個盃賽沒結束。要結束它：{ CMD("cup end") }
cup-trouble-no-place = { $it ->
    [kind] 盃賽的牌桌開在私人討論串裡，這個頻道開不了討論串。請到一般文字頻道發起。
   *[other] 盃賽的牌桌開在私人討論串裡：我在這個頻道需要「建立私人討論串」和「在討論串中傳送訊息」的權限。給了權限後再發起。
}
cup-trouble-none = 現在這裡沒有盃賽。發起一個：{ CMD("cup new Friday 5") }
cup-trouble-in = 不行：你們中有人已經有搭檔或封鎖了對方，或者名額已滿。換一個人：{ CMD("cup join @Bo") }
cup-trouble-not-in = 你不在這個盃賽裡。要報名：{ CMD("cup join") }
cup-trouble-not-asked = 現在沒有人邀請你搭檔，或者你已經有搭檔。要報名：{ CMD("cup join") }
cup-trouble-drawn = 這個盃賽抽籤配對，請一個人報名：{ CMD("cup join") }
cup-few = 盃賽至少要有 { $n } 對；一個人帶一個電腦也算一對。
cup-trouble-few = { cup-few }
cup-trouble-begun = 已經開始了。
picture-cup = 前 { $n } 對在 { $rounds } 輪中的積分
button-cup-join = 報名
button-cup-leave = 退出盃賽
button-cup-accept = 一起打
button-cup-decline = 不了
