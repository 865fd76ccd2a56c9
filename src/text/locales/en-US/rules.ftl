# House rules: how they are listed and changed.

rules-usual = { $all ->
    [true] All rules are standard.
   *[false] All other rules are standard.
}
rules-all = { CMD("rules all") } lists all of them.
rules-host = Only the host can change the rules: { $who }
rules-in-match = { $alone ->
    [true] You can change it now: { CMD($command) }
   *[false] More than half of the others at the table have to agree: { CMD($command) }
}
rules-later = The rules can change before the next match. The limits of this table can change now: { CMD("rules turn_limit=60") }
menu-rules = Choose what to see or change
