# The table, before and around a game.

lobby-title = { $game } · { $seated } of { $seats } seated
lobby-host = Host: { $who }
lobby-rules-standard = House rules: standard
lobby-rules-changed = House rules: { $rules }
lobby-wait = { $missing ->
    [one] One more seat to fill, with a friend or a computer.
   *[other] { $missing } more seats to fill, with friends or computers.
}
lobby-ready = Ready. { $start } begins.
closed-title = This table is closed.
closed-hint = { $join } opens a new one.
wins-list = Matches won: { $wins }
seat-absent = { $who } is away: a computer plays until they are back.
seat-left = { $who } has left: a computer plays, and anybody can take the seat.
seat-absent-you = A computer plays for you. Act or tap, and it is your turn again.

button-join = Sit down
button-leave = Leave
button-start = Start
button-rematch = Rematch
button-rules = Rules
button-help = Help
button-hand = My hand
button-score = Score
button-last-trick = Last trick
button-reset = Reset { $votes }/{ $needed }
button-reset-none = Reset
button-surrender = Surrender
button-play-on = Play on
button-deal = Deal
button-next-round = Next round
button-verify = Verify
button-play = Play { $cards }
button-play-none = Play
button-bury = Bury
button-clear = Clear
button-hint = Hint
button-sort = Sort
button-wait = Wait
button-back = Back
button-more = More…
button-do-it = Do it
button-end = End the table
button-back-again = I'm back
button-take-seat = Take a seat
menu-seat = Choose a seat
menu-computer = Add a computer player
menu-computer-away = Take a computer player away
menu-seat-computer = { $name } makes room
menu-rule = Choose a house rule
button-quick = Play with computers
menu-away = Take { $seat } away
length-line = About { $rounds } rounds, { $time }
length-line-one = One round, about { $time }
length-minutes = { $n ->
    [one] one minute
   *[other] { $n } minutes
}
length-hours = { $n } hours
length-hours-half = { $n }½ hours

rules-title = House rules
rules-hint = { $command } changes one before the start.
rules-entry = { $label }: **{ $value }** `{ $name }`
rules-entry-usual = { $label }: { $value } `{ $name }`
rules-limits = Limits of this table
rule-values = `{ $name }` can be: { $values }.
rule-range = `{ $name }` is a number from { $least } to { $most }, for example { $values }.

list-title = Tables
list-none = No table is open. { $join } opens one here.
list-line = { $place } · { $game } · { $seated } of { $seats } seated · { $stage }
list-here = Here
list-lobby = waiting
list-playing = playing
list-over = finished

# What happened.

news-sat = { $who } sits down: { $seat }.
news-sat-instead = { $who } takes over from the computer: { $seat }.
news-moved = { $who } moves to { $seat }.
news-left = { $who } leaves: { $seat } is free.
news-substituted-left = { $who } leaves; a computer plays on at { $seat }.
news-substituted-absent = { $who } seems to be away: a computer plays for them until { $join }.
news-returned = { $who } is back.
news-host = { $who } is the host now.
news-computer-added = A computer player ({ $skill }) sits down: { $seat }.
news-computer-removed = The computer player gets up: { $seat } is free.
news-rule = House rule changed: { $rule }: **{ $value }**
news-started = The match begins.
news-started-again = Match { $n } begins.
news-warned = { $who }: { $seconds } seconds left.
news-time-up = Time is up: the lowest play is made for { $who }.
news-voted = { $who } votes to start over: { $votes } of { $needed }.
news-unvoted = { $who } takes the vote back: { $votes } of { $needed }.
news-reset = Voted: back to the lobby, with the same seats.
news-dealt-again = The bot was updated and cannot continue this round, so it is dealt again. Levels and scores stay as they were.
news-match-off = The bot was updated and cannot continue this match. Seats and rules stay as they were: start a new one.
news-aside = The table that was open here could not be brought back after the restart. Nothing is deleted: whoever runs the bot finds it as { $table } with `tractor-bot doctor`. { $command } opens a new one.
news-aside-later = The table that was open here needs a newer version of the bot. It is kept, and goes on when that version runs again. { $command } opens a new one.
news-closed-host = The host closed the table.
news-closed-moderator = A moderator closed the table.
news-closed-idle = The table was quiet for a long time and is closed.
news-closed-quiet = It was quiet: { $who } closed the table.
news-closed-empty = Everybody left: the table is closed.

# What cannot be undone asks first.

more-asks = These ask before anything is done:
ask-leave = You leave this match and a computer plays on for you. { $join } brings you back.
ask-leave-alone = Nobody else sits here: the match ends without a result, and the table is closed.
ask-reset = The match would end without a result. Your vote asks the others; { $needed } votes carry it.
ask-reset-alone = The match ends without a result, and the table goes back to the lobby.
ask-end = The table is closed for everybody.
ask-end-match = The match ends without a result, and the table is closed for everybody.
ask-forget = Your statistics and settings are deleted for good.
ask-typed = Or typed: { $command }
hand-match-off = This match was ended. The table is back in the lobby.
asked-nothing-done = Nothing was done.
vote-open = { $who } votes to end this match without a result: { $votes } of { $needed }. { $reset } agrees.

# Refusals: what, why, one right example.

refuse-not-seated = You do not sit at this table. { $join } takes a free seat.
refuse-already-seated = You sit there already: { $seat }.
refuse-no-such-seat = This table has no such seat. For example { $join }.
refuse-seat-taken = { $seat } is taken by { $who }. { $join } takes the first free seat.
refuse-full = All seats are taken. You can watch here.
refuse-watching = All seats are taken, so you are watching this match. Only players have cards.
refuse-held-another-hand = You have seen the cards of { $seat } in this match, so only that seat is open to you: { $join }.
refuse-no-computer = No computer plays at { $seat }.
refuse-not-host = Only the host can do this: { $who }.
refuse-not-quiet = Only the host ({ $who }) can end the table now. If nobody does anything for { $left }, everybody here can.
for-seconds = { $n ->
    [one] one second more
   *[other] { $n } seconds more
}
for-minutes = { $n } minutes more
refuse-not-in-lobby = A match is being played; this can be changed before the next one. { $reset } is a vote to start over.
refuse-not-playing = No match is being played. { $start } begins one.
refuse-too-few = { $seated } of { $least } seats are taken. Fill the others with friends or { $computer }, then { $start }.
refuse-too-many = { $seated } people sit here; that rule allows { $most }.
refuse-rule-unknown = There is no rule `{ $name }`. { $rules } lists them.
refuse-rule-value = `{ $value }` is not possible. { $choices } For example { $command }.
refuse-vote-stands = You have voted for this already. { $unvote } takes it back.
refuse-no-vote = You have not voted. { $vote } votes to start over.
refuse-stale = That was offered for an earlier turn. Here is how it stands now.
refuse-duplicate = That has been done already.
refuse-not-awaited = Nothing is asked of { $seat } now.
refuse-reserved = Nobody can ask for this.
refuse-aloud = That is not possible. The reason tells of your cards, so it is for you alone: tap My hand.
refuse-closed = This table is closed. { $join } opens a new one.
trouble-closed-messages = { $who }: I cannot send you your hand. Tap My hand, or allow direct messages from this server.

# House rules of every table.

rule-turn-limit = Seconds for a turn
rule-turn-warning = Warning before its end (s)
rule-absent-turns = Missed turns until a computer plays
rule-idle-limit = Quiet minutes until the table closes
rule-open-end = Quiet minutes until anybody may end it
rule-computer-delay = Seconds a computer thinks
rule-substitute = Who plays for those away
rule-ping = Mention whose turn it is
value-on = on
value-off = off

about-turn-limit = When it is over, the lowest legal play is made for whoever is due.
about-turn-warning = So many seconds before the end of a turn its player is told.
about-absent-turns = After so many turns in a row that the clock played, a computer has the seat until its player is back.
about-idle-limit = A table at which nothing happens before or after a match is closed then.
about-open-end = When nobody has done anything for so long, everybody who sits here can end the table, not the host and moderators alone.
about-computer-delay = Computer players wait that long, so that people can follow.
about-substitute = Which computer player plays on for those who left or are away.
about-ping = One message a turn mentions who is due, and goes away again.

# Challenges.

challenge-made = { $who } challenges { $other }.
challenge-wait = Waiting for { $other }
challenge-declined = { $who } declines.
challenge-unanswered = { $who } has not answered: the challenge has expired.
challenge-taken-back = The challenge was taken back.
button-accept = Accept
button-decline = Decline
button-take-back = Take back
refuse-kept = This challenge is for { $who } to answer and stays as it is until then.

# The host takes somebody off their seat.

menu-kick = Take a player off the table
ask-kick = { $who } loses the seat and can sit down again once a match is over.
ask-kick-match = A computer plays on for { $who }, who can sit down again once this match is over.
desk-kicked = Done. They can sit down again once a match is over.
kick-told = The host has asked { $who } to sit out. The seat is open again to them once a match is over.
hand-kicked = The host has asked you to sit out. You can sit down again once this match is over.
news-kicked = The host asks { $who } to sit out: { $seat } is free.
news-kicked-match = The host asks { $who } to sit out.
refuse-barred = The host has asked you to sit out. You can sit down again once a match is over.
refuse-not-there = Nobody of that name sits here. Name them by name, mention or seat, for example { $command }.
refuse-own-seat = That is your own seat. { $leave } leaves it.
