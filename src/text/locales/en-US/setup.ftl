### What `tractor-bot setup` and `tractor-bot doctor discord` say to whoever runs the bot.

setup-token = The bot needs a token. Open this page → New Application (or yours) → Bot → Reset Token → Copy, and paste it here. It is not shown.
setup-token-set = { $variable } is set: looking at the bot it belongs to.
setup-no-token = No token was given: copy it from https://discord.com/developers/applications → your application → Bot → Reset Token, and run `tractor-bot setup` again.
setup-wrong-token = Discord does not know this token. Press Reset Token on the page Bot, copy all of it, and paste it here.
setup-known = ✓ Discord knows the bot: **{ $name }**, on { $servers ->
    [0] no server yet
    [one] one server
   *[other] { $servers } servers
}.
setup-sound = ✓ Everything is set up as the bot needs it.
setup-keep = Write the token into the file .env here? Only you will be able to read it. Enter = yes, n = no.
setup-kept = ✓ It is in .env.
setup-not-kept = Nothing was written. Set { $variable } yourself before you start the bot.
setup-invite = To add the bot to a server, open this link, or scan it:
setup-install = To play in group chats and private messages, where no server is, one of the friends opens this link:
setup-next = Then start the bot: `tractor-bot`. In a channel of the server, type `/join` and tap **Sit down**.
setup-endpoint = Buttons and slash commands go to another program, for an Interactions Endpoint URL is set. Delete it there and save: { $link }
setup-code-grant = Nobody can invite the bot, for “Requires OAuth2 Code Grant” is on. Switch it off: { $link }
setup-cannot-read = Typed commands are not read, for Message Content Intent is off. Switch it on: { $link } (slash commands and buttons work without it.)
setup-few-starts = Discord lets the bot start { $left ->
    [one] once more
   *[other] { $left } more times
} within the next { $hours ->
    [one] hour
   *[other] { $hours } hours
}. Find out what starts it over and over: `journalctl -u tractor-bot`
setup-clock-ahead = The clock of this machine is { $seconds } seconds ahead, so countdowns are wrong. Set it: `timedatectl set-ntp true`
setup-clock-behind = The clock of this machine is { $seconds } seconds behind, so countdowns are wrong. Set it: `timedatectl set-ntp true`
setup-commands = { $missing ->
    [one] One slash command is
   *[other] { $missing } slash commands are
} not at Discord yet, such as { $example }. The bot registers them when it starts: `tractor-bot`
setup-lacks = On **{ $server }** the bot lacks: { $permissions }. Open its invitation again and choose this server.
setup-window-secret = Discord opens windows for the bot (Activities are on), but DISCORD_CLIENT_SECRET is not set, so that nobody gets in. Copy the Client Secret, or switch Activities off: { $link }
setup-no-windows = DISCORD_CLIENT_SECRET is set, but Activities are off, so that Discord opens no window. Switch them on: { $link }
setup-window-address = DISCORD_CLIENT_SECRET is set, but tables have no address for windows of Discord: set WEB_LISTEN, and WEB_URL to an address that begins with https://
setup-servers-only = People cannot add it for themselves, so it does not play in group chats and private messages; if you want that, tick “User Install”: { $link }
setup-nowhere = The bot is on no server yet: open its invitation.
setup-network-disk = The database { $file } lies on a network disk ({ $disk }), where it may be spoiled. Move it to a disk of this machine and set DATABASE_URL (`tractor-bot backup FILE` copies it), or use PostgreSQL.
