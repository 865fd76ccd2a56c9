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

console-you = Player { $n }
console-welcome = Welcome to the table. Type what the prompt asks for; { $help } explains everything, Ctrl+D ends.
console-goodbye = Goodbye.
console-resumed = Your last table goes on; { $end } closes it.
console-not-kept = This table is not kept: another program is using the store.
