# The table, before and around a game.

lobby-title = { $game } · { $seated } of { $seats } seats taken
lobby-host = Host: { $who }
lobby-rules-standard = House rules: standard
lobby-rules-other = { $own ->
    [true] House rules of this server: { $rules }
   *[false] House rules: { $rules }
}
lobby-wait = { $missing ->
    [one] One more player to go: a friend or a computer.
   *[other] { $missing } more players to go: friends or computers.
}
lobby-ready = Everybody is here. { BUTTON("button-start", "start") } begins.
seats-sealed = The seats are drawn when the match starts. The seal of the draw: `{ $seal }`
seats-drawn = The seats were drawn. The secret of the draw: `{ $secret }`
closed-title = This table is closed.
closed-hint = { CMD($join) } opens a new one.
wins-list = Matches won: { $wins }
seat-absent = { $who } is away: a computer plays until they are back.
seat-kept = { $who } has left: a computer plays, and the seat is kept for a while.
newcomers-next-round = With the next round: { $names }
newcomers-next-match = With the next match: { $names }
refuse-comes-in = { $admission ->
    [next_round] You are in from the next round. { CMD("leave") } takes that back.
   *[next_match] Nobody new gets cards in this match: you are in from the next one. { CMD("leave") } takes that back.
}
seat-left = { $who } has left: a computer plays, and anybody can take the seat.
seat-coming = { $who ->
    [You] You play
   *[other] { $who } plays
} from the next round on: until then a computer does, as others play this one already.
seat-absent-you = A computer plays for you. { $face ->
        [terminal] Play
       *[other] Tap or play
    }, and it is your turn again.

button-join = Sit down
button-leave = Leave
button-start = Start
button-rematch = Rematch
button-rules = Rules
button-help = Help
button-hand = My hand
button-score = Score
button-last-trick = Last trick
button-agree = Agree
button-agree-more = Agree { $yes }/{ $needed }
button-disagree = No
button-withdraw = Withdraw
banks = ⏳ Time bank: { $banks }
button-reset = Reset { $votes }/{ $needed }
button-reset-none = Reset
button-surrender = Surrender
button-play-on = Play on
button-deal = Deal
button-next-round = Next round
button-verify = Verify
button-review = Review my play
button-play = Play { $cards }
button-play-none = Play
button-bury = Bury
button-clear = Clear
button-premove = { $cards } when it is my turn
button-hint = Hint
button-sort = Sort
seen-only-tractor = Only tractor tells which cards have been played; { CMD("last") } has the last plays.
button-halt = Pause
button-rest = Autopilot: a computer plays for me
button-rush = Deal at once
button-wait = No call
button-back = Back
button-more = More…
button-browser = Open table
button-window = Play here
button-watch = Watch in a browser
button-do-it = Do it
button-end = Close the table
button-back-again = I'm back
button-take-seat = Take a seat
button-go-on = Go on
menu-seat = Choose a seat
menu-computers = { $free ->
    [true] Add a computer player
   *[false] Remove a computer player
}
menu-seat-computer = { $name } makes room
menu-rule = Choose a house rule
button-quick = Play with computers
button-quick-fill = Fill with computers and deal
menu-away = Remove { $seat }
length-line = About { $rounds } rounds, { $time }
length-line-one = One round, about { $time }
length-minutes = { $n ->
    [one] one minute
   *[other] { $n } minutes
}
length-hours = { $n } hours
length-hours-half = { $n }½ hours

rules-title = House rules
rules-hint = The host can change a rule before the start: { CMD($command) }
rules-entry = { $label }: **{ $value }** `{ $name }`
rules-entry-usual = { $label }: { $value } `{ $name }`
rules-match = In this match
rules-limits = Limits of this table
rule-values = `{ $name }` can be: { $values }.
rule-range = `{ $name }` is a number from { $least } to { $most }, for example { $values }.

list-title = Tables
list-none = No table is open. { CMD("join") } opens one here.
list-line = { $place } · { $game } · { $seated } of { $seats } seats taken · { $stage }
list-here = Here
list-lobby = waiting for players
list-playing = playing
list-over = finished

# What happened.

news-sat = { $instead_of ->
    [none] { $name } sits down{ $face ->
        [browser] .
       *[other] : { $seat_place }.
    }
   *[other] { $name } takes over from the computer{ $face ->
        [browser] .
       *[other] : { $seat_place }.
    }
}
news-comes-in = { $admission ->
    [next_round] { $name } comes in with the next round.
   *[next_match] { $name } comes in with the next match.
}
news-stays-out = { $name } does not come in.
news-moved = { $to ->
    [You] You move
   *[other] { $to } moves
} to { $face ->
    [browser] another seat.
   *[other] { $to_place }.
}
news-left = { $stage ->
    [playing] { "" }
    [closed] { "" }
   *[other] { $name } leaves{ $face ->
        [browser] .
       *[other] : { $seat_place } is free.
    }
}
news-substituted = { $away ->
    [absent] A computer plays for { $who } now. { CMD("join") } takes the seat back.
   *[other] { $who } leaves: a computer takes over{ $face ->
        [browser] .
       *[other] {" "}at { $seat_place }.
    }
}
news-returned = { $seat ->
    [You] You are
   *[other] { $seat } is
} back.
news-host-changed = { $host ->
    [You] You are
   *[other] { $host } is
} the host now.
news-computer-added = A computer player ({ $skill }) sits down: { $seat }.
news-computer-removed = The computer player leaves{ $face ->
    [browser] .
   *[other] : { $seat_place } is free.
}
news-rule-set = House rule changed. { $rule }: **{ $value }**
news-seats-drawn = Seats were drawn: { $seats }. The secret of the draw: `{ $secret }`
news-started = { $number ->
    [1] The match begins.
   *[other] Match { $number } begins.
}
news-warned = { $seat }: { $seconds } seconds left.
news-time-up = Time is up: the lowest legal play is made for { $seat ->
    [You] you
   *[other] { $seat }
}.
news-voted = { $motion ->
    [reset] { $support ->
        [true] { $person ->
            [You] You vote
           *[other] { $person } votes
        } to end this match without a result: { $votes } of { $needed }.
       *[other] { $person ->
            [You] You take
           *[other] { $person } takes
        } the vote back: { $votes } of { $needed }.
    }
   *[other] { $support ->
        [true] { $person ->
            [You] You agree
           *[other] { $person } agrees
        }: { $votes } of { $needed }.
       *[other] { $person ->
            [You] You do
           *[other] { $person } does
        } not agree: { $votes } of { $needed }.
    }
}
news-reset = The vote is carried: the match ends without a result. Everybody keeps their seat.
news-dealt-again = { $round ->
    [none] The bot was updated and cannot continue this match. Seats and rules stay as they are: start a new one.
   *[other] The bot was updated and cannot continue this round: it is dealt again. Levels and scores stay as they are.
}
petition-change = { $rule }: { $value }
petition-accord = { $who ->
    [You] You want
   *[other] { $who } wants
} to change the match. { $changes }. More than half of the others have to agree: { BUTTON("button-agree", "agree") }.
petition-limits = { $who ->
    [You] You want
   *[other] { $who } wants
} another limit. { $changes }. It counts from the next round, or at once if the others agree: { BUTTON("button-agree", "agree") }.
petition-kick = { $later ->
    [true] { $who ->
        [You] You want
       *[other] { $who } wants
    } { $person ->
        [You] you
       *[other] { $person }
    } to sit out. It counts from the next round.
   *[other] { $who ->
        [You] You want
       *[other] { $who } wants
    } { $person ->
        [You] you
       *[other] { $person }
    } to sit out. It needs the yes of others: { BUTTON("button-agree", "agree") }.
}
petition-sit = { $name } wants to sit down in this table's game. { $host ->
    [You] You answer
   *[other] { $host } answers
}: { BUTTON("button-agree", "agree") } or { BUTTON("button-disagree", "agree no") }.
declined-limits = { $stands ->
    [true] Not at once: the new limit counts from the next round. { $changes }.
   *[other] { $who ->
        [You] You take
       *[other] { $who } takes
    } the new limit back. { $changes }.
}
declined-accord = The match stays as it is. { $changes }.
declined-kick = { $person ->
    [You] You keep
   *[other] { $person } keeps
} the seat.
declined-sit = { $name } does not sit down for now.
news-put-back = The bot was restored from a backup, and this table is as it was then. Somebody may have seen the cards to come: from the next deal on they are shuffled anew, under a new seal.
news-aside = { $later ->
    [true] This table needs a newer version of the bot. It is kept, and goes on when that version runs again. { CMD("join") } opens a new one.
   *[other] This table could not be brought back after the restart. Nothing is deleted: ask the owner of the bot, who finds it as `{ $table }` with `tractor-bot doctor`. { CMD("join") } opens a new one.
}
news-closed-by-host = The host closed the table.
news-closed-by-moderator = A moderator closed the table.
news-closed-by-idle = Nobody played for a long time: the table is closed.
news-closed-by-anybody = Nobody played for a long time: { $person ->
    [You] you close
   *[other] { $person } closes
} the table.
news-closed-by-deserted = Everybody left: the table is closed.
news-closed-by-declined = { news-closed-by-deserted }
news-resumed = Somebody is back: the match goes on.
news-missed = Some lines are missing here: more happened than could be listed.
match-paused = ⏸ **Paused.** { CMD("join") } goes on; after { $minutes ->
    [one] a minute
   *[other] { $minutes } minutes
} the table closes.
match-paused-kept = ⏸ **Paused.** { CMD("join") } goes on.

# What cannot be undone asks first.

more-asks = Leaving and ending ask first:
ask-leave = You leave this match, and a computer takes over. { CMD("join") } takes your seat back.
ask-leave-alone = Nobody else sits here: the match ends without a result, and the table closes.
ask-reset = The match ends without a result if the others agree: { $needed } votes carry it.
ask-reset-alone = The match ends without a result, and the table goes back to the lobby.
ask-end = The table closes for everybody.
ask-end-match = The match ends without a result, and the table closes for everybody.
ask-forget = Your statistics and settings are deleted for good. { CMD("settings export") } gives you all of it as a file first.
ask-typed = To do it, type { CMD($command) }
hand-match-off = This match has ended without a result. The table is back in the lobby.
asked-nothing-done = Nothing happened.
vote-open = { $who ->
    [You] You vote
   *[other] { $who } votes
} to end this match without a result: { $votes } of { $needed }. { BUTTON("button-reset-none", "reset") } agrees.

# Refusals: what, why, one right example.

refuse-not-seated = You do not sit at this table. { $join } takes a free seat.
refuse-already-seated = You already sit there: { $seat_place }.
refuse-no-such-seat = This table has no such seat. For example { CMD("join", $seat_example) }.
refuse-seat-taken = { $seat } already sits there: { $seat_place }. { CMD("join") } takes the first free seat.
refuse-full = All seats are taken. You can watch here. { tell-hint }
refuse-watching-round = You are watching this match. { $join }, and you are in from the next round.
refuse-watching-match = You are watching this match. { $join }, and you are in from the next one.
refuse-watching = All seats are taken, so you are watching this match. Only players have cards.
refuse-held-another-hand = You have seen the cards of { $seat_place } in this match, so you can only sit there: { CMD("join") }.
refuse-no-computer = No computer plays at { $seat_place }.
refuse-not-host = Only the host can do this: { $host }.
refuse-not-quiet = Only the host ({ $host }) can close the table now. If nobody plays for { $left }, everybody here can.
for-seconds = { $n ->
    [one] one more second
   *[other] { $n } more seconds
}
for-minutes = { $n ->
    [one] one more minute
   *[other] { $n } more minutes
}
refuse-not-in-lobby = Not during a match: change this before the next one. { CMD("reset") } votes to end this match without a result.
start-playing = A match is being played. { $due }
refuse-not-now = Not at this moment: levels and the declarer are changed between two rounds, and a round can be ended once trump is fixed.
refuse-not-playing = No match has begun. { BUTTON("button-start", "start") } begins one.
refuse-too-few = { $seated } of { $least } seats are taken. Invite friends or add { CMD("computer") }, then { BUTTON("button-start", "start") }.
refuse-too-many = { $seated } people sit here, and that rule allows { $most }.
refuse-rule-unknown-name = There is no rule `{ $name }`. { CMD("rules") } lists them.
own-rules-saved = Saved as **{ $name }**. { $command } takes these rules over at any table of this game where you are the host.
own-rules-forgotten = **{ $name }** is forgotten.
own-rules-name = Choose a name of up to { $most } letters and digits that is none of a rule, for example { CMD("rules save our evening") }.
own-rules-list = You keep: { $names }
own-rules-many = You keep as many as you can: { $names }. Forget one first, with `rules forget` and its name.
refuse-rule-clash = `{ $name }={ $value }` does not go with `{ $other }={ $while_it_is }`. Change that one first: { CMD("rules", $other) } shows what it can be.
refuse-rule-bad-value = `{ $value }` is not possible. { $choices } For example { CMD("rules", $example) }.
refuse-vote-stands = { $support ->
    [true] You have already voted for this. { CMD("reset off") } takes it back.
   *[other] You have not voted. { CMD("reset") } votes to end the match without a result.
}
refuse-stale = That button is from an earlier turn. This is how it stands now.
refuse-duplicate = That is already done.
refuse-not-awaited = It is not the turn of { $seat_place } now.
refuse-reserved = Only the table itself can do this.
refuse-aloud = That is not possible. The reason would show your cards, so it is for you alone: tap My hand.
refuse-closed = This table is closed. { CMD($opens) } opens a new one.
trouble-closed-messages = { $of_hand ->
    [true] { $name }: I cannot send you your hand. Tap My hand, or allow direct messages from this server.
   *[other] { $name }: the answer is for you alone, and I cannot send it to you. Allow direct messages from this server, or use the slash command, which answers you here unseen.
}

# House rules of every table.

rule-turn-limit = Seconds for a turn
rule-turn-warning = Warning before the end of a turn (seconds)
rule-absent-turns = Missed turns before a computer takes over
rule-idle-limit = Close after idle (minutes)
rule-bank = Time bank in a match (minutes)
rule-reset-votes = Votes to end a match without a result
value-reset-votes-most = three, and more than half
value-reset-votes-three = three
rule-open-end = Anybody can close after idle (minutes)
rule-computer-delay = Computer delay (seconds)
rule-seat-kept = Keep the seat of those who leave (minutes)
rule-consent = Ask the others during a match
rule-entry = New people
value-entry-open = may sit down
value-entry-ask = ask the host
value-entry-closed = stay outside
rule-substitute = Substitute level
rule-ping = Mention the player whose turn it is
value-on = on
value-off = off

about-turn-limit = When the time is over, the lowest legal play is made for you.
about-turn-warning = You are warned this many seconds before your time is over.
about-absent-turns = After this many missed turns in a row a computer plays for you until you are back.
about-idle-limit = The table closes when nobody does anything for this long: before and after a match, while it is paused, and in it if turns have no limit.
about-bank = The first 15 seconds of each turn are free, and what you think beyond them comes out of your bank. When it is empty, a turn has those 15 seconds.
about-reset-votes = At least three votes, or everybody's where fewer people sit. With `most` it is always more than half of the people, too.
about-open-end = When nobody does anything for this long, everybody who sits here can close the table, not only the host and the moderators.
about-computer-delay = Computer players wait this long before they play, so that you can follow.
about-seat-kept = Who leaves a match can come back to the seat for this long; nobody else gets it before.
about-consent = During a round, other limits and sending somebody away need the yes of others, and the host is asked before somebody new takes a seat.
about-entry = Whether somebody new may sit down, before a match and in one: at once, when the host says yes, or not at all.
about-substitute = How well the computer plays that takes over for those who left or are away.
about-ping = One message a turn mentions the player whose turn it is. It is deleted afterwards.

# Challenges.

challenge-made = { $who ->
    [You] You challenge
   *[other] { $who } challenges
} { $other }.
challenge-wait = Waiting for { $other }
challenge-declined = { $who } declines.
challenge-unanswered = { $who } does not answer: the challenge has expired.
challenge-taken-back = The challenge was taken back.
button-accept = Accept
button-decline = Decline
button-take-back = Take back
refuse-seat-kept = { $seat_place } is kept for { $seat } for { $left }. Then { CMD("join") } takes it.
refuse-asked-already = You have asked for this, and the answer is awaited. { CMD("agree no") } takes it back.
refuse-not-asked = Nothing waits for your answer. { CMD("rules") } shows what counts here.
refuse-answer-stands = { $support ->
    [true] You have agreed already. { CMD("agree no") } takes it back.
   *[other] You have said no already. { CMD("agree") } changes that.
}
refuse-kept = Only { $name } can answer this challenge. Until then it stays as it is.

# The host takes somebody off their seat.

menu-kick = Take a player off the table
ask-kick = { $who } loses the seat and can sit down again once a match is over.
ask-kick-others = { $who } loses the seat until this match is over, if somebody else at the table agrees.
ask-kick-match = A computer plays on for { $who }, who can sit down again once this match is over.
desk-let-in-later = { $who }, the host lets you in. { $when }
desk-let-in = { $who }, the host lets you in. { CMD("hand") } shows your cards.
desk-not-let-in = { $who }, the host does not let you in for now.
desk-kicked = Done. They can sit down again once a match is over.
kick-told = The host has asked { $who } to sit out. The seat is open again to them once a match is over.
hand-kicked = The host has asked you to sit out. You can sit down again once this match is over.
news-kicked = { $stage ->
    [playing] The host asks { $name } to sit out.
   *[other] The host asks { $name } to sit out{ $face ->
        [browser] .
       *[other] : { $seat_place } is free.
    }
}
refuse-not-let-in = Nobody new sits down here for now. { $host } can open the table: { CMD("rules entry=open") }.
refuse-barred = The host has asked you to sit out. You can sit down again once a match is over.
refuse-not-there = Nobody of that name sits here. Name them by name, mention or seat, for example { CMD("kick Bo") }.
refuse-own-seat = That is your own seat. { CMD("leave") } leaves it.

# Told when a seat is free.

button-tell = Tell me when a seat is free
tell-hint = { CMD("tellme") } tells you when a seat is free.
tell-noted = I will tell you once, when you can sit down here. { CMD("tellme off") } if you change your mind.
tell-off = You will not be told.
tell-seated = You have a seat here already.
tell-free = A seat is free right now. { CMD("join") } takes it.
tell-too-many = Too many people, or channels of yours, are waiting already. Try again later.
tell-now = A seat is free: { $game } in { $channel }. { CMD("join") } takes it.
