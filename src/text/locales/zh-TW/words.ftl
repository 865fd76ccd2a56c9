# 組成句子的詞。

seat-empty = –
you = 你

computer = 電腦
computer-0 = 小北
computer-1 = 小西
computer-2 = 小南
computer-3 = 小東
computer-4 = 小明
computer-5 = 小美
computer-6 = 小樂
computer-7 = 小龍
computer-8 = 小雨
computer-9 = 小雲
skill-random = 隨機
skill-lowest = 只出小牌
skill-greedy = 簡單
skill-heuristic = 中等
skill-search = 高手
skill-steady = 穩健
skill-level = { $n } 級
skill-beginner = 新手
skill-program = 程式 { $name }
skill-note-program = 機器人管理者允許的外部程式

list-comma = { $a }、{ $b }
list-and = { $a } 和{ $b }
list-and-short = { $a }、{ $b }
time-left = ⏳ 還剩 { $n } 秒
time-up = ⏳ { $when }超時
time-by-itself = { $face ->
    [terminal] ⏳ { $n } 秒後自動發
    [browser] ⏳ { $when }自動發下一局
   *[other] ⏳ { $when }自動發
}

# 沒有看懂的輸入。

parse-too-long = 太長了，看不完。
parse-too-many-cards = 超過 { $most } 張牌了。例如 { CMD($play) }。
parse-unknown-card = 不認識這張牌：`{ $it }`。先寫花色再寫點數：`紅心10`、`黑桃Q`、`大鬼`，也可以寫 `10H`、`QS`。
parse-only-suit = `{ $it }` 只是花色，還要寫點數。例如 { CMD("play KS") }。
parse-unknown-seat = 沒有這個座位：`{ $piece }`。例如 { CMD("join", $example) }。
parse-no-setting = 請寫「規則=值」，不是 `{ $piece }`。例如 { CMD($example) }。
parse-no-contribution = 請寫出要加入洗牌的話。例如 { CMD("mix lucky words") }。
parse-long-contribution = 加入洗牌的話最多 { $most } 位元組。例如 { CMD("mix lucky words") }。
parse-no-such-move = 這個遊戲沒有 { CMD($word) }。
parse-not-now = 現在不能 { CMD($word) }。
