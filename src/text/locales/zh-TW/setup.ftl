### `tractor-bot setup` 和 `tractor-bot doctor discord` 對執行機器人的人說的話。

setup-token = 機器人需要一個權杖。開啟下面的網頁 → New Application（或你已有的應用）→ Bot → Reset Token → Copy，貼上到這裡。輸入時不會顯示。
setup-token-set = 已設定 { $variable }，正在檢視對應的機器人。
setup-no-token = 沒有收到權杖：到 https://discord.com/developers/applications → 你的應用 → Bot → Reset Token 複製，再執行 `tractor-bot setup`。
setup-wrong-token = Discord 不認識這個權杖。在 Bot 頁面點 Reset Token，完整複製後貼上到這裡。
setup-known = ✓ Discord 認識這個機器人：**{ $name }**，{ $servers ->
    [0] 還沒有加入伺服器
   *[other] 在 { $servers } 個伺服器
}。
setup-sound = ✓ 一切都按機器人的需要設定好了。
setup-keep = 把權杖寫進這裡的 .env 檔案嗎？只有你能讀它。Enter = 寫入，n = 不寫。
setup-kept = ✓ 已寫進 .env。
setup-not-kept = 什麼都沒寫。啟動機器人前請自己設定 { $variable }。
setup-invite = 開啟這個連結（或掃描）把機器人加進伺服器：
setup-install = 想在沒有伺服器的群組私訊或私訊裡玩，只要其中一個朋友打開這個連結：
setup-next = 然後啟動機器人：`tractor-bot`。在伺服器的頻道裡輸入 `/join`，再點**坐下**。
setup-endpoint = 按鈕和斜線指令都去了別的程式，因為設了 Interactions Endpoint URL。到這裡刪掉並儲存：{ $link }
setup-code-grant = 誰都邀請不了機器人，因為打開了 「Requires OAuth2 Code Grant」。到這裡關掉：{ $link }
setup-cannot-read = 讀不到打字的指令，因為沒有開啟 Message Content Intent。到這裡開啟：{ $link }（斜線指令和按鈕不受影響。）
setup-few-starts = { $hours } 小時內 Discord 只讓機器人再啟動 { $left } 次。查一查是什麼讓它不停重啟：`journalctl -u tractor-bot`
setup-clock-ahead = 本機的時鐘快了 { $seconds } 秒，倒數會不準。校準：`timedatectl set-ntp true`
setup-clock-behind = 本機的時鐘慢了 { $seconds } 秒，倒數會不準。校準：`timedatectl set-ntp true`
setup-commands = Discord 那裡還缺 { $missing } 個斜線指令，比如 { $example }。機器人啟動時會註冊：`tractor-bot`
setup-lacks = 在**{ $server }**，機器人缺少權限：{ $permissions }。再開啟一次邀請連結，選這個伺服器。
setup-window-secret = Discord 會為機器人開啟視窗（Activities 已開啟），但沒有設定 DISCORD_CLIENT_SECRET，誰也進不去。到這裡複製 Client Secret，或者關掉 Activities：{ $link }
setup-no-windows = 設定了 DISCORD_CLIENT_SECRET，但 Activities 沒有開啟，Discord 不會開啟視窗。到這裡開啟：{ $link }
setup-window-address = 設定了 DISCORD_CLIENT_SECRET，但牌桌沒有可供 Discord 視窗使用的位址：請設定 WEB_LISTEN，並把 WEB_URL 設成以 https:// 開頭的位址
setup-servers-only = 使用者不能把它加到自己的帳號，所以群組私訊和私訊裡沒有它；想要的話，勾選「User Install」：{ $link }
setup-nowhere = 機器人還沒有加入伺服器：開啟邀請連結。
setup-network-disk = 資料庫 { $file } 在網路磁碟（{ $disk }）上，可能會損壞。請移到本機的磁碟並設定 DATABASE_URL（`tractor-bot backup 檔案` 可以複製），或者改用 PostgreSQL。
