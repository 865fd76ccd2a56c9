# House rules: how they are listed and changed.

rules-all-usual = Everything else is as usual.
rules-unchanged = All rules are as usual.
rules-all = { $command } lists all of them.
rules-host = { $who } is the host and can change them.
rules-later = They can be changed before the next match, limits at any time: { $command }
menu-rules = Choose what to look at or change
