# UNO。

uno-red = 紅
uno-green = 綠
uno-blue = 藍
uno-yellow = 黃
uno-round = 第 { $n } 局
uno-ready = 可以發牌了：{ BUTTON("button-deal", "deal") }
uno-title = 牌面：{ $top }
uno-turn = 輪到 { $who }
uno-turn-owes = { $who } 要摸 { $owed } 張，或者疊牌
uno-turn-owes-call = { $who } 要摸 { $owed } 張，或者質疑
uno-turn-owes-both = { $who } 要摸 { $owed } 張，或者疊牌，或者質疑
uno-turn-drawn = { $who } 摸了牌：打出或者不出
uno-turn-color = { $who } 選顏色
uno-turn-swap = { $who } 選和誰換牌
uno-last = 剛才
uno-no-last-play = 還沒有人出牌。
uno-player = { $mark }{ $who } · { $n } 張
uno-player-uno = { $mark }{ $who } · 1 張，喊了 UNO
uno-player-safe = { $mark }{ $who } · 1 張，已經抓不到
uno-player-out = { $mark }{ $who } · 出完了，第 { $place } 名
uno-draw-pile = { $turned ->
    [true] ↺ 反方向 · 牌堆 { $pile } 張
   *[false] 牌堆 { $pile } 張
}
uno-won = { $who } 贏得全場！
uno-outcome = { $who } 獲勝，後面依次是 { $others }
uno-outcome-score = { $who } 以 { $score } 分獲勝，後面依次是 { $others }
uno-outcome-alone = { $who } 獲勝
uno-you-won = 全場你贏了！
uno-place = { $scored ->
    [true] { $place } · { $who } { $score } 分
   *[false] { $place } · { $who }
}
uno-button-hand = 我的牌
uno-button-draw = 摸牌
uno-button-draw-owed = 摸 { $owed } 張
uno-button-pass = 不出
uno-button-call = 質疑
uno-button-uno = UNO
uno-button-catch = 抓
uno-button-catch-who = 抓 { $who }
uno-may-catch = { $costs ->
    [true] { $who } 沒有喊 UNO。下一個人動手前可以抓：罰抽 { $n } 張；要是對方先喊了，就罰你抽 { $n } 張。
   *[false] { $who } 沒有喊 UNO。下一個人動手前可以抓：罰抽 { $n } 張。
}
uno-by-number = 按編號出牌：{ $numbers }
uno-hand = 你的牌：{ $n } 張
uno-top = 牌面：{ $top }
uno-others = 其他人的牌數：{ $held }
uno-your-turn-unmarked = 輪到你了。
uno-your-turn-fits = 輪到你：可以出{ $color }{ $face ->
    [none] { "" }
   *[other] 、{ $face }
}或變色牌。
uno-nothing-fits = 輪到你，都不能出，摸一張。
uno-owing = { $stuck ->
    [true] 輪到你了，要摸 { $owed } 張。
   *[false] 輪到你了，摸 { $owed } 張，或者疊牌。
}
uno-you-may-call = 質疑錯了要摸 { $more } 張；{ $who } 真是虛張聲勢，就由他摸 { $owed } 張。
uno-you-drew = 你摸到 { $card }，不能出。
uno-you-drew-fits = 你摸到 { $card }，打出或者不出。
uno-choose-color = 選一個顏色。
uno-choose-swap = 和誰換牌？
uno-bluff = { $any ->
    [true] 現在出 +4 是虛張聲勢：你有別的能出的牌。
   *[false] 現在出 +4 是虛張聲勢：你有這個顏色的牌。
}
uno-shown = { $guilty ->
    [true] 是虛張聲勢。{ $who } 當時有 { $cards }
   *[false] 不是虛張聲勢。{ $who } 當時有 { $cards }
}
uno-prompt = 牌面 { $top }
uno-hint = 提示：{ CMD($command) }
uno-hint-play = 提示：{ $card }，{ CMD("play", $words) }
uno-hint-color = 提示：{ $color }
uno-ask-leave = 你就此退出這一場：手裡的牌放到牌堆底下，不能再回來。
uno-match-to = 打到 { $points } 分
uno-score-header = 局 · 贏家 · 分
uno-score-row = { $round } · { $who } · { $points }
uno-round-won = { $who } 贏了第 { $round } 局
uno-round-blocked = 誰都出不了：{ $who } 手上分最少，贏了第 { $round } 局
uno-round-counted = 按 { $who } 出完時大家手上的牌算分。
uno-round-abandoned = 只剩 { $who }，贏了第 { $round } 局
uno-round-you-won = 你贏了第 { $round } 局
uno-round-you-lost = { $who } 贏了第 { $round } 局，你輸了
uno-round-held = { $who } 手上還有 { $cards }：{ $points } 分
uno-round-gained = { $whose ->
    [others] 別人手上的牌算給 { $who }
   *[own] { $who } 手上的牌
}：{ $gained } 分，總共 **{ $score }** 分
uno-verify-next = 第 { $round } 局的洗牌校驗碼：`{ $seal }`

uno-note-dealt = 第 { $round } 局發牌。牌面：{ $start }
uno-note-contributed = { note-contributed }
uno-note-played = { $jumped_in ->
    [true] { $seat } 搶出 { $card }。
   *[other] { $seat } 出 { $card }。
}
uno-note-color-named = { $seat } 選 { $color }。
uno-note-skipped = { $seat } 被跳過。
uno-note-reversed = { $again ->
    [true] 方向反轉，還是同一個人出。
   *[other] 方向反轉。
}
uno-note-swapped = { $seat } 和 { $with } 換牌。
uno-note-handed-on = 大家把牌傳給下一家。
uno-note-drew = { $cards ->
    [none] { $why ->
        [choice] { $seat } 摸 { $count } 張。
        [draw_cards] { $seat } 摸 { $count } 張。
       *[other] { $seat } 罰摸 { $count } 張。
    }
   *[other] 你摸到 { $cards }
}
uno-note-drew-passed = { $who } 摸 { $n } 張，不出。
uno-note-reshuffled = 棄牌重洗：牌堆 { $cards } 張。
uno-note-passed = { $seat } 不出。
uno-note-called = { $guilty ->
    [true] { $caller } 質疑成功，{ $accused } 虛張聲勢。
   *[other] { $caller } 質疑失敗，{ $accused } 沒有虛張聲勢。
}
uno-note-shown = { $who } 當時有 { $cards }
uno-note-said-uno = { $seat }：UNO！
uno-note-caught = { $by } 抓到 { $seat } 沒喊 UNO。
uno-note-caught-falsely = { $late ->
    [true] { $by } 抓 { $seat }，可是晚了。
   *[other] { $by } 抓 { $seat }，可是 { $seat } 喊過 UNO。
}
uno-note-out = { $seat } 出完了，第 { $place } 名。
uno-note-left = { $seat } 走了，牌放到牌堆底下。
uno-note-timed-out = { news-time-up }
uno-note-warned = { $seat }，時間快到了。

uno-reject-match-over = 全場已經打完。{ BUTTON("button-rematch", "start") } 再來一場。
uno-reject-not-dealt = { reject-ready }
uno-reject-dealt = 牌已經發了。
uno-reject-not-playing = 你已經退出這一場了。
uno-reject-not-your-turn = { reject-not-your-turn }
uno-reject-name-color-first = 先選顏色。例如 { CMD("play b") }。
uno-reject-choose-hand-first = 先選和誰換牌。例如 { CMD("play #2") }。
uno-reject-no-color-to-name = 現在不用選顏色。出變色牌這樣寫：{ CMD("play w b") }。
uno-reject-no-hand-to-swap = 現在不用選和誰換牌。
uno-reject-cannot-swap-with = 不能和 { $seat } 換牌。
uno-reject-not-held = 你沒有 { $card }。{ $example }
uno-reject-does-not-fit = { $card } 不能出在 { $top } 上。{ $example }
uno-reject-owes-cards = { $card } 不能疊，要摸 { $owed } 張。{ CMD("draw") } 摸牌。
uno-reject-only-drawn-card = 摸牌以後只能出 { $drawn }：{ CMD("play", $play) }，或者 { CMD($pass) }。
uno-reject-would-be-bluff = { $bluff ->
    [any] 沒有別的能出的牌才能出 +4。{ $example }
   *[other] 沒有這個顏色的牌才能出 +4。{ $example }
}
uno-reject-not-as-last-card = 最後一張不能是 { $card }。{ CMD("draw") } 摸一張。
uno-reject-must-play = 你有能出的牌，必須出。{ $example }
uno-reject-drawn-already = 這一手你摸過了。{ CMD($pass) } 不出。
uno-reject-nothing-to-draw = 沒有牌可摸了。{ CMD($pass) } 不出。
uno-reject-draw-first = 要先摸牌才能不出：{ CMD("draw") }。
uno-reject-draw-on = 要摸到能出為止：{ CMD("draw") }。
uno-reject-nothing-to-call = 現在沒有 +4 可以質疑。
uno-reject-no-uno = 出倒數第二張時喊 UNO。例如 { CMD("play r5 uno") }。
uno-reject-nobody-to-catch = 現在沒有人可抓。
uno-reject-catches-self = 不能抓自己。{ CMD("uno") } 可以及時喊。

parse-no-color = 哪種顏色？例如 { CMD("play 3 b") }。
parse-no-uno = 要寫上牌，例如 { CMD("play b9") }。摸牌以後 { CMD($pass) } 不出。
parse-unknown-uno = 不認識這張牌：`{ $it }`。例如 { CMD("play b9") } 或 { CMD("play w b") }。

rule-players = 最多幾人
rule-hand = 每人幾張
rule-uno-match-to = 打到幾分
rule-deal-wait = 發牌前等幾秒
rule-order = 出牌順序
rule-decks = 幾副牌
rule-start-card = 第一張
rule-stack = 罰牌疊加
rule-draw-4-on-draw-4 = +4 疊 +4
rule-draw-2-on-draw-4 = +2 疊 +4
rule-wild4 = 變色 +4
rule-bluff-test = 什麼算虛張聲勢
rule-after-call = 質疑成功後輪到
rule-draw = 摸牌
rule-must-play = 能出必須出
rule-after-draw = 摸牌以後能出
rule-pass-without-draw = 不摸也能過
rule-auto-pass = 自動過
rule-uno-call = 喊 UNO
rule-uno-penalty = 漏喊 UNO 罰幾張
rule-false-catch = 抓錯罰牌
rule-last-card = 最後一張
rule-final-draw-counts = 最後的 +2、+4 還要摸
rule-end = 一局打到
rule-score = 計分
rule-counted = 按誰手上的牌算分
rule-seven-zero = 7 換牌、0 傳牌
rule-jump-in = 搶出
rule-time-out = 時間到了
rule-leaver = 有人離開時
rule-allow-highlight-playable-cards = 標出能出的牌
value-preset-official = 官方
value-preset-zeroxis = 疊加
value-preset-first2shed = 快打
value-preset-irc = 不虛張聲勢
value-preset-party = 聚會
value-order-random = 隨機
value-order-seats = 按座位
value-decks-two-above-four = 五人以上兩副
value-start-card-official = 除了 +4
value-start-card-no-wild = 不是變色牌
value-start-card-numbers-only = 數字
value-stack-none = 不疊
value-stack-same-kind = 一樣的才能疊
value-stack-zeroxis = +2、+4 疊 +2
value-stack-cross = 都能疊
value-draw-2-on-draw-4-false = 不行
value-draw-2-on-draw-4-true = 要選定的顏色
value-draw-2-on-draw-4-true-any-color = 什麼顏色都行
value-wild4-challenge = 可以質疑
value-wild4-enforced = 不許虛張聲勢
value-wild4-free = 隨便出
value-bluff-test-colour = 有這個顏色的牌
value-bluff-test-any-playable = 有任何能出的牌
value-after-call-caller = 質疑的人
value-after-call-next = 下一家
value-draw-one = 一張
value-draw-many = 想摸幾張摸幾張
value-draw-many-no-pass = 摸到出牌為止
value-draw-until-playable = 一次摸到能出為止
value-after-draw-drawn-only = 剛摸的那張
value-after-draw-any = 任何一張
value-uno-call-catch = 漏喊會被抓
value-uno-call-automatic = 自動喊
value-last-card-any = 任何牌
value-last-card-no-wild = 不能是變色牌
value-end-first-out = 第一個人出完
value-end-places = 只剩一個人
value-score-match = 記分，多局
value-score-round = 記分，一局
value-score-lowest = 總分最少的贏
value-score-none = 不記分，一局
value-counted-first-out = 第一個人出完時的牌
value-counted-round-end = 一局結束時的牌
value-time-out-draw = 摸牌
value-time-out-play = 出能出的牌
value-leaver-computer = 電腦接著打
value-leaver-under-pile = 牌放到牌堆底下

# 名稱。
game-uno = UNO
parse-unknown-player = 這一桌沒有叫 `{ $it }` 的人。請寫玩家的名字或座位號：例如 { CMD("catch 2") }。

# 各條規則的說明。
rules-uno-cards = 人數和牌
rules-uno-laying = 出牌
rules-uno-bluffing = 變色 +4
rules-uno-drawing = 摸牌和過
rules-uno-saying = 喊 UNO
rules-uno-ending = 結束和計分
rules-uno-others = 其他
rules-uno-telegram = uno-telegram-bot 裡的名稱
rule-disable-call-bluff = 不能質疑
rule-allow-play-non-drawn-cards = 摸牌以後能出任何牌
rule-allow-pass-without-draw = 不摸也能過
rule-draw-pass-behavior = 摸牌和過
value-draw-pass-behavior-single-draw = 摸一張，再出或過
value-draw-pass-behavior-multiple-draws = 想摸幾張摸幾張
value-draw-pass-behavior-multiple-draws-disable-pass = 摸到出牌為止
value-draw-pass-behavior-until-playable = 一次摸到能出為止
about-preset = 一次換掉所有規則，之後還能一條一條改。
about-preset-official = 官方規則：多局記分打到 500，變色 +4 可以質疑。
about-preset-zeroxis = 罰牌疊加，不會自動過，第一個出完的贏。出自 uno-telegram-bot。
about-preset-first2shed = 最多摸一張，再出任何牌或過，第一個出完的贏。出自 First2Shed。
about-preset-irc = 不許虛張聲勢，五人以上兩副牌，只打一局，很久沒人操作時誰都能散桌。出自 IRC 機器人。
about-preset-party = 罰牌都能疊，7 和 0 換手牌，可以搶出。
about-players = 最多幾個人能坐下。
about-order = 按什麼順序出牌：抽籤，還是按座位。
about-decks = 幾副 108 張的牌混在一起。
about-hand = 每人發幾張。
about-start-card = 翻開的第一張可以是什麼，不是就放回牌堆再翻。
about-deal-wait = 過這麼多秒就自動發下一局。
about-stack = 能不能用 +2、+4 接著疊 +2、+4，由下一家摸總數。
about-draw-4-on-draw-4 = 按 uno-telegram-bot 疊加時，+4 上能不能疊 +4。
about-draw-2-on-draw-4 = 按 uno-telegram-bot 疊加時，+4 上能不能疊 +2。
about-must-play = 有能出的牌是不是一定要出。不會逼你虛張聲勢。
about-last-card = 最後一張能不能是變色牌。
about-seven-zero = 出 7 和一個人換手牌，出 0 所有人把手牌傳給下一家。
about-jump-in = 有和牌面一模一樣的牌，能不能搶著出；從搶出的人接著打。
about-wild4 = 什麼時候能出變色 +4，下一家能不能質疑。
about-bluff-test = 手裡有什麼牌，出變色 +4 就算虛張聲勢。
about-after-call = 質疑成功以後輪到誰。
about-draw = 不出牌時摸幾張。
about-after-draw = 摸牌以後能出哪張。
about-pass-without-draw = 沒摸牌能不能過。
about-auto-pass = 除了過沒有別的可做時，是不是自動過。
about-uno-call = 出倒數第二張時要不要喊 UNO。
about-uno-penalty = 漏喊 UNO 被抓住罰幾張。
about-false-catch = 抓了喊過的人，是不是罰一樣多。
about-end = 第一個人出完就結束，還是打到排出名次。
about-counted = 打名次時，按第一個人出完時大家手上的牌算分，還是按最後剩下的牌算分。
about-final-draw-counts = 最後一張是 +2、+4 時，還要不要摸牌、算分。
about-score = 怎麼記分，打幾局。
about-uno-match-to = 打到這麼多分就結束。
about-time-out = 時間到了替你做什麼。
about-leaver = 中途離開的人的牌怎麼辦。
about-allow-highlight-playable-cards = 你手裡能出的牌要不要加粗。
about-disable-call-bluff = 開啟以後，變色 +4 隨便出，誰也不能質疑。
about-allow-play-non-drawn-cards = 開啟以後，摸了牌也能出別的牌，不只是剛摸的那張。
about-allow-pass-without-draw = 開啟以後，不摸牌也能過。
about-draw-pass-behavior = 出牌或過之前能摸幾次。

# 說明。
help-uno-title = UNO
help-uno =
    `{ $p }uno` 坐下，2 到 10 人，`{ $p }start` 開局。{ $face ->
        [terminal] 列出的牌裡有現在能出的，寫編號或者牌名都行。
        [browser] 點一下抬起一張牌，再點一下打出去；出不了的牌顏色暗。
       *[other] 都可以點按鈕：「我的牌」裡有現在能出的牌。
    }
    出同顏色、同數字或同符號的牌：
    `{ $p }play 紅5` – 紅 5；`{ $p }play 綠+2` – 綠 +2
    `{ $p }play 變色 藍` – 變色，改成藍；`{ $p }play +4 黃` – 變色 +4，改成黃
    `{ $p }play 紅5 uno` – 出倒數第二張時喊 UNO
    `{ $p }draw` – 摸一張；`{ $p }不出` – 留著
    `{ $p }質疑` – 質疑 +4：虛張聲勢就由對方摸 4 張，不是就由你摸 6 張
    `{ $p }catch` – 抓漏喊 UNO 的人，罰 2 張；下一家動手以後就晚了
    先出完的人得別人手上的分：數字按面值，跳過、反轉、+2 各 20 分，變色牌 50 分。打到 500 分。
    `{ $p }rules preset=party` – 開局前換玩法；`{ $p }rules` 看所有規則
    私訊裡直接寫就行：`紅5`，`d` 摸牌，`p` 不出，`c` 質疑，`u` 喊 UNO。

# 其他。
setting-style = UNO 牌面
setting-letters = 顏色旁邊的字母
setting-show-play-number = 出牌編號
about-setting-style = 不用小圖時，UNO 的牌怎麼顯示。大家都看得見的地方按伺服器的設定。
about-setting-letters = 只有你看得見的地方，顏色旁邊要不要字母。分不清顏色就不要關；大家都看得見的地方總是有字母。
about-setting-show-play-number = UNO 出牌要不要編號：#12 就是這一局的第十二手。
uno-your-turn-ticked = 輪到你，帶 ✓ 的能出。
uno-word-skip = 跳過
uno-word-reverse = 反轉
uno-word-wild = 變色
uno-word-wild-draw-four = 變色+4

word-uno-draw = 摸 | 摸牌
word-uno-pass = 過 | 不出
word-uno-call = 質疑
word-uno-uno = u | uno
word-uno-catch = 抓

usage-uno = 坐下玩 UNO；打牌時喊 UNO
command-uno = uno
skill-note-uno-random = 能出的隨便出
skill-note-uno-beginner = 有牌就出，常忘了喊 UNO
skill-note-uno-greedy = 留著變色牌，守住張數多的顏色，不看別人
skill-note-uno-heuristic = 盯著每一家：攔住快贏的，會判斷要不要質疑
skill-note-uno-search = 設想各種牌局，推算到底，想得久一點

# What Discord shows of its slash command, at most 100 characters each.
slash-uno = 在這裡玩 UNO；在 UNO 桌上：喊 UNO
    .words = 新開一桌時的規則，例如 preset=party
    .words-name = 選項
