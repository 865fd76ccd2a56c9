### 只在 Discord 里说的话。

discord-unknown-control = 这个按钮是旧版机器人的。请点**我的牌**，或输入 { CMD("table") }。
discord-too-much = 这里的指令和点击一下子太多，有些没有执行。等十秒再看牌桌，例如 { CMD("table") }。
discord-seen-by-one = ⚠️ 在这个服务器上，我的回答只有你看得见：自己带来的应用，别人看不到。请管理员开放“使用外部应用”的权限，或者把我加进服务器。
discord-no-files = 我现在不能在这里发文件。请在私信里向我要。
discord-missing = 我在本频道缺少权限：{ $permissions }。请服务器管理员给我的身份组加上。
discord-table-below = 牌桌在下面。
discord-resumed = 手牌不动了？再点一次**我的牌**。
discord-kitty-still-there = 我在这里不能删除消息，请你自己删掉。
discord-panel-ends = 这副手牌不再自动更新。请再点一次牌桌上的**我的牌**。
discord-your-turn = { $who } 轮到你了。
discord-time-nearly-up = { $who } 还剩 { $n } 秒，之后会替你出最小的合法牌。
discord-challenged = { $who }，有人向你挑战。
discord-room-left = **{ $n }** 号房间不再在这里显示。想回来：{ $command }
discord-match-begins = { $who } 开局了。
discord-replaced = { $who } 你暂时不在，电脑正在替你打。想回来：{ CMD("join") }
discord-seat-asked = { $who }：{ $name } 想入座。请在牌桌上点“同意”或“不同意”。
discord-resting = 💤 马上回来：正在重启，牌局已保存。
discord-as-guest = -# 这个聊天是你们自己加的我：我只认斜杠指令和按钮。十五分钟没人点，画面就停住，有人点一下按钮再继续。
discord-asleep = 💤 好一会儿没人点了，画面先停在这里。随便点一个按钮就接着来。
