# 前台：牌桌以外的回答。

intro-link = 把我加到你的伺服器：{ $link }
link-docs = 全部說明：{ $link }
link-support = 有問題請到：{ $link }
trouble-no-table = 這裡還沒有牌桌，{ CMD("join") } 可以開一桌。
desk-unknown-computer = { $word } 不是電腦的程度，也不是座位。程度：{ $levels }。例如 { CMD("computer all") }。
desk-gone = 這一桌不在這裡了：打完了、被結束了、過期了，或者在別處進行。
desk-brought-back = 牌桌正在恢復，請過一會兒再試。
trouble-not-saved = 剛才沒能儲存，所以什麼都沒有做。請稍後再試一次。
desk-defect = 這裡出了點問題，什麼都沒有做。請告訴機器人的管理者。
desk-channel-not-allowed = 這個頻道沒有開啟機器人。可用的頻道由伺服器管理員決定。
desk-not-as-guest = 這個聊天是你們自己加的我，這裡用不了。請到有我的伺服器裡用。
trouble-busy = 這個頻道正在玩{ $it }。
desk-ended = 這一桌已經散了。
desk-declined = 你謝絕了這次挑戰。
desk-left = 你已經離開了牌桌。
desk-left-match = 你離座了，電腦接著打。{ CMD("join") } 就能回來。
desk-no-computer = 這一桌沒有電腦。
desk-slip = 按鈕剛變，請再按一次。
desk-nothing-to-do = 你現在沒有什麼要做的。
desk-premove-not-now = 這一輪你還沒出牌時，才能先選牌。
desk-unknown-command = 沒有 { $word } 這個指令。{ CMD("help") } 列出了所有指令。
desk-unknown-command-meant = 沒有 { $word } 這個指令。是不是想用 { CMD($meant) }？

settings-title = 設定
settings-automatic = 自動
settings-standard = 預設
settings-everywhere = 所有頻道
settings-here = 只限這個頻道
settings-hint = 也可以輸入：{ CMD($command) }
settings-values = 例如 { $values }。輸入：{ $command }
settings-choice = { $label }：{ $value }
settings-changed = { $server ->
    [false] { $label }：{ $value }
   *[true] 本伺服器的{ $label }：{ $value }
}
settings-entrance = 你的設定，只有你看得見：
settings-menu = 選擇要改的設定
settings-button-server = 本伺服器
settings-button-own = 我的設定
settings-server-title = 本伺服器的設定
settings-server-limits = 新牌桌的時限
settings-exported = 我們存著的關於你的一切都在這個檔案裡。一場牌怎麼打的：{ CMD("export") }。
settings-forgotten = 你的戰績和設定已經刪除。
settings-unknown = 沒有 { $name } 這個設定。例如 { $example }。
settings-bad-value = { $name } 不能設成這個值。例如 { $example }。
settings-no-server = 這個要在伺服器的頻道裡輸入：{ $command }
settings-not-moderator = 只有可以管理頻道的人才能更改伺服器設定。
settings-log-title = 這個伺服器設定的更改紀錄
settings-log-entry = { $when } · { $who } · { $label }：{ $from } → { $to }
settings-log-none = 還沒有更改過。
settings-log-hint = 誰改了什麼：{ CMD("settings log") }
settings-log-not-moderator = 只有可以管理頻道的人才能看到誰改了伺服器設定。
settings-button-forget = 刪除我的資料
server-rules = 新牌桌的規則（{ $game }）
server-rules-standard = 標準
server-rules-hint = 在牌桌上輸入 { $save }，以後新開的牌桌都用這一桌的規則；{ $forget } 恢復標準。
value-ping-slow = 少提醒

setting-language = 語言
setting-prefix = 指令前綴
setting-channels = 頻道
about-setting-language = 機器人用什麼語言和你說話。「自動」就是 Discord 裡設定的語言。
about-setting-prefix = 輸入的指令以什麼開頭：最多五個符號或字母。
about-setting-channels = 機器人在哪些頻道可用。幾個頻道就一個接一個地輸入。
setting-ping = 提醒我
about-setting-ping = 輪到你、過了 20 秒還沒動，機器人就@你；兩分鐘內用過機器人就不會。「少提醒」：過了五分鐘，或快要超時的時候才@你。「關」：從不@你。

trouble-not-read = 剛才沒能查到，請稍後再試一次。
trouble-not-moderator = { settings-not-moderator }

stats-title = 戰績
stats-reach = { $everywhere ->
    [true] 所有伺服器
   *[false] 本伺服器
}
picture-course = { $game }逐月戰績，{ $first } 到 { $last }：打了 { $games } 局，贏了 { $wins } 局
stats-none = 還沒有記錄：一局打完才算。
stats-place = 按{ $by }排第 { $place } 名
stats-against = 對 { $who }：勝 { $wins }，平 { $draws }，負 { $losses }
stats-forgotten = 某人
stats-time = { $hours } 小時 { $minutes } 分
stats-top-title = 前十名
stats-board-none = 還沒有人上榜。
stats-board-none-ratio = 還沒有人上榜：至少要有 { $n } 次。
stats-other-measures = 可以按 { $list } 排，例如 { CMD("leaderboard", $kind, "pw 10") }。
stats-unknown = 這裡不認識 { $word }。例如 { $example }。
stats-unknown-measure = { $game }沒有 { $word } 這一項，有 { $list }。例如 { CMD("leaderboard", $kind, "pw 10") }。
stats-nobody = 還沒有叫 { $word } 的人在這裡打完一局{ $game }。
stats-which-game = 哪種遊戲？{ $list }，例如 { CMD("leaderboard uno ppg 10") }。
measure-wins = 勝
measure-rounds = 局數
measure-pw = 勝率
measure-declarer = 莊家勝
measure-opponent = 閒家勝
measure-levels = 升級數
measure-points = 得分
measure-ppr = 每局得分
measure-throws = 甩牌
measure-failed = 甩牌失敗率
measure-matches = 整場
measure-won = 整場勝
measure-games = 局數
measure-ppg = 每局得分
measure-time = 用時
measure-draws = 平
measure-rating = 等級分
rating-line = 等級分 **{ $number }**
rating-provisional = { $number }（暫定）
rating-changes = 等級分（「簡單」電腦是 1000）：{ $list }
rating-change = { $who } { $number }（{ $step }）
profile-title = 個人檔案
profile-best = 最高 { $number }
profile-company = { $role ->
    [partner] 最常搭檔 { $who }：{ $rounds } 局，勝率 { $share }%
   *[hardest] 最難對付 { $who }：{ $rounds } 局，勝率 { $share }%
}
profile-streak = 每日一局：連續 { $n } 天
profile-private = { $who } 的個人檔案不公開。
picture-ratings = { $game }等級分，{ $days } 天：從 { $from } 到 { $to }
value-profile-open = 公開
value-profile-private = 不公開
setting-profile = 個人檔案
about-setting-profile = 誰能看你的個人檔案：所有人，或者只有你自己。戰績和排行榜不受影響。
honours-earned = 榮譽：{ $list }
honours-of = { $who } – { $list }
honour-throw = 甩牌成功
honour-long_throw = 一甩八張
honour-tractor_three = 三連拖拉機
honour-tractor_four = 四連拖拉機
honour-trump_tractor = 主牌拖拉機斃
honour-rich_trick = 一輪 40 分
honour-hundred = 獨得 100 分
honour-fifteen_tricks = 獨贏十五輪
honour-kitty_captured = 摳底
honour-kitty_four = 四倍摳底
honour-kitty_eight = 八倍摳底
honour-joker_saves = 鬼牌保底
honour-rich_kitty = 扣底 25 分保住
honour-shutout = 大光
honour-double_score = 抓 160 分
honour-just_enough = 分數剛好
honour-hairs_breadth = 只差五分
honour-no_trump = 無主獲勝
honour-no_joker = 無鬼獲勝
honour-four_jokers = 四鬼在手
honour-last_level = 打過 A
honour-match = 贏下整場
honour-hundred_gained = 一局 100 分
honour-two_hundred_gained = 一局 200 分
honour-crowd = 六人爭先
honour-photo = 險勝
honour-far_ahead = 遙遙領先
honour-packed = 對手滿手牌
honour-straight = 直取一線
honour-second = 後手取勝
honour-wide = 大棋盤取勝
rating-board-none = 還沒有人有等級分：打完第一局計分的牌就有了。
rating-about = 哪些局計分、怎麼算：{ CMD("help ratings") }。

replay-none = 還沒有可以重播的：一局打完才能重播。
replay-pruned = 這場比賽太久了，出牌記錄已不再保留。
replay-revised = 這場是按較早的規則打的，牌已無法再顯示。
replay-result = 第 { $n } 局：{ $winners } 勝。
replay-no-round = 第 { $n } 局還沒打完。最近可以重播的是第 { $last } 局：{ $example }。
replay-usage = 重播要寫第幾局，也可以寫第幾頁。例如 { CMD("replay 2") }。
replay-page = 第 { $n } 頁，共 { $of } 頁
replay-next = { CMD("replay", $round, $page) } 看下一頁。
review-none = 還沒有可以覆盤的：一局打完才能覆盤。
review-usage = 可以寫要覆盤第幾局。例如 { CMD("review 2") }。
review-not-played = 第 { $n } 局你沒有自己出過牌。{ $replay } 可以看這一局的經過。
review-only-tractor = 覆盤只有升級才有。這個遊戲可以用 { CMD("replay") } 和 { CMD("stats", $game) }。
review-busy = 現在覆盤的人比較多，請過一分鐘再試。
review-closed = { CMD("review") } 的結果只發給你本人，但你關閉了私訊。請點一局結束時的按鈕，或用斜線指令。
button-previous = 上一頁
button-next = 下一頁
export-done = 第 { $n } 場在這個檔案裡。{ $command } 可以在終端機裡看。
export-none = 這裡還沒有打完的比賽。
export-not-over = 比賽還在進行，打完才能匯出。
replay-busy = 正在準備別的重播，請稍等片刻再試。

room-title = { $n } 號房間
room-state = { $game } · { $stage } · 已坐 { $seated } / { $seats } · { $places ->
    [1] 只在這裡顯示
   *[other] 在 { $places } 個地方顯示
}
room-invite = 邀請朋友，哪個頻道、伺服器或私訊都行：{ $command }
room-talk = 對其他地方的人說話：{ CMD("chat hello") }，也可以只寫 `. 你好`
room-go = 離座：{ CMD("room leave") }
room-strangers = 這裡有從別的伺服器或私訊來的人。雙方都點了才能互相看到聊天：
room-sit-down = 坐下：{ $command }
room-line = **{ $n }** 號房間 · 在哪裡都能坐下：{ $command }
room-called = **{ $n }** 號房間
room-trouble-unclear = { CMD("room new uno") } 開房間，{ CMD("room join 4711") } 坐到一個房間，{ CMD("room leave") } 離座。
room-trouble-which-game = 玩哪種？{ $commands }
room-trouble-no-game = 沒有叫 `{ $it }` 的遊戲。有 { $list }：{ CMD("room new uno") }
room-trouble-unknown = 沒有 `{ $it }` 號房間。{ CMD("room new uno") } 可以開一個。
room-trouble-guessing = 試了很多不存在的房間號，請 { $it } 秒後再試。
room-trouble-elsewhere = 你正坐在 **{ $it }** 號房間，請先離開：{ CMD("room leave") }
room-trouble-parted = 你不能坐在這裡：會同桌的兩個人當中，有一個封鎖了另一個。換一個房間：{ CMD("room new uno") }
room-trouble-off = 本伺服器關閉了房間。在頻道裡坐下：{ CMD("join") }
room-trouble-ours = 其中一個伺服器的人只和自己伺服器的人坐進房間。換一個房間：{ CMD("room new uno") }
room-trouble-nowhere = 你不在房間裡。{ CMD("room new uno") } 開一個，{ CMD("room join 4711") } 坐到一個房間。
room-trouble-terminal = 別人來不了這個終端機：房間只在 Discord 裡有。
room-trouble-by-address = 這裡沒有房號，憑連結入座：點牌桌上的 **+** 就能複製連結。
room-sent-away = { $n } 號房間不再在這裡顯示。
room-trouble-guessed-here = 最近有人試了太多不存在的房間號，請 { $minutes } 分鐘後再試。
chat-line = 💬 { $who }：{ $text }
chat-done = 已傳到另外 { $n } 個地方。
room-trouble-silent = 寫上想說的話，例如 { CMD("chat good luck") }
room-trouble-long = 一共 { $it } 個字，最多 { $most } 個。
room-trouble-fast = 說得太快了，請 { $it } 秒後再說。
room-trouble-muted = 桌主不讓你在這一桌說話。
room-trouble-standing = 在這一桌坐下才能說話。
chat-mutes = { $who } 在這一桌被禁言了。
chat-unmutes = { $who } 又可以在這一桌說話了。
room-trouble-alone = **{ $it }** 號房間還沒有別處的人。邀請一個：{ CMD("room join", $it) }
room-trouble-in-channel = 同桌的人都看得到這個頻道，直接說就行。聊天指令是給房間用的，那裡的人坐在不同地方：{ CMD("room new uno") }
room-trouble-quiet = { $wants ->
    [true] 還沒有人看得到你說的話：對方還沒有人點**聊天**。
   *[other] 還沒有人看得到你說的話：不同伺服器或私訊裡的人，雙方都點了才能互相看到：
}
talk-wanted = 💬 **{ $n }** 號房間裡有別處的人想聊天。坐在那裡的人有一位點了，就能互相看到：
talk-asked = 已經問了對方。對方也有人點**聊天**，就能互相看到。
talk-on = 現在可以互相看到了。說話：{ CMD("chat hello") }
talk-off = 從現在起，你們看不到別處的人說的話，別處的人也看不到你們的。
button-talk = 聊天
button-hush = 不再聊天
block-done = 從現在起，你和 { $who } 不會坐進同一個房間，你也看不到對方在房間裡說的話。對方不會知道。取消：{ $command }
block-off = 已取消封鎖 { $who }。
block-none = 你沒有封鎖任何人。
block-list = 已封鎖：{ $list }
block-unclear = 封鎖誰？請提及別人，例如 { $example }；加上 `off` 取消。
block-full = 你已經封鎖了 { $most } 個人，滿了。請先取消一個。
banned-person = 營運這個機器人的人已禁止你使用它。
banned-server = 營運這個機器人的人已禁止在這個伺服器使用它。
report-done = 對 { $who } 的檢舉已記下，只有營運這個機器人的人看得到。
report-block = 以後可以不再和對方坐進同一個房間：
report-trouble-whom = 檢舉誰？請提及某人，或寫出對方在牌桌上的名字，後面寫原因。例如 { CMD($it) }
report-trouble-computer = { $name } 是電腦，只會打牌。檢舉是告訴營運者某個人的行為，例如 { CMD($example) }
report-trouble-long = 原因最多 { $most } 個字，你寫了 { $it } 個。
report-trouble-many-today = 一天最多檢舉 { $it } 次，請明天再試。
report-trouble-many-waiting = 你還有 { $it } 則檢舉沒有處理，暫時不能再檢舉。
button-block = 封鎖
seek-line = { $game }，{ $enough } 人中已有 { $n } 人：{ $list }
seek-one = { $who }（還等 { $minutes } 分鐘）
seek-none = 現在這個伺服器沒有人在找牌友。
seek-found = { $game }：人齊了，{ $list }。{ $room } 已開。
seek-off = 已經不再為你找人了。
seek-trouble-no-server = 只能在伺服器的頻道裡找人。
seek-trouble-unclear = 找人玩什麼，等多少分鐘（{ $least } 到 { $most }）？例如 { CMD("seek uno 30") }；寫 `off` 就不找了。
seek-trouble-full = 這裡找人的已經很多了，請和其中幾位坐下來玩。
seek-trouble-nobody = 還沒有別人想玩這個。想讓別人找到你：{ CMD("seek uno 30") }
button-seek = 我也玩{ $game }
button-seek-now = 現在就坐下

console-you = 玩家 { $n }
console-welcome = 終端機裡的{ $game }牌桌，缺人有電腦。{ CMD("help") } 說明一切，`退出` 離開。
console-newcomer = 沒打過升級？{ CMD("practice") } 十分鐘教會你。
console-browser = 想在瀏覽器裡看牌擺在桌上：`tractor-bot web`。
console-rematch = 再來一場
console-daily = 每日一局打的是升級：先執行 `tractor-bot tractor`，再輸入 `每日`。
console-no-text = 輸入的內容不全是文字，讀不出的地方寫成 { $sign }。
console-ask = 是還是否
console-closed = Enter或 { $open } 再開一桌，`quit` 退出
console-goodbye = 再見。
console-another = 上次的牌還沒打完：{ $what }。按Enter接著打；輸入 `new` 就散掉它，另開一桌。
console-options-wait = 上次的牌桌照原樣接著打；命令列裡的選項等 { CMD("end") } 散桌以後再用。
console-exposed = 這台機器上的其他人也能讀 { $file }：用 `chmod 600` 只留給自己。
console-resumed = 接著打上次的牌桌，{ CMD("end") } 可以散桌。
console-waits = 你的牌桌正由另一個程式開啟：{ $holder }。它一結束，這裡就接著打；按 Ctrl+C 放棄。
console-enter = { $prompt } · Enter：{ $what }
console-example = { $prompt } · 例如 { $example }
console-help-by-number = 輸入 { CMD("help 5") } 看第 5 頁；只輸入數字就是落子的格子。
console-about = { $heading }：{ $choices }
console-curtain = { $who }：按Enter看牌
console-whose = { $who }：{ $prompt }
setting-confirm = 出牌前確認
about-setting-confirm = 開啟後，點一張牌只是選中它，再點一次「出」才打出去。
setting-suggestions = 出牌建議
about-setting-suggestions = 輪到你時，標出電腦會怎麼出。算作提示；每日一局和對決裡沒有。
setting-cards = 牌面
setting-suits = 花色顏色
about-setting-cards = 牌怎麼顯示：小圖、♠8 這樣的符號，或 8S 這樣的字母（螢幕報讀軟體念得最清楚）。大家都看得見的地方按伺服器的設定。
about-setting-suits = 小圖上的花色用幾種顏色：紅黑兩色，或者四門四色，♦ 藍、♣ 綠。
value-cards-faces = 小圖
value-cards-symbols = 符號
value-cards-letters = 字母
value-suits-two = 兩色
value-suits-four = 四色
setting-pictures = 圖片
about-setting-pictures = 一局或一場打完、看比分、戰績和重播時，要不要附上圖片。
setting-embeds = 嵌入樣式的牌桌
about-setting-embeds = 牌桌的公開訊息要不要做成嵌入（embed）樣式。在 Discord 裡關掉嵌入內容的人只看得到按鈕。
setting-watching = 瀏覽器旁觀
about-setting-watching = 牌桌的公開訊息裡要不要有一個連結，誰拿到都能在瀏覽器裡旁觀。看到的和頻道裡所有人看到的一樣，看不到手牌。
setting-cups = 盃賽
about-setting-cups = 在這個伺服器誰可以發起盃賽：只有管理員，還是所有人。
value-cups-everybody = 所有人
value-cups-moderators = 管理員
setting-rooms = 房間
about-setting-rooms = 這個伺服器的人可以和任何人坐進房間，還是只和本伺服器的人，還是完全不用房間。
value-rooms-ours = 只限本伺服器
value-rooms-everywhere = { settings-everywhere }
activity-opens = 按**在這裡玩**，或輸入 `/activity`，就能在 Discord 的視窗裡開啟本頻道的牌桌。
activity-none = 這裡不能在 Discord 的視窗裡開啟牌桌。
activity-not-opened = Discord 沒有開啟視窗。執行機器人的人可以查原因：`tractor-bot doctor discord`
browser-none = 這裡的牌桌現在不能在瀏覽器裡打開了。
browser-link = 按鈕會在瀏覽器裡開啟這一桌，你還是你。只能開啟一次，{ $minutes } 分鐘內有效。誰開啟誰就能替你出牌，不要給別人看。
browser-sessions = { $n ->
    [0] 你沒有在任何瀏覽器裡登入。
   *[other] 你在 { $n } 個瀏覽器裡登入了，{ CMD("settings browser off") } 可以全部登出。
}
browser-ended = { $n ->
    [0] 你沒有在任何瀏覽器裡登入。
   *[other] 你已經從 { $n } 個瀏覽器登出。
}

# 打完的一場，做成瀏覽器裡看的網頁。

export-title = { $game }：{ $told }
export-keys = 按鍵：← → 或空格一步一步看，Home、End 到開頭和結尾，N、P 看下一局、上一局，O 全部展開。手機上左右滑動。
export-all = 全部展開
export-round-before = 上一局
export-round-after = 下一局

form-mix = 加進洗牌的詞
form-rules = 一次改多條規則
form-chat = 說一句話
form-report = 寫下原因
form-room = 房間號碼
form-cup = 新盃賽的名字
