# 瀏覽器裡的牌桌：頁面自己說的話。

web-title = 牌桌
web-home = 首頁
web-name = 你的名字
web-name-ask = 你在牌桌上叫什麼？
web-name-set = 就用這個名字
web-no-name = 名字至少要有一個字，例如小明。
web-somebody = 玩家
web-computers = 和電腦玩
web-others = 和朋友玩
web-lesson = 十分鐘學會升級
web-tables = 你的牌桌
web-invite = 邀請
web-invited = 連結已複製。同一網路裡的人開啟它就能在這裡坐下。
web-offline = 連線斷了，正在重連。
web-watching = 你在旁觀。
web-by-link = 牌桌要從 Discord 開啟：先在那裡坐下，再在你的手牌那裡按**開啟牌桌**。每個連結只能開啟一次，十分鐘內有效。
web-no-seat = 你在這一桌沒有座位。在 Discord 裡坐下，這裡就能看到了。
web-no-table = 這一桌已經散了。
web-elsewhere = 這一桌由機器人的另一個程序管著。請在 Discord 裡你的手牌那裡按**開啟牌桌**，那個連結會帶你過去。
web-not-watched = 這一桌不能旁觀：已經散了，或者伺服器沒有開放旁觀。
web-only-watching = 你在旁觀。想打牌，就在 Discord 裡坐下，再在手牌那裡按**開啟牌桌**。
web-in-discord = 這個要到 Discord 裡做。在這裡，你可以在自己坐下的牌桌上打牌。
web-hand = 你的手牌
web-table = 牌桌
web-last = 上一輪
web-kitty = 底牌
web-points = 分數
web-dealer = 莊家
web-away = 離開
web-details = 文字
web-command = 輸入指令，例如 提示
web-keys = 方向鍵選牌，空格抬起，Enter出牌，h 要提示，/ 輸入指令。
web-close = 關閉
web-send = 傳送
web-choose = 選擇

# 在 Discord 的視窗裡，還沒進來的時候。
activity-waits = 正在向 Discord 確認你是誰……
activity-silent = Discord 沒有回應。如果一直這樣，請關掉這個視窗再開啟。
activity-declined = 你沒有同意，Discord 就不會說你是誰，也就不能入座。
activity-code = Discord 沒有確認你是誰。
activity-window = Discord 沒有這個視窗：已經關了，或者是在別處開啟的。請關掉再開啟。
activity-absent = Discord 說你不在這個視窗裡。請在你想打牌的頻道裡開啟它。
activity-unreachable = 現在無法確認你是誰。
activity-again = 再試一次
