### What only the Discord face says.

discord-unknown-control = This control is from an older version of the table. Press **My hand** or type `/table`.
discord-missing = I lack permissions in this channel: { $permissions }. Somebody who manages the server can grant them to my role.
discord-table-below = The table is posted below.
discord-resumed = If your cards stand still, tap **My hand** again.
discord-kitty-still-there = I may not delete messages here; please delete yours.
discord-panel-ends = This hand no longer changes by itself. Press **My hand** at the table for a new one.
discord-your-turn = { $who } it is your turn.
discord-time-nearly-up = { $who } { $n ->
    [one] one second left
   *[other] { $n } seconds left
}, then the lowest legal play is made for you.
discord-room-left = Nobody here sits in room **{ $n }** any more, so it is no longer shown here. To come back: { $command }
