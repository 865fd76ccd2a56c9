### What only the Discord face says.

discord-unknown-control = This button is from an older version of the bot. Tap **My hand** or type { CMD("table") }.
discord-too-much = Too many commands and taps at once from here: some were left out. Wait ten seconds, then look at the table, for example with { CMD("table") }.
discord-seen-by-one = ⚠️ On this server only you see what I answer here: apps that people bring along themselves are shown to nobody else. Ask a moderator for the permission **Use External Apps**, or to add me to the server.
discord-no-files = I may not send files here at the moment. Ask for it in direct messages with me.
discord-missing = I need more permissions in this channel: { $permissions }. A moderator of the server can give them to my role.
discord-table-below = The table is below.
discord-resumed = Do your cards no longer change? Tap **My hand** again.
discord-kitty-still-there = I cannot delete messages here; please delete yours.
discord-panel-ends = This hand no longer changes. Tap **My hand** at the table again.
discord-your-turn = { $who } it is your turn.
discord-time-nearly-up = { $who } { $n ->
    [one] one second left
   *[other] { $n } seconds left
}. Then the lowest legal play is made for you.
discord-challenged = { $who }, you are challenged to a game.
discord-room-left = Room **{ $n }** is no longer shown here. To come back: { $command }
discord-match-begins = { $who } the match begins.
discord-replaced = { $who } a computer plays for you now. To come back: { CMD("join") }
discord-seat-asked = { $who }: { $name } asks for a seat. Tap **Agree** or **No** on the table.
discord-resting = 💤 Back in a moment: I am restarting. Everything is kept.
discord-as-guest = -# You added me to this chat yourselves: I hear only slash commands and buttons. After 15 quiet minutes what you see stands still until somebody taps a button.
discord-asleep = 💤 Nobody has tapped here for a while: what you see no longer changes. Tap any button to go on.
