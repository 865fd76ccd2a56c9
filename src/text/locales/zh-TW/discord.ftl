### 只在 Discord 裡說的話。

discord-unknown-control = 這個按鈕是舊版機器人的。請點**我的牌**，或輸入 { CMD("table") }。
discord-too-much = 這裡的指令和點選一下子太多，有些沒有執行。等十秒再看牌桌，例如 { CMD("table") }。
discord-seen-by-one = ⚠️ 在這個伺服器上，我的回答只有你看得見：自己帶來的應用程式，別人看不到。請管理員開放「使用外部應用程式」的權限，或者把我加進伺服器。
discord-no-files = 我現在不能在這裡傳檔案。請在私訊裡向我要。
discord-missing = 我在本頻道缺少權限：{ $permissions }。請伺服器管理員給我的身分組加上。
discord-table-below = 牌桌在下面。
discord-resumed = 手牌不動了？再點一次**我的牌**。
discord-kitty-still-there = 我在這裡不能刪除訊息，請你自己刪掉。
discord-panel-ends = 這副手牌不再自動更新。請再點一次牌桌上的**我的牌**。
discord-your-turn = { $who } 輪到你了。
discord-time-nearly-up = { $who } 還剩 { $n } 秒，之後會替你出最小的合法牌。
discord-challenged = { $who }，有人向你挑戰。
discord-room-left = **{ $n }** 號房間不再在這裡顯示。想回來：{ $command }
discord-match-begins = { $who } 開局了。
discord-replaced = { $who } 你暫時不在，電腦正在替你打。想回來：{ CMD("join") }
discord-seat-asked = { $who }：{ $name } 想入座。請在牌桌上點「同意」或「不同意」。
discord-resting = 💤 馬上回來：正在重啟，牌局已儲存。
discord-as-guest = -# 這個聊天是你們自己加的我：我只認斜線指令和按鈕。十五分鐘沒人點，畫面就停住，有人點一下按鈕再繼續。
discord-asleep = 💤 好一會兒沒人點了，畫面先停在這裡。隨便點一個按鈕就接著來。
