# The front desk: what is answered where no table has the word.

intro-link = Add me to your server: { $link }
link-docs = Everything to read: { $link }
link-support = Questions: { $link }
trouble-no-table = No table is open here. { CMD("join") } opens one.
desk-unknown-computer = { $word } is neither a level of the computer nor a seat. The levels: { $levels }. For example { CMD("computer all") }.
desk-gone = This table is not here any more: it was finished or closed, has expired, or is played elsewhere.
desk-brought-back = Your table is being brought back. Try again in a moment.
trouble-not-saved = I could not save that just now, so nothing happened. Please try again in a moment.
desk-defect = Something went wrong, and nothing happened. Please tell the owner of this bot.
desk-channel-not-allowed = The bot is off in this channel. The server's moderators choose its channels.
desk-not-as-guest = That does not work in a chat that people added me to themselves. It works on a server where I am a member.
trouble-busy = This channel is playing { $it }.
desk-ended = The table is closed.
desk-declined = You have declined.
desk-left = You have left the table.
desk-left-match = You have left, and a computer takes over. { CMD("join") } takes your seat back.
desk-no-computer = No computer player sits here.
desk-slip = That button had just changed: press it again.
desk-nothing-to-do = You have nothing to do right now.
desk-premove-not-now = Cards can be chosen before your turn as long as you have still to play to the trick.
desk-unknown-command = I don't know the command { $word }. { CMD("help") } lists all of them.
desk-unknown-command-meant = I don't know the command { $word }. Did you mean { CMD($meant) }?

settings-title = Settings
settings-automatic = automatic
settings-standard = standard
settings-everywhere = all
settings-here = only this one
settings-hint = Or type { CMD($command) }
settings-values = For example { $values }. Or type { $command }
settings-choice = { $label }: { $value }
settings-changed = { $server ->
    [false] { $label }: { $value }
   *[true] { $label } on this server: { $value }
}
settings-entrance = Your settings, for you alone:
settings-menu = Choose what to change
settings-button-server = This server
settings-button-own = My settings
settings-server-title = Settings of this server
settings-server-limits = Limits of new tables
settings-exported = Everything that is kept about you is in this file. What was played in a match: { CMD("export") }.
settings-forgotten = Your statistics and settings are deleted.
settings-unknown = There is no setting { $name }. For example { $example }.
settings-bad-value = { $name } cannot have this value. For example { $example }.
settings-no-server = Do that in a channel of the server: { $command }
settings-not-moderator = Only people who can manage channels can change the server's settings.
settings-log-title = Changes of this server's settings
settings-log-entry = { $when } · { $who } · { $label }: { $from } → { $to }
settings-log-none = Nothing was changed yet.
settings-log-hint = Who changed what: { CMD("settings log") }
settings-log-not-moderator = Only people who can manage channels can see who changed the server's settings.
settings-button-forget = Forget me
server-rules = House rules of new tables of { $game }
server-rules-standard = standard
server-rules-hint = { $save } at a table keeps its house rules for new tables here, { $forget } makes them standard again.
value-ping-slow = rarely

setting-language = Language
setting-prefix = Commands begin with
setting-channels = Channels
about-setting-language = The language the bot uses with you. Automatic follows Discord.
about-setting-prefix = What typed commands begin with: up to five signs or letters.
about-setting-channels = The channels in which the bot works. Type several one after the other.
setting-ping = Mentions
about-setting-ping = When a table waits for you, the bot mentions you after 20 seconds, unless you used it in the last two minutes. Rarely: after five minutes, or just before your time is up. Off: never.

trouble-not-read = I could not look that up just now. Please try again in a moment.
trouble-not-moderator = { settings-not-moderator }

stats-title = Statistics
stats-reach = { $everywhere ->
    [true] everywhere
   *[false] on this server
}
picture-course = { $game } month by month, { $first } to { $last }: { $games } played, { $wins } won
stats-none = Nothing is counted yet: rounds and games count when they are over.
stats-place = place { $place } by { $by }
stats-against = Against { $who }: { $wins } won, { $draws } drawn, { $losses } lost
stats-forgotten = somebody
stats-time = { $hours } h { $minutes } min
stats-top-title = Top ten
stats-board-none = Nobody is listed yet.
stats-board-none-ratio = Nobody is listed yet: { $n } or more are needed.
stats-other-measures = Compare by { $list }, for example { CMD("leaderboard", $kind, "pw 10") }.
stats-unknown = I don't know { $word } here. For example { $example }.
stats-unknown-measure = { $game } does not count { $word }, only { $list }. For example { CMD("leaderboard", $kind, "pw 10") }.
stats-nobody = Nobody called { $word } has finished a round of { $game } here yet.
stats-which-game = Which game? { $list }: for example { CMD("leaderboard uno ppg 10") }.
measure-wins = won
measure-rounds = rounds
measure-pw = win rate
measure-declarer = won as declarer
measure-opponent = won as opponent
measure-levels = levels gained
measure-points = points
measure-ppr = points per round
measure-throws = throws
measure-failed = failed throws
measure-matches = matches
measure-won = matches won
measure-games = games
measure-ppg = points per game
measure-time = time played
measure-draws = drawn
measure-rating = rating
rating-line = rating **{ $number }**
rating-provisional = { $number }, provisional
rating-changes = Ratings, the simple computer is 1000: { $list }
rating-change = { $who } { $number } ({ $step })
profile-title = Profile
profile-best = best { $number }
profile-company = { $role ->
    [partner] Most often with { $who }: { $rounds } rounds, { $share } % won
   *[hardest] Hardest to beat: { $who }, { $share } % of { $rounds } rounds won
}
profile-streak = Daily streak: { $n }
profile-private = Only { $who } can see this profile.
picture-ratings = Rating in { $game }, { $days } days: from { $from } to { $to }
value-profile-open = open
value-profile-private = private
setting-profile = Profile
about-setting-profile = Who may see your profile: everybody, or you alone. Statistics and leaderboards stay as they are.
honours-earned = Honours: { $list }
honours-of = { $who } – { $list }
honour-throw = a throw that held
honour-long_throw = a throw of eight
honour-tractor_three = a tractor of three
honour-tractor_four = a tractor of four
honour-trump_tractor = a tractor trumped
honour-rich_trick = a trick of 40
honour-hundred = 100 points alone
honour-fifteen_tricks = fifteen tricks
honour-kitty_captured = kitty captured
honour-kitty_four = kitty captured ×4
honour-kitty_eight = kitty captured ×8
honour-joker_saves = kitty saved by a joker
honour-rich_kitty = 25 points buried and kept
honour-shutout = shutout
honour-double_score = 160 points
honour-just_enough = just enough
honour-hairs_breadth = by a hair’s breadth
honour-no_trump = no-trump won
honour-no_joker = won without a joker
honour-four_jokers = all four jokers
honour-last_level = level A won
honour-match = match won
honour-hundred_gained = 100 points in a round
honour-two_hundred_gained = 200 points in a round
honour-crowd = best of six
honour-photo = photo finish
honour-far_ahead = far ahead
honour-packed = somebody buried in cards
honour-straight = straight to the line
honour-second = won going second
honour-wide = won on a wide board
rating-board-none = Nobody has a rating yet: it comes with the first round that counts.
rating-about = What counts, and how: { CMD("help ratings") }.

replay-none = There is nothing to replay yet: you can replay a round when it is over.
replay-pruned = The moves of this match are no longer kept: it is too long ago.
replay-revised = This match was played by earlier rules of the game, so its cards cannot be shown any more.
replay-result = Round { $n }: { $winners } won.
replay-no-round = Round { $n } is not over. The last one you can replay is { $last }: { $example }.
replay-usage = Name a round, and a page if you like. For example { CMD("replay 2") }.
replay-page = Page { $n } of { $of }
replay-next = { CMD("replay", $round, $page) } shows the next page.
review-none = There is nothing to review yet: you can review a round when it is over.
review-usage = Name a round if you like. For example { CMD("review 2") }.
review-not-played = You played nothing yourself in round { $n }. { $replay } shows what happened.
review-only-tractor = Reviews are for tractor. Of this game there are { CMD("replay") } and { CMD("stats", $game) }.
review-busy = Many reviews are being made right now. Please ask again in a minute.
review-closed = { CMD("review") } writes to you alone, and your direct messages are closed. Use the button at the end of the round, or the slash command.
button-previous = Previous
button-next = Next
export-done = Match { $n } is in this file. { $command } shows it in a terminal.
export-none = No match has been finished here yet.
export-not-over = The match is not over yet. You can export it then.
replay-busy = Others are being got ready. Try again in a moment.

room-title = Room { $n }
room-state = { $game } · { $stage } · { $seated } of { $seats } seats taken · { $places ->
    [one] shown only here
   *[other] shown in { $places } places
}
room-invite = Invite friends from any channel, server or direct message: { $command }
room-talk = Talk to the other places: { CMD("chat hello") }, or just `. hello`
room-go = Leave: { CMD("room leave") }
room-strangers = People sit here from another server or in direct messages. You hear each other as soon as both sides tap:
room-sit-down = Sit down: { $command }
room-line = Room **{ $n }** · sit down from anywhere: { $command }
room-called = Room **{ $n }**
room-trouble-unclear = { CMD("room new uno") } opens a room, { CMD("room join 4711") } sits down in one, { CMD("room leave") } leaves it.
room-trouble-which-game = Which game? { $commands }
room-trouble-no-game = There is no game called `{ $it }`, only { $list }: { CMD("room new uno") }
room-trouble-unknown = There is no room `{ $it }`. { CMD("room new uno") } opens one.
room-trouble-guessing = You tried many numbers that have no room. Try again in { $it ->
    [one] one second
   *[other] { $it } seconds
}.
room-trouble-elsewhere = You sit in room **{ $it }**. Leave it first: { CMD("room leave") }
room-trouble-parted = You cannot sit down here: one of two people who would sit here together has blocked the other. Another room: { CMD("room new uno") }
room-trouble-off = This server has switched rooms off. In a channel: { CMD("join") }
room-trouble-ours = People of one of these servers sit in rooms only with one another. Another room: { CMD("room new uno") }
room-trouble-nowhere = You sit in no room. { CMD("room new uno") } opens one, { CMD("room join 4711") } sits down in one.
room-trouble-terminal = Nobody can join you at this terminal: rooms are for Discord.
room-trouble-by-address = Here a table is found by its link and not by a number: **+** at the table copies it.
room-sent-away = Room { $n } is no longer shown here.
room-trouble-guessed-here = Too many numbers without a room were tried lately. Try again in { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}.
chat-line = 💬 { $who }: { $text }
chat-done = Sent to { $n ->
    [one] one other place
   *[other] { $n } other places
}.
room-trouble-silent = Write what you want to say, for example { CMD("chat good luck") }
room-trouble-long = Your message has { $it } characters; { $most } are possible.
room-trouble-fast = That was a lot at once. Try again in { $it ->
    [one] one second
   *[other] { $it } seconds
}.
room-trouble-muted = The host of this table has muted you.
room-trouble-standing = Sit down at this table to talk there.
chat-mutes = { $who } is muted at this table.
chat-unmutes = { $who } can talk at this table again.
room-trouble-alone = Nobody sits in room **{ $it }** from elsewhere yet. Invite somebody: { CMD("room join", $it) }
room-trouble-in-channel = Everybody at this table reads this channel: just write. Chat is for rooms, where people sit in several places: { CMD("room new uno") }
room-trouble-quiet = { $wants ->
    [true] Nobody hears you yet: nobody on the other side has tapped **Talk**.
   *[other] Nobody hears you yet: people of different servers, or in direct messages, hear each other as soon as both sides tap:
}
talk-wanted = 💬 Somebody in room **{ $n }** who sits elsewhere would like to talk. You hear each other if one of you who sits there taps:
talk-asked = The others are asked. You hear each other as soon as one of them taps **Talk**, too.
talk-on = You hear each other now. To say something: { CMD("chat hello") }
talk-off = You do not hear people from elsewhere any more, nor they you.
button-talk = Talk
button-hush = Stop talking
block-done = You and { $who } never sit in one room from now on, and you hear nothing of them there. They are not told. To take it back: { $command }
block-off = Not blocked any more: { $who }
block-none = You have blocked nobody.
block-list = Blocked: { $list }
block-unclear = Whom? Mention somebody else, for example { $example }, with `off` to take it back.
block-full = You have blocked { $most } people already, and there is no room for more. Take one back first.
banned-person = The bot's operator has shut you out of it.
banned-server = The bot's operator has shut this server out of it.
report-done = Kept for the bot's operator, and nobody else learns of it: your report about { $who }.
report-block = You need not meet them in a room again:
report-trouble-whom = Report whom? Mention somebody, or write what they are called at your table; the reason comes after that. For example { CMD($it) }
report-trouble-computer = { $name } is a computer player, and does nothing but play. A report tells those who run the bot how a person behaves, for example { CMD($example) }
report-trouble-long = A reason has at most { $most } characters, and yours has { $it }.
report-trouble-many-today = You have made { $it } reports within a day, which is as many as can be. Try again tomorrow.
report-trouble-many-waiting = { $it } reports of yours are still to be read, and there is no room for more.
button-block = Block
seek-line = { $game }, { $n } of { $enough }: { $list }
seek-one = { $minutes ->
    [one] { $who } (one more minute)
   *[other] { $who } ({ $minutes } more minutes)
}
seek-none = Nobody on this server looks for a game at the moment.
seek-found = { $game }, and there are enough for it: { $list }. { $room } is open.
seek-off = You look for no game here any more.
seek-trouble-no-server = People are found on a server: use it in one of its channels.
seek-trouble-unclear = Which game, and for how many minutes ({ $least } to { $most })? For example { CMD("seek uno 30") }; `off` looks no more.
seek-trouble-full = So many people look for a game here that there is no room for more. Sit down with some of them.
seek-trouble-nobody = Nobody else looks for this game. So that they find you: { CMD("seek uno 30") }
button-seek = Play { $game }, too
button-seek-now = Sit down now

console-you = Player { $n }
console-welcome = A table for { $game } in the terminal, with computers for those who are missing. { CMD("help") } explains everything, `quit` leaves.
console-newcomer = New to tractor? { CMD("practice") } teaches it in ten minutes.
console-browser = The same with cards that lie on a table, in a browser: `tractor-bot web`.
console-rematch = rematch
console-daily = The deal of the day is tractor: `tractor-bot tractor`, then `daily`.
console-no-text = Not everything that you typed is text: { $sign } stands in its place.
console-ask = yes or no
console-closed = Enter or { $open } opens another table, `quit` ends
console-goodbye = Goodbye.
console-another = A match goes on: { $what }. Enter continues it; `new` begins another, and this one is over then.
console-options-wait = Your last table goes on as it is; the options of the command line are for the next one, after { CMD("end") }.
console-exposed = Others on this machine can read { $file }: `chmod 600` keeps it to you.
console-resumed = Your last table goes on; { CMD("end") } closes it.
console-waits = Another program has your table: { $holder }. This one goes on as soon as that one ends; Ctrl+C gives up.
console-enter = { $prompt } · Enter: { $what }
console-example = { $prompt } · for example { $example }
console-help-by-number = { CMD("help 5") } shows page 5; a number alone is a square.
console-about = { $heading }: { $choices }
console-curtain = { $who }: press Enter to see your cards
console-whose = { $who }: { $prompt }
setting-confirm = Confirm a play
about-setting-confirm = With it, a tap on a card only chooses it, and a second tap on Play plays it.
setting-suggestions = Suggest plays
about-setting-suggestions = On your turn, what a computer would play is marked. It counts as a hint; deals of the day and duels have none.
setting-cards = Cards
setting-suits = Suit colours
about-setting-cards = What stands for a card: a small picture, signs such as ♠8, or letters such as 8S, which screen readers read out best. Public messages look as the server sets them.
about-setting-suits = How many colours the suits have in pictures of cards: black and red, or one for each, with ♦ blue and ♣ green.
value-cards-faces = pictures
value-cards-symbols = signs
value-cards-letters = letters
value-suits-two = two
value-suits-four = four
setting-pictures = Pictures
about-setting-pictures = Whether the end of a round or match, scores, statistics and replays have a picture beside them.
setting-embeds = Tables in embeds
about-setting-embeds = Whether the public message of a table is an embed, with a title and a coloured edge. Who has switched embeds off in Discord sees nothing of it but the buttons.
setting-watching = Watching in a browser
about-setting-watching = Whether the public message of a table has a link with which anybody who gets it can watch in a browser. They see what everybody in the channel sees, and no hand.
setting-cups = Cups
about-setting-cups = Who can call a cup on this server: moderators only, or everybody.
value-cups-everybody = everybody
value-cups-moderators = moderators
setting-rooms = Rooms
about-setting-rooms = Whether people of this server sit in rooms with everybody, only with one another, or not at all.
value-rooms-ours = of this server only
value-rooms-everywhere = { settings-everywhere }

# From Discord to a browser and back.

activity-opens = **Play here**, or `/activity`, opens the table of this channel in a window of Discord.
activity-none = Tables are not opened in windows of Discord here.
activity-not-opened = Discord did not open a window here. Who runs this bot can find out why: `tractor-bot doctor discord`
browser-none = Tables are not to be had in a browser here any more.
browser-link = The button opens this table in your browser, as you. It opens once, within { $minutes } minutes. If somebody else opens it, they play as you: show it to nobody.
browser-sessions = You are signed in in { $n ->
    [0] no browser.
    [one] one browser. { CMD("settings browser off") } ends that.
   *[other] { $n } browsers. { CMD("settings browser off") } ends that in all of them.
}
browser-ended = { $n ->
    [0] You were signed in in no browser.
    [one] You are signed out of the one browser that you were in.
   *[other] You are signed out of all { $n } browsers.
}

# A finished match as a page for a browser.

export-title = { $game }: { $told }
export-keys = Keys: ← and → or space go step by step, Home and End to the ends, N and P to the next and previous round, O opens everything. On a phone: swipe.
export-all = Open everything
export-round-before = Previous round
export-round-after = Next round

form-mix = Words for the shuffle
form-rules = Several rules at once
form-chat = Say something
form-report = Say why
form-room = Number of the room
form-cup = Name of a new cup
