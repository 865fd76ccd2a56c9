# The front desk: what is answered where no table has the word.

desk-no-table = No table is open here. { $command } opens one.
desk-gone = This table is gone.
desk-not-saved = That could not be saved just now, so nothing was done. Please try again in a moment.
desk-defect = Something went wrong here, and nothing was done. Please tell whoever runs this bot.
desk-channel-not-allowed = Here the bot is switched off. The server's moderators choose its channels.
desk-other-game = { $game } has the table of this channel.
desk-ended = The table is closed.
desk-left = You have left the table.
desk-nothing-to-do = There is nothing for you to do right now.
desk-unknown-command = I don't know the command { $word }. { $help } lists all of them.
desk-unknown-command-meant = I don't know the command { $word }. Did you mean { $meant }?

settings-title = Settings
settings-automatic = automatic
settings-own-language = Your language: { $language }
settings-server = Of this server (moderators can change them)
settings-server-prefix = Commands begin with { $prefix }
settings-server-language = Language: { $language }
settings-server-channels = Channels: { $channels }
settings-everywhere = all
settings-forget = { $command } deletes your statistics and settings.
settings-forgotten = Your statistics and settings are deleted.
settings-unknown = There is no setting { $name }. For example { $example }.
settings-bad-value = { $name } cannot have this value. For example { $example }.
settings-no-server = This can only be set on a server.
settings-not-moderator = Only people who may manage channels can change the server's settings.

desk-not-read = That could not be looked up just now. Please try again in a moment.

stats-title = Statistics
stats-here = on this server
stats-everywhere = everywhere
stats-none = Nothing has been counted yet: rounds and games count when they are over.
stats-against = Against { $who }: { $games } played, { $wins } won, { $draws } drawn
stats-forgotten = somebody
stats-time = { $hours } h { $minutes } min
stats-top-title = Top ten
stats-board-none = Nobody is listed yet.
stats-board-none-ratio = Nobody is listed yet: it takes { $n } or more.
stats-other-measures = Compare by { $list }, for example { $example }.
stats-unknown = I don't know { $word } here. For example { $example }.
stats-unknown-measure = { $game } does not count { $word }, but { $list }. For example { $example }.
stats-which-game = Of which game? { $list }: for example { $example }.
measure-wins = won
measure-rounds = rounds
measure-pw = won in percent
measure-declarer = won as declarer
measure-opponent = won as opponent
measure-levels = levels gained
measure-points = points
measure-ppr = points per round
measure-throws = throws
measure-failed = throws stopped
measure-matches = matches
measure-won = matches won
measure-games = games
measure-ppg = points per game
measure-time = time played
measure-draws = drawn

console-you = Player { $n }
console-welcome = Welcome to the table. Type what the prompt asks for; { $help } explains everything, Ctrl+D ends.
console-goodbye = Goodbye.
console-resumed = Your last table goes on; { $end } closes it.
console-not-kept = This table is not kept: another program is using the store.
