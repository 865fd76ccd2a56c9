### What only the Discord face says.

discord-unknown-control = This control is from an older version of the table. Tap **My hand** or type { $table }.
discord-missing = I lack permissions in this channel: { $permissions }. Somebody who manages the server can grant them to my role.
discord-table-below = The table is posted below.
discord-resumed = If your cards stand still, tap **My hand** again.
discord-kitty-still-there = I may not delete messages here; please delete yours.
discord-panel-ends = This hand stands still from now on. Tap **My hand** at the table again.
discord-your-turn = { $who } it is your turn.
discord-time-nearly-up = { $who } { $n ->
    [one] one second left
   *[other] { $n } seconds left
}, then the lowest legal play is made for you.
discord-challenged = { $who }, a game is offered to you.
discord-room-left = Room **{ $n }** is no longer shown here. To come back: { $command }
discord-match-begins = { $who } the match begins.
discord-replaced = { $who } a computer plays for you now. To come back: { $join }
