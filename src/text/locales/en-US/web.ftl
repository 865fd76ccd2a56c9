# The table in a browser: what the page says by itself.

web-title = Card table
web-home = First page
web-name = Your name
web-name-ask = What are you called at the table?
web-name-set = Sit down as this
web-no-name = A name has at least one letter, for example Ana.
web-somebody = Player
web-computers = Play with computers
web-others = Play with friends
web-lesson = Learn tractor in ten minutes
web-tables = Your tables
web-invite = Invite
web-invited = The link is copied. Everybody in your network who opens it can sit down here.
web-offline = No connection. It is tried again.
web-watching = You are watching.
web-by-link = Tables are opened from Discord: sit down there, and press **Open table** at your hand. Each link opens once, within ten minutes.
web-no-seat = You have no seat at this table. Sit down in Discord, and it is here.
web-no-table = This table is closed.
web-elsewhere = This table is played in another process of the bot. Press **Open table** at your hand in Discord: that link leads there.
web-not-watched = This table cannot be watched: it is closed, or its server does not want that.
web-only-watching = You are watching. To play, sit down in Discord and press **Open table** at your hand.
web-in-discord = That is for Discord. Here you play at the tables where you sit.
web-hand = Your hand
web-table = The table
web-last = Last trick
web-kitty = Kitty
web-points = Points
web-dealer = Declarer
web-away = Away
web-details = In words
web-command = Type a command, for example hint
web-keys = Arrows choose a card, space raises it, Enter plays, h asks for a hint, / types a command.
web-close = Close
web-send = Send
web-choose = Choose

# In a window of Discord, before anybody came in.
activity-waits = Discord is asked who you are…
activity-silent = Discord does not answer. If that goes on, close this window and open it again.
activity-declined = Without your consent Discord does not say who you are, and nobody can sit down unknown.
activity-code = Discord did not confirm who you are.
activity-window = Discord knows no such window: it was closed, or opened elsewhere. Close it and open it again.
activity-absent = Discord says that you are not in this window. Open it in the channel where you want to play.
activity-unreachable = Who you are could not be found out just now.
activity-again = Try again
