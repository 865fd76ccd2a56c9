cup-title = 🏆 { $name }
cup-what = { $game ->
    [tractor] A cup of tractor in { $rounds ->
        [one] one round
       *[other] { $rounds } rounds
    }: one deal a round, the same cards at every table.
   *[uno] A cup of UNO in { $rounds ->
        [one] one round
       *[other] { $rounds } rounds
    }: one deal a round, with the same cards in the same order at every table. Partners sit opposite each other, and what one of them collects counts for both.
}
cup-pairs = { $drawn ->
    [true] Partners are drawn when it begins; with fewer than eight people everybody has a computer as partner.
   *[false] Sign up alone (a computer is your partner), or ask somebody to be your partner: { CMD("cup join @Bo") }
}
cup-begins = It begins { $when }.
cup-waits = It begins when who called it says so: { CMD("cup start") }
cup-signed = Signed up ({ $n }): { $list }
cup-alone = { $name } & a computer
cup-waiting = { $name }, waiting for { $partner }
cup-gone = { $name } (gone)
cup-round = Round { $round } of { $rounds }.
cup-tables = Tables: { $list }
cup-bye = No table in this round, and half of the points: { $pair }
cup-place = { $n }. { $pair } · { $points }
cup-more = … and { $n } more
cup-over = It is over after { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}.
cup-no-place = { $none ->
    [true] ⚠️ The tables of this round wait: this channel cannot have private threads. End the cup and call it in a text channel.
   *[false] ⚠️ The tables of this round wait: I need the permission **Create Private Threads** in this channel.
}
cup-table = **{ $name }**, round { $round }, table { $number }: { $one } play with each other, against { $other }. Every table has the same cards: do better with yours.
cup-table-title = { $name } · round { $round } · table { $number }
cup-won = 🏆 **{ $name }** is over. { $n ->
    [one] The winners
   *[other] The winners, equal in points
}, with { $points }: { $pairs }
cup-unplayed = **{ $name }** is over, and was not played.
cup-listed = **{ $name }**, won by { $pairs }
cup-goes-on = **{ $name }**, not over yet
cup-list-title = 🏆 Cups
cup-called = **{ $name }** is called: people sign up below its post in this channel.
cup-done-joined = You are signed up. To take it back: { CMD("cup leave") }
cup-done-asked = You are signed up, and your partner is asked. Until they say yes you are in the cup alone. To take it back: { CMD("cup leave") }
cup-asks = { $who } would like to play the cup **{ $cup }** with you.
cup-done-paired = You are signed up together. To take it back: { CMD("cup leave") }
cup-done-declined = Nobody waits for you any more. Who asked you is signed up alone.
cup-done-left = You are not in the cup any more. If you play at one of its tables, a computer goes on there.
cup-done-started = The cup begins: its tables open as threads.
cup-done-ended = The cup is over.
cup-trouble-no-server = Cups are for servers: use it in one of their channels.
cup-trouble-unclear = Call a cup by its name, with rounds, `uno` for a cup of UNO, `drawn` for partners that are drawn, and minutes until it begins if you like: { CMD("cup new Friday 5") } or `cup new Friday 5 drawn 30m`. Then `join`, `decline`, `leave`, `start`, `end`, `list`.
cup-ask-end = **{ $name }** ends for good: only rounds that are over count, and its tables close.
cup-trouble-nobody = I know nobody here who is called { $it }. Type @ and choose them from the list.
cup-trouble-limits = A cup has a name of at most { $name } characters and 1 to { $rounds } rounds, and begins within { $days } days. For example { CMD("cup new Friday 5") }
cup-trouble-misplaced = First the name of the cup, then what else you say of it, each thing once. I do not understand `{ $it }` there. For example { CMD("cup new Friday 5") }
cup-trouble-may-not = Only moderators, and who called the cup, can do that.
cup-trouble-unfinished = Another cup of this server is not over. To end it: { CMD("cup end") }
cup-trouble-no-place = { $it ->
    [kind] A cup's tables are private threads, and this channel cannot have any. Call the cup in a plain text channel.
   *[other] A cup's tables are private threads. I need the permissions **Create Private Threads** and **Send Messages in Threads** in this channel; then call the cup again.
}
cup-trouble-none = No cup is called here at the moment. { CMD("cup new Friday 5") } calls one.
cup-trouble-in = That cannot be: one of you is in a pair already or has blocked the other, or there is no room for more. With somebody else: { CMD("cup join @Bo") }
cup-trouble-not-in = You are not in the cup. To sign up: { CMD("cup join") }
cup-trouble-not-asked = Nobody asks you to be their partner at the moment, or you are in a pair already. To sign up: { CMD("cup join") }
cup-trouble-drawn = Partners are drawn in this cup: sign up alone. { CMD("cup join") }
cup-few = A cup needs at least { $n } pairs; one person with a computer is a pair, too.
cup-trouble-few = { cup-few }
cup-trouble-begun = It has begun already.
picture-cup = The points of the first { $n } pairs in { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}
button-cup-join = Sign up
button-cup-leave = Leave the cup
button-cup-accept = Play together
button-cup-decline = Decline
