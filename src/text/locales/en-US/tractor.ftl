# Tractor.
#
# One word for one thing, here and in every sentence of both languages:
#   declarer 庄家       who takes the kitty and leads; declarers: that team. "Deal" is for dealing cards.
#   opponents 闲家      the other team, named by its players where points are told
#   call 亮主           to show cards that make trump; beat a call 反主; no call 不亮
#   trump, level 主, 级 what is trump, and the rank of the round
#   kitty, bury 底牌, 扣底
#   lead, follow, play 领出, 跟, 出
#   single, pair, tractor, throw 单张, 对子, 拖拉机, 甩牌; a throw has parts 组 and fails or holds
#   trump in 毙         to play trumps on another suit
#   trick, round, match 轮, 局, 场
#   take points, climb a level 抓分, 升级; surrender 投降
#   seal, secret 校验码, 随机种子
#   sit down, leave; a computer takes over 坐下, 离座, 托管; a table closes 散桌

lobby-teams = Teams: North + South against West + East
lobby-match = Match from { $from } to { $to }
length-one-round = One round
length-to = To { $level }

card-small-joker = J-
card-big-joker = J+

call-weak = { $card }
call-strong = a pair of { $card }
call-joker = { $card }
call-jokers = a pair of { $card }
call-makes-suit = { $call }: { $suit } are trump
call-makes-none = { $call }: no trump
button-show = Show { $call }
trump-suit = { $suit } trump
trump-none = no trump
trump-line-suit = Trump is { $suit }
trump-line-none = No trump
trump-order = All { $level }s are trump. From the top: big joker, small joker, { $suit ->
    [none] then the { $level }s, which are equal
   *[other] { $suit }{ $level }, then { $equal }, which are equal
}{ $always ->
    [none] { "" }
   *[other] , then every { $always }
}{ $suit ->
    [none] .
   *[other] , then the other { $suit }.
}
card-small-joker-words = { $count ->
    [one] small joker
   *[other] small jokers
}
card-big-joker-words = { $count ->
    [one] big joker
   *[other] big jokers
}

# The table.

round-title-open = Round { $round } · level { $level }
who-at = { $seat ->
    [none] { $who }
   *[other] { $who } ({ $seat })
}
# At the table in a browser this stands beside what was played: it must not sound as if it were, too.
turn-lead = { $who ->
    [You] You lead
   *[other] { $who } { $face ->
        [browser] to lead
       *[other] leads
    }
}
turn-follow = { $who ->
    [You] You follow
   *[other] { $who } { $face ->
        [browser] to follow
       *[other] follows
    }
} { $lead }
turn-bury = { $who ->
    [You] You bury
   *[other] { $who } { $face ->
        [browser] is burying
       *[other] buries
    }
} eight cards
turn-overcall = { $who } may take the kitty over
dealer-line = Declarer: { $who }
source-called = { $who } showed { $call }.
source-flipped = Nobody called: the kitty shows { $card }.
source-nobody = Nobody called.
source-after-ace = The deciding round has no trump suit.
trick-last = { $hidden ->
    [false] Last trick: { $who }, { $points ->
        [0] no points
       *[other] { $points } points
    }
   *[true] Last trick: { $who }
}
trick-highest = winning
dealing-title = Dealing { $dealt } of { $cards } cards · level { $level }
dealing-call = { $who ->
    [You] You show
   *[other] { $who } shows
} { $call }.
dealing-no-call = Show { $level ->
    [8] an 8
    [A] an A
   *[other] a { $level }
}: its suit then beats all others.
call-first = { $call } { $dealer ->
    [first] Who calls first is declarer: takes the kitty and leads. A higher call only changes trump.
    [last] Who calls last is declarer: takes the kitty and leads.
   *[known] A call only makes trump: { $who ->
        [You] you are
       *[other] { $who } is
    } declarer in any case.
}
call-higher = { $call } { $higher } { $dealer ->
    [last] The last caller is declarer.
   *[known] { $who ->
        [You] You stay
       *[other] { $who } stays
    } declarer, whatever trump becomes.
}
dealing-first-dealer = The first caller is declarer this round.
dealing-final-dealer = The last caller is declarer this round.
dealing-uncalled-dealer = If nobody calls, { $who ->
    [You] you are
   *[other] { $who } is
} declarer.
overturn-weak = A pair of { $level }s or a pair of jokers beats it.
overturn-weak-joker = The big joker beats it, and so does a pair of { $level }s or of jokers.
overturn-weak-pairs = Only a pair of { $level }s beats it.
overturn-strong = Only a pair of jokers beats it.
overturn-small-jokers = Only a pair of big jokers beats it.
overturn-suits = Only a pair of a higher suit (♦, ♣, ♥, ♠){ $jokers ->
    [yes] {" "}or of jokers
   *[other] { "" }
} beats it.
overturn-none = Nothing beats it.
window-title = Last calls · level { $level }
window-hint = Nothing to show? { CMD("不亮") }
window-passed = No call: { $names }
ready-redeals = Nobody called { $n } times in a row. The next deal waits for you.
ready-dealer = { $who ->
    [You] You start
   *[other] { $who } starts
} the deal.
ready-mix = { CMD("mix …") } mixes your words into the shuffle.
surrender-open = { $who ->
    [You] You offer
   *[other] { $who } offers
} to surrender the round. { $partner }: { CMD("surrender") } agrees, { CMD("playon") } declines.
state-score = { $trump } · level { $level } · { $opponents } { $points }/{ $needed }
state-kitty = kitty { $points }
state-open = { $trump } · level { $level }
state-round = round { $round } · trick { $trick }
state-teams = { $declarers } declare at **{ $level }** · { $opponents } at **{ $other }**
trick-back = { $cards } { $count ->
    [one] goes back
   *[other] go back
}
trick-winning = winning
trick-winning-partner = winning (partner)
trick-points = { $points } points

# The hand.

hand-title = Your hand · { $n ->
    [one] one card
   *[other] { $n } cards
}
hand-trumps = Trumps
hand-none = You have no cards now.
hand-can-call = You can call
hand-can-overcall = A higher call changes trump and gives you the kitty to bury anew
hand-overcall = Take the kitty over?
hand-no-call = You have nothing to call yet
hand-no-last-call = You have nothing to call now
hand-call-passes = Doing nothing means no call.
hand-passed = You make no call in this deal.
hand-lead-any = { $first ->
    [true] Lead one suit: a card, a pair, a tractor (pairs in a row: 4 4 5 5) or a throw (several at once that nobody beats).
   *[false] Lead one suit: a single, a pair, a tractor or a throw.
}
hand-lead-throw = A throw: if anybody can beat a part of it, only that part is played.
hand-only = Your only play: { $cards }
hand-chosen = Chosen: { $cards }
hand-chosen-of = Chosen { $n } / { $due }: { $cards }
hand-premove = { $cards }: played as soon as it is your turn.
hand-premove-dropped = What you chose before your turn fits another lead: it is not played.
hand-bury = Bury eight cards · { $n } / 8 chosen
hand-bury-chosen = Chosen: { $cards }
hand-left-out = Without a button: { $cards }
hand-bury-points = { $times ->
    [double] { $points ->
        [0] Points that you bury count
       *[other] You bury { $points } points. They count
    } double for { $own ->
        [yes] you and your partner if you take
       *[no] the opponents if they take
    } the last trick.
    [power] { $points ->
        [0] Points that you bury count
       *[other] You bury { $points } points. They count
    } 2ⁿ times for { $own ->
        [yes] you and your partner if you take
       *[no] the opponents if they take
    } the last trick, n being the cards of its lead’s largest part.
    [by_size] { $points ->
        [0] Points that you bury count
       *[other] You bury { $points } points. They count
    } several times for { $own ->
        [yes] you and your partner if you take
       *[no] the opponents if they take
    } the last trick: twice the cards of its largest part.
    [by_pair] { $points ->
        [0] Points that you bury count
       *[other] You bury { $points } points. They count
    } double for { $own ->
        [yes] you and your partner if you take
       *[no] the opponents if they take
    } the last trick, or four times if its lead has a pair.
   *[once] { $points ->
        [0] Points that you bury count
       *[other] You bury { $points } points. They count
    } for { $own ->
        [yes] you and your partner if you take
       *[no] the opponents if they take
    } the last trick.
}
hand-buried = Buried: { $cards }
hint-play = Hint: { $cards }
reason-only-play = It is your only legal play.
reason-last-trick = It is the last trick.
reason-safe-lead = Nobody can beat it, most likely.
reason-safe-throw = Nobody can stop this throw.
reason-draws-trumps = It draws trumps, so the others have fewer to trump in with.
reason-partner-ruffs = Your partner probably has none of this suit and can trump in.
reason-empties-suit = With that you are out of this suit: from now on you can trump in.
reason-asks-pairs = Pairs are hard to beat.
reason-low-lead = A low card risks little.
reason-takes = It takes the trick{ $points ->
    [0] { "" }
   *[other] {" "}with { $points } points
}{ $surely ->
    [true] , most likely for good.
   *[false] {" "}for now, but it can still be beaten.
}
reason-ruffs = It trumps in{ $points ->
    [0] { "" }
   *[other] {" "}and takes { $points } points
}{ $surely ->
    [true] , most likely for good.
   *[false] {" "}for now, but a higher trump can follow.
}
reason-feeds-partner = Your partner is winning the trick: give { $points } points.
reason-partner-has = Your partner is winning the trick: keep your better cards.
reason-partner-to-come = Your partner plays after you and can probably take it.
reason-saves-pair = It keeps your pairs together.
reason-costs-least = The trick is not worth more: this costs you least.
reason-buries = { $suits ->
    [0] You will miss these cards least
    [one] You run out of one suit and can trump in there
   *[other] You run out of { $suits } suits and can trump in there
}. { $points ->
    [0] No points are buried.
   *[other] { $points } points are buried.
}
reason-many-trumps = You have { $trumps } trumps so far.
hint-because = { $hint }. { $reason }
hint-bury = Hint: bury { $cards }
hint-call = Hint: show { $call }
hint-pass = Hint: make no call
hint-none = There is no hint now: it is not your turn.
study-reason = { $why } { $gain }
study-gain = { $side ->
    [declarers] The opponents get about { $points } points fewer on average than with { $other }.
   *[opponents] About { $points } points more on average than with { $other }.
}
study-close = { $other } would do about as well.
study-takes = Your side wins this trick more often: { $often } % instead of { $instead } %.
study-feeds = It puts more points into a trick of your side.
study-spares = It gives the other side fewer points in this trick.
study-throw = The throw { $cards } fails in { $often } % of cases.
study-last = { $side ->
    [declarers] The kitty is safe in the last trick
   *[opponents] Your side takes the kitty with the last trick
} more often: { $often } % instead of { $instead } %.
study-last-keeps = It keeps { $cards } for the last trick, to { $side ->
    [declarers] save
   *[opponents] take
} the kitty: that works in { $often } % instead of { $instead } %.
study-pair = It keeps { $card } and its twin together.
study-keeps = It keeps { $cards } for later.
study-draws = Trumps are drawn first.
study-empties = { $suits ->
    [one] It empties one more suit
   *[other] It empties { $suits } more suits
} to trump in.
study-fewer = It buries { $points } points fewer.
study-more = It buries { $points } points out of reach.
study-later = It pays in the tricks that follow.
review-title = Your play in round { $round }
review-about = From what you could see then, and on average over many hands that the others could have held. These are estimates.
review-play = Trick { $trick }: you played { $own }. With { $best }, { $side ->
    [declarers] the opponents would get about { $points } points fewer
   *[opponents] you would get about { $points } points more
}.
review-kitty = Kitty: you buried { $own }. With { $best } instead, { $side ->
    [declarers] the opponents would get about { $points } points fewer
   *[opponents] you would get about { $points } points more
}.
review-wins = Your side would win the round in { $often } % instead of { $instead } %.
review-good = { $good } of your { $all } decisions were as good as a strong player's.
review-clean = Well played: no decision of yours cost much.
review-nothing = In this round there was nothing for you to decide.

due-any = { $count ->
    [one] any card
   *[other] any { $count } cards
}
due-short = { $held ->
    [one] your last { $suit }
   *[other] your { $held } { $suit }
} and { $rest ->
    [one] 1 other card
   *[other] { $rest } other cards
}
due-suit = { $count } { $suit }
due-parts = { $parts } of { $suit }
due-plus = { $a } and { $b }
due-tractor = a tractor of { $pairs } pairs
due-pairs = { $pairs ->
    [one] a pair
   *[other] { $pairs } pairs
}
due-more = { $count ->
    [one] 1 more card
   *[other] { $count } more cards
}
prompt-follow = play { $due }
prompt-lead = your lead
prompt-bury = bury 8 cards
prompt-call = call or pass
prompt-no-call = Nothing to call
result-won = { $team } win the round, { $score }.
result-you-won = You won this one, { $score }.
result-you-lost = You lost this one, { $score }.
result-score = { $taken ->
    [true] { $points } of { $needed }
   *[false] { $points } of { $needed }
}
result-score-theirs = { $team } { $score }
hand-turn-follow = Your turn: follow { $lead } with { $due }{ $rank ->
    [none] { "" }
   *[other] {" "}· all { $rank }s are trump
}
hand-turn-lead = Your turn: lead
button-bury-cards = Bury { $cards }

# The end of a round.

result-surrender = { $team } surrendered.
result-agreed = You agreed to end the round with the points as they were.
result-last-trick = Last trick, won by { $who ->
    [You] you
   *[other] { $who }
}: { $plays }
result-last-trick-only = Last trick, won by { $who ->
    [You] you
   *[other] { $who }
}
result-needed = { $reached ->
    [true] { $team } reached the { $needed } points that opponents need.
   *[false] { $team } stayed below the { $needed } points that opponents need.
}
result-climbs = { $gained ->
    [0] { $team } stay at level **{ $level }**: only more points would climb.
    [one] { $team } climb one level, to **{ $level }**.
   *[other] { $team } climb { $gained } levels, to **{ $level }**.
}
result-kitty-laid = Kitty: { $points ->
    [0] no points
   *[other] { $points } points{ $factor ->
        [0] , kept: declarers took the last trick
       *[other] {" "}× { $factor } for { $team }
    }
}
result-kitty-none = Kitty: { $cards } (no points)
result-kitty-stay = Kitty: { $cards } ({ $points } points, kept: declarers took the last trick)
result-kitty-taken = Kitty: { $cards } ({ $points } points × { $factor } for { $team })
result-penalties = Failed throws count { $points } points of these.
result-level = { $gained ->
    [0] { $team } ▸ level **{ $level }**
   *[other] { $team } ▸ level **{ $level }** (+{ $gained })
}
result-no-trump-round = { $team } still have to hold a no-trump round.
result-fell = A jack takes the last trick: { $team } go back to their first level.
result-next = { $by ->
    [winners] Next declarer: { $who }
    [first_call] Next declarer: the first caller. First to draw: { $who }
   *[final_call] Next declarer: the last caller. First to draw: { $who }
}
result-seal = Round { $round } · check the shuffle: `{ $secret }`
result-kitty-points = Kitty: { $points } points × { $factor } for { $team }
match-title = { $team } win the match!
match-you-won = You won the match!
match-you-lost = You lost the match.
match-outcome = { $team } beat { $others }, level { $level } to { $other }
match-levels = { $a } **{ $a_level }** · { $b } **{ $b_level }**
picture-levels = The levels round by round; after { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}: { $levels }
picture-level = { $team } at { $level }
picture-round = The end of round { $round }: { $list }
picture-last-trick = the last trick
picture-points = { $points } of { $needed } points
picture-kitty = the kitty

# Sheets.

score-team = { $team } **{ $level }**
score-to = Match to { $level }
score-now = { $hidden ->
    [false] Round { $round }: **{ $team }** { $points } of { $needed }, { $tricks ->
        [one] one trick
       *[other] { $tricks } tricks
    } played
   *[true] Round { $round }: points hidden until its end, { $tricks ->
        [one] one trick
       *[other] { $tricks } tricks
    } played
}
score-header = # · declarer · trump · points · result
score-row = { $round } · { $dealer } · { $trump } · { $points } · { $result }
score-won-declarers = { $n ->
    [0] held
   *[other] held, +{ $n }
}
score-won-opponents = lost
score-won-opponents-more = lost, +{ $n } for the others
score-conceded = surrendered
score-agreed = ended by agreement
score-captured = Points taken this round: { $list }
score-captured-round = Points taken in round { $round }: { $list }
score-captured-all = Points taken so far: { $list }
score-throws = Throws (failed): { $list }
score-throw = { $who } { $tried } ({ $stopped })
last-title = Trick { $n }
last-title-round = The last trick of the round
last-won = { $hidden ->
    [false] { $who ->
        [You] You take
       *[other] { $who } takes
    } the trick: { $points ->
        [0] no points
       *[other] { $points } points
    }.
   *[true] { $who ->
        [You] You take
       *[other] { $who } takes
    } the trick.
}
last-none = No trick has been played yet.
last-no-such = { $n ->
    [one] One trick has been played in this round.
   *[other] { $n } tricks have been played in this round.
}
last-only = At this table only the last trick can be looked up.
last-hidden = At this table the last trick can be looked up until the next one is led.
seen-title = Played in this round: { $n ->
    [one] one card
   *[other] { $n } cards
}
seen-forbidden = At this table nobody is told what has been played before the last trick. { CMD("rules past_tricks=all") } allows it, before the match.
button-trick = Trick { $n }
verify-attempt = Deal { $n } of this round
verify-command = Deal the cards again yourself: { $command }
surrender-title = Surrender this round?
surrender-declarers = The opponents get all points that are still to win, and the kitty counts double.
surrender-opponents = Your team stays at { $points } points.
surrender-opponents-hidden = Your team stays at the points it has.
surrender-partner = { $who } has to agree.
verify-next = Sealed for round { $round }: `{ $seal }`
score-rounds = Rounds played: { $played } of { $rounds }
picture-trick = Trick { $n } of round { $round }, which { $seat } takes

# What happened.

note-round-ready = Round { $round } is ready to deal.{ $face ->
    [browser] { "" }
   *[other] {" "}The seal of the shuffle: `{ $commitment }`
}
note-deal-started = Round { $round }: the deal begins. { $first ->
    [You] You draw
   *[other] { $first } draws
} first.
note-dealt = You draw { $card }.
note-called = { $declares ->
    [nobody] { $seat ->
        [You] You show
       *[other] { $seat } shows
    } { $call }.
    [caller] { $seat ->
        [You] You show
       *[other] { $seat } shows
    } { $call }. { $seat ->
        [You] You are
       *[other] { $seat } is
    } declarer this round.
   *[other] { $seat ->
        [You] You show
       *[other] { $seat } shows
    } { $call }. { $dealer ->
        [You] You stay
       *[other] { $dealer } stays
    } declarer.
}
note-call-window-opened = All cards are dealt. Last calls.
note-call-passed = { $seat ->
    [You] You make
   *[other] { $seat } makes
} no call.
note-kitty-flipped = Nobody called: the kitty shows { $cards }.
note-redealt = { $waits ->
    [true] Nobody called again. The next deal waits for you: { BUTTON("button-deal", "deal") }.{ $face ->
        [browser] { "" }
       *[other] {" "}The new seal: `{ $commitment }`
    }
   *[other] Nobody called: the round is dealt again.{ $face ->
        [browser] { "" }
       *[other] {" "}The new seal: `{ $commitment }`
    }
}
note-trump-fixed = { $trump }. { $dealer ->
    [You] You are declarer and take
   *[other] { $dealer } is declarer and takes
} the eight-card kitty.
note-took-kitty = You take the kitty: { $cards }.
note-taken-over = { $trump }. { $seat ->
    [You] You take
   *[other] { $seat } takes
} the kitty over.
note-kitty-buried = { $leads ->
    [true] { $dealer } buries eight cards and leads.
   *[other] { $dealer } buries eight cards.
}
note-buried = { $leads ->
    [true] You bury { $cards }. You lead.
   *[other] You bury { $cards }.
}
note-played = { $lead ->
    [true] { $seat ->
        [You] You lead
       *[other] { $seat } leads
    } { $cards }.
   *[other] { $seat ->
        [You] You play
       *[other] { $seat } plays
    } { $cards }.
}
note-throw-penalty = The failed throw costs { $points } points.
note-trick-taken = { $kept ->
    [true] { $who ->
        [You] You take
       *[other] { $who } takes
    } the trick: { $points ->
        [0] no points
       *[other] the declarers keep { $points } points
    }
   *[false] { $who ->
        [You] You take
       *[other] { $who } takes
    } the trick: { $points ->
        [0] no points
       *[other] { $points } points
    }
}
note-trick-hidden = { $who ->
    [You] You take
   *[other] { $who } takes
} the trick
note-trick-total = { $trick } · { $total }/{ $needed }
note-standing = Agreed: { $one }, { $other }.
note-standing-team = { $team } at level { $level }
note-standing-dealer = { $who ->
    [You] You are
   *[other] { $who } is
} the next declarer.
note-surrender-offered = { $seat ->
    [You] You offer
   *[other] { $seat } offers
} to surrender the round.
note-surrender-off = { $seat ->
    [You] You play
   *[other] { $seat } plays
} on.
note-throw-failed = { $stopped_by ->
    [none] The throw fails: somebody can beat { $played }. { $seat ->
        [You] You play { $played } and take back
       *[other] { $seat } plays { $played } and takes back
    } { $taken_back }.
   *[other] The throw fails: { $stopped_by ->
        [You] you
       *[other] { $stopped_by }
    } can beat { $played }. { $seat ->
        [You] You play { $played } and take back
       *[other] { $seat } plays { $played } and takes back
    } { $taken_back }.
}
note-call-taken-back = { $seat ->
    [You] You take
   *[other] { $seat } takes
} back the call: { $call }.
scene-taken = { $who ->
    [You] You take
   *[other] { $who } takes
} it with { $cards }{ $side ->
    [own] { " " }· +{ $points } for us
    [other] { " " }· +{ $points } for them
   *[none] { "" }
}
scene-beats = { $who ->
    [You] You beat
   *[other] { $who } beats
} it: { $cards }
trick-why = { $how ->
    [lead] Nothing has beaten the lead
    [higher] It is higher than the other { $suit }
   *[trump] Trump beats { $suit }, which were led
}{ $kind ->
    [single] .
    [pair] : only a pair beats a pair.
   *[more] : what beats it has the same parts, a pair for each pair, a tractor for each tractor.
}
trick-why-equal = { $told } Of equal cards the first one played wins.
scene-follow = Led: { $lead }. You have { $cards }: play { $due }.{ $rank ->
    [none] { "" }
   *[other] {" "}All { $rank }s are trump.
}
note-play-taken-back = { $seat ->
    [You] You take
   *[other] { $seat } takes
} back { $cards }.

# Refusals.

reject-no-such-seat = Tractor has four seats: North, West, South and East.
reject-wrong-phase = { $phase ->
    [ready] { reject-ready }
    [dealing] { reject-dealing }
    [overcalls] { reject-overcalls }
    [no_call] { reject-no-call }
    [call_window] { reject-call-window }
    [burying_you] { reject-burying-you }
    [burying] { reject-burying }
    [playing] { reject-playing }
   *[over] { reject-over }
}
reject-dealing = The cards are being dealt. You can call, for example { CMD("call", $call) }.
reject-call-window = Last calls: { CMD("call", $call) } calls, { CMD($pass) } makes no call.
reject-no-call = All cards are dealt, and you can call nothing: { CMD($pass) } goes on.
reject-burying = { $dealer } is burying the kitty.
reject-burying-you = Bury eight cards first. For example { $kitty }.
reject-overcalls = The kitty is buried, and somebody else is asked whether to take it over.
reject-playing = The tricks are being played. For example { $play }.
reject-over = The match is over. { BUTTON("button-rematch", "start") } begins another one.
reject-not-held = { $held ->
    [1] You have only one { $card }.
   *[0] You do not have { $card }.
}
reject-count = { $due ->
    [one] Play one card
   *[other] Play { $due } cards
}, not { $given }. { $example }
reject-wrong-count = { reject-count }
reject-mixed-lead = Lead cards of one suit. All trumps together are one suit. { $example }
reject-suit = { $due ->
    [one] You have { $suit }, so play one.
   *[other] You have { $suit }: play { $due } of them, not { $given }.
} { $example }
reject-pairs = { $due ->
    [one] You have a pair of { $suit }: play it.
   *[other] You have pairs of { $suit }: play { $due } of them.
} { $example }
reject-tractor = You have a tractor of { $suit }: play a tractor of { $due } pairs. { $example }
reject-not-dealer = { $taken_over ->
    [true] { reject-burying }
   *[other] Only the declarer buries cards: { $dealer }.
}
reject-no-cards = Name the cards to play. For example { $play }.
reject-kitty-count = { $given ->
    [0] Name the eight cards to bury. For example { CMD($kitty) }.
   *[other] Bury eight cards, not { $given }. For example { CMD($kitty) }.
}
reject-call-not-held = { $held ->
    [true] To call it, you show { $cards }. You have only one of them now.
   *[other] To call it, you show { $cards }. You do not have { $card } now.
}
reject-call-too-low = { $by ->
    [You] You have
   *[other] { $by } has
} shown { $standing }. { $higher }
reject-no-trump-calls-off = No-trump calls are off at this table. Call a suit, for example { CMD("call H") }.
reject-calls-closed = You cannot call any more in this deal.
reject-no-offer = Nobody has offered to surrender. { CMD("surrender") } offers it.
reject-offer-stands = You have offered to surrender and wait for { $who }. { CMD("playon") } takes it back.
reject-own-call-stands = { $own_call ->
    [raise] Your own call stands: { $standing }. You may only add the second card of its suit.
   *[other] Your own call stands: { $standing }. You may not call over it at this table.
}
reject-deal-is-for = Only the declarer starts the deal: { $dealer }.
reject-stays = { $why ->
    [plays_stand] At this table a play stands. The host can change that before a match.
    [calls_stand] At this table a call stands. The host can change that before a match.
    [not_theirs] You can take back only your own last play or call, until somebody else plays or calls.
    [told] This play stands: a throw, or a play that was made for you, is not taken back.
   *[again] You have taken back a call in this deal already.
}

# House rules.

rule-deal-interval = Seconds between cards
    .row = seconds between two cards: `0.5` (0–5)
rule-call-window = Seconds for last calls
    .row = seconds for last calls: `15` (0–120)
rule-redeal-limit = Redeals before the deal waits
    .row = deals in a row without a call until the next one waits for somebody: `3` (0–20, 0 without end while somebody is there)
rule-no-trump-calls = No-trump calls
    .row = by jokers: `on` · `off` · `one_joker`: one big joker too, which beats a single card and no pair
rule-first-dealer = First declarer
    .row = the first or the last caller, or who sits there: `first_call` · `final_call` · `north` · `east` · `south` · `west`
rule-next-dealer = Next declarers
    .row = declarer of each later round: `winners`, as above · `first_call` · `final_call`: the first or the last caller, whichever side won
rule-no-call = If nobody calls
    .row = nobody calls: `flip` the kitty · its `first_card` alone names the suit, a joker none · `no_trump` · `redeal`
rule-throw-checked-against = Who can stop a throw
    .row = `all` three others · `opponents`
rule-throw-penalty = Failed-throw penalty
    .row = `none` · `ten_per_throw` · `ten_per_card` taken back
rule-follow-tractor = Following a tractor
    .row = `tractors_first` · `pairs_only`
rule-follow-throw = Following a throw
    .row = `units` · `pairs_only`
rule-throw-winner = Comparing throws
    .row = `top_unit` · `all_units` · `highest_card`
rule-kitty-multiplier = Kitty multiplier
    .row = `double` · `by_size` (2 × the cards of the largest part of the last lead) · `power` (2 to the power of those cards, at most 512) · `by_pair` (twice, four times if the last lead has a pair) · `once`
rule-level-cap = Most levels per round
    .row = `three` · `uncapped`
rule-gates = Levels that must be won
    .row = levels that have to be won: `ace` · `five_ten_king_ace` · `none`: who climbs beyond the last level wins the match
rule-after-ace = Winning at the last level
    .row = `win` · `no_trump_round`
rule-start-level = First level
    .row = `2` … `A`
rule-match-to = Last level
    .row = `2` … `A`; the last level is won like the ace
rule-own-call = After your own call
    .row = over one's own standing call: `overturn` · `raise` it with the second card · `stand`
rule-call-order = Pair over pair
    .row = a pair over a pair: `more_cards`, of jokers alone · `higher_suit` (♦ ♣ ♥ ♠) too · `jokers_equal`, none: jokers count like any pair
rule-call-take-back = Taking back a call
    .row = `off` · `on`: once a deal each, until somebody else calls
rule-who-deals = Who starts the deal
    .row = who starts the deal once the declarer is known: `anybody` · `dealer`
rule-kitty-overcalls = Taking the kitty over
    .row = the buried kitty can be [taken over](#taking-over-the-kitty) by a higher call: `off` · `on`
rule-start-level-we = First level of West + East
    .row = where West + East begin: `same` · `2` … `A`; the first round is played at the level of North + South
rule-points-shown = Points are shown
    .row = points of a round: `always` · `end`, when it is over · `declarers`: to them as they are won, to others when it is over
rule-take-back = Taking back a play
    .row = `off` · `on`: a play, until somebody else plays
rule-forced-plays = Forced plays
    .row = the only legal play: `player` makes it · `automatic`, by itself
rule-past-tricks = Looking up tricks
    .row = tricks of the round that can be looked up while it is played: `last` · `all`, with `$last NUMBER` · `none`, once the next one is led
rule-seating = Seats
    .row = `chosen`: everybody keeps their seat · `drawn` when a match starts, computers too, and anew for each match
rule-level = Level of North + South
rule-level-we = Level of West + East
rule-dealer = Declarer
rule-round = Round
about-level = The level at which the match goes on for North + South.
about-level-we = The level at which the match goes on for West + East.
about-dealer = Who is the declarer of the next round, unless a call decides it; it is played at the level of their side.
about-round = Ends the round with the points that the opponents have now. The kitty counts for nobody, and ratings do not know the round.
value-round-end = ended with the points as they are
value-dealer-north = North
value-dealer-east = East
value-dealer-south = South
value-dealer-west = West
value-first-dealer-first-call = the first caller
value-first-dealer-final-call = the last caller
value-first-dealer-north = North
value-first-dealer-east = East
value-first-dealer-south = South
value-first-dealer-west = West
value-next-dealer-winners = the side that won
value-next-dealer-first-call = the first caller
value-next-dealer-final-call = the last caller
value-no-call-flip = turn over the kitty
value-no-call-first-card = the first card of the kitty
value-no-call-no-trump = no-trump round
value-no-call-redeal = deal again
value-no-trump-calls-one-joker = on, one big joker too
value-throw-checked-against-all = all three others
value-throw-checked-against-opponents = the two opponents
value-throw-penalty-none = none
value-throw-penalty-ten-per-throw = 10 points
value-throw-penalty-ten-per-card = 10 points for each card taken back
value-follow-tractor-tractors-first = tractors first, then pairs
value-follow-tractor-pairs-only = pairs are enough
value-follow-throw-units = part by part
value-follow-throw-pairs-only = pairs are enough
value-throw-winner-top-unit = by the largest part
value-throw-winner-all-units = by every part
value-throw-winner-highest-card = by the highest card
value-kitty-multiplier-double = double
value-kitty-multiplier-by-size = 2 × the cards of the last lead's largest part
value-level-cap-three = three
value-level-cap-uncapped = no limit
value-gates-ace = the last one
value-gates-five-ten-king-ace = 5, 10, K and A
value-after-ace-win = hold one round
value-after-ace-no-trump-round = then hold a no-trump round too
rule-rounds = Length of a match (rounds)
    .row = `off` · 1–100 rounds, then the higher level wins; at equal levels the winner of the last round
rule-follow-pair = Following a pair
    .row = `pairs_first` · `suit_only`: no lead asks for more than its suit
value-follow-pair-pairs-first = a pair, if held
value-follow-pair-suit-only = any cards of the suit
rule-tractor-protection = Tractors kept together
    .row = `off` · `from_pairs`: leads without a tractor do not draw pairs out of one · `from_shorter`: nor does a shorter tractor
value-tractor-protection-from-pairs = when a pair is led
value-tractor-protection-from-shorter = when anything shorter is led
rule-tractor-length = Pairs in a tractor, at least
    .row = pairs that make a tractor: `2` (2–3)
rule-shutout = If the opponents win no point
    .row = opponents without a point bring the declarers an `extra_level` · `no_extra`
value-shutout-extra-level = one more level
value-shutout-no-extra = nothing more
rule-kitty-points = Points in the kitty
    .row = the points buried are `hidden` · `shown` to everybody at once
value-kitty-points-hidden = known to the declarer alone
value-kitty-points-shown = told when it is buried
value-preset-standard = standard
value-preset-short = short, to 6
value-preset-rbtying = shengji by rbtying
value-preset-playtractor = playtractor.com
value-preset-changzhu = permanent twos (常主)
value-preset-shanghai = Shanghai
value-preset-contest = contest (比赛)
value-preset-shuangkou = double digging (双抠)
rule-permanent-trumps = Always trump
    .row = ranks that are always trump: `off` · `twos` · `twos_threes_fives`
value-permanent-trumps-twos = the twos
value-permanent-trumps-twos-threes-fives = the twos, threes and fives
rule-permanent-levels = Levels that are always trump
    .row = their levels are `played` · `passed_over`: the next level follows instead, at the start too; `match_to` is none of them then
value-permanent-levels-played = played like others
value-permanent-levels-passed-over = passed over
value-kitty-multiplier-by-pair = double, or 4 × if the last lead has a pair
value-kitty-multiplier-once = once
value-kitty-multiplier-power = 2ⁿ, n being the cards of the last lead's largest part
rule-points-to-win = Points the opponents need
    .row = with which the opponents win: `80` · `40` · `60` · `100` · `120`
rule-level-step = Points per level
    .row = for each further level, on both sides: `40` · `20` · `30` · `50` · `60`
rule-jack = Back to the first level at J
    .row = declarers at level J go back to their first level: `off` · `single`: if the opponents win the last trick with one jack · `any`: with one or several
value-jack-single = if one jack wins the last trick
value-jack-any = if jacks win the last trick
rule-dead-zone = Steps without a level
    .row = steps beyond `points_to_win` that bring no level yet: `1` (0–3)
value-gates-none = none, not even the last one
rule-throw-stopper = Who stopped a throw
    .row = who stops a throw is `shown` · `hidden`
value-throw-stopper-shown = everybody is told
value-throw-stopper-hidden = nobody is told
value-own-call-overturn = any higher call
value-own-call-raise = only its second card
value-own-call-stand = no call
value-call-order-more-cards = never
value-call-order-higher-suit = in a higher suit
value-call-order-jokers-equal = never, not of jokers either
value-who-deals-anybody = anybody
value-who-deals-dealer = the declarer
value-start-level-we-same = the same
value-points-shown-always = as they are won
value-points-shown-declarers = to the declarers as they are won, to others after the round
value-points-shown-end = after the round
value-forced-plays-player = by hand
value-forced-plays-automatic = made by themselves
value-past-tricks-last = the last one
value-past-tricks-all = all of the round
value-past-tricks-none = none, once the next one is led
value-seating-chosen = as everybody chose
value-seating-drawn = drawn for each match
rule-kitty-shown = Kitty is shown
    .row = the kitty of a round that is over: `end`, shown · `never`, only its points, if they count; the cards played, a replay, an export and the revealed secret still give it away
value-kitty-shown-end = after the round
value-kitty-shown-never = never

# Names.
seat-north = North
seat-west = West
seat-south = South
seat-east = East
team-north-south = North + South
team-west-east = West + East
game-tractor = Tractor
parse-unknown-call = { $it ->
    [none] Name the suit you call. Once shows one card, twice a pair: { CMD("call H") }, { CMD("call HH") }, { CMD("call J-J-") }.
   *[other] I don't know the call `{ $it }`. Name a suit to show one card, twice to show a pair: { CMD("call H") }, { CMD("call HH") }, { CMD("call J-J-") }.
}

# At the table.
trouble-kitty-in-public = You wrote your kitty where everybody can read it. Next time use My hand or a direct message.
trouble-premove-in-public = You wrote what you will play where everybody can read it. Next time use My hand or a direct message.

# What the house rules are about.
rules-tractor-calling = Dealing and calling
rules-tractor-playing = Following and throws
rules-tractor-scoring = Points and levels
about-deal-interval = Seconds from one card to the next. 0 deals all cards at once.
about-call-window = Seconds for calls after the last card.
about-redeal-limit = If nobody calls, the round is dealt again by itself this many times in a row. Then the deal waits for you. 0 means no limit while somebody is there.
about-no-trump-calls = Whether a pair of jokers calls a round without a trump suit, and if you like one big joker too: over a single card, under every pair.
about-first-dealer = Who is declarer in the first round: the first caller, or the one with the highest call.
about-next-dealer = Who is declarer in the rounds after the first: the side that won the round before in turn, or the first or the last caller. The level is that of the side that won, and one of them is declarer if nobody calls. Levels won count from your own.
about-no-call = What happens if nobody calls when the declarer is known.
about-throw-checked-against = Whose hands can stop a throw.
about-throw-penalty = What a failed throw costs the team.
about-follow-tractor = What you have to play on a tractor, if you have it.
about-follow-throw = What you have to play on a throw, if you have it.
about-throw-winner = How plays on a throw are compared.
about-kitty-multiplier = How often the kitty's points count if the opponents win the last trick.
about-level-cap = How many levels a team can climb in one round.
about-gates = Levels that no team can skip: it has to win them as declarers.
about-after-ace = What wins the match at the last level.
about-start-level = The level at which both teams begin.
about-match-to = The last level. The declarers win the match by winning there.
about-rounds = The match ends after this many rounds. The team with the higher level wins; at equal levels, the team that won the last round.
about-follow-pair = Whether a pair has to be followed with a pair. If any cards of the suit will do, tractors and throws ask for no more than the suit either.
about-tractor-protection = Whether you may keep a tractor together. Off: a pair asks for any pair you hold, also out of a tractor, and a longer tractor is cut. Otherwise pairs in a tractor need not follow a lead without a tractor, or not even a shorter tractor.
about-tractor-length = How many consecutive pairs make a tractor. Where it takes three, two are just two pairs: led together they are a throw.
about-shutout = Whether the declarers climb one level more if the opponents win no point at all.
about-kitty-points = Whether everybody is told how many points the declarer buries. Its cards stay hidden.
about-tractor-preset = Sets all rules at once, but not the pace and not what can be taken back. You can still change each of them.
about-preset-standard = From 2 to A, as the rules page tells it.
about-preset-short = As far as level 6.
about-preset-rbtying = The last caller declares first; without a call the first card of the kitty names trump; a ruff has to beat every part of a throw; the kitty counts 2 × the cards of the last lead's largest part and is not shown; no limit to levels.
about-preset-playtractor = Who holds the ace has to hold a round without a trump suit, too.
about-preset-changzhu = The twos are always trump, and if nobody calls there is no trump suit.
about-preset-shanghai = The last caller declares first; nobody overturns their own call, and without any there is no trump suit; throws ask for pairs and are compared by the highest card; the kitty counts 2 × the cards of the last lead's largest part; five, ten, king and ace have to be won; no limit to levels.
about-preset-contest = The last caller declares first; a pair of a higher suit overturns a pair, also once the kitty is buried; a failed throw costs ten points a card; the kitty counts 2 × the cards of the last lead's largest part; a jack that wins the last trick sends level J back.
about-preset-shuangkou = From level 3, with the twos always trump; the last caller declares first; a failed throw costs ten points a card; five, ten, king and ace have to be won; a jack that wins the last trick sends level J back.
about-permanent-trumps = Ranks that are trump in every round. They lie below the cards of the level and above the other trumps: fives above threes above twos, and of each rank the card of the trump suit above the others, which are equal.
about-permanent-levels = Whether the teams play the levels of ranks that are always trump, or pass over them.
about-points-to-win = With so many points the opponents win the round and declare next.
about-level-step = So many points make one level: below the points the opponents need, for the declarers; above, for the opponents.
about-jack = Declarers at level J go back to their first level if the opponents win the last trick with a jack: with one alone, or with one or several and no other card. Levels won in that round count from there.
about-dead-zone = How many steps above the points they need the opponents win without a level. 1: with 80 points they only take over, with 120 they climb one level. 0: they climb at once.
about-throw-stopper = Whether the player who stops a throw is named. Later plays may still give it away.
about-own-call = What you may call while your own call stands.
about-call-order = Whether a pair overturns a pair of a lower suit: ♦, ♣, ♥, ♠. A pair of jokers does, unless it counts like any pair.
about-call-take-back = You may take back your call once a deal, until somebody else calls. Its cards stay known.
about-who-deals = Who starts the deal once the declarer is known. A computer does after a pause.
about-kitty-overcalls = Once the kitty is buried, the others are asked in turn for a higher call. It changes trump, and the caller takes the kitty and buries anew, until all pass. The declarer stays the same.
about-start-level-we = Where West + East begin. The first round is played at the level of North + South.
about-points-shown = When the points of a round are shown. Who counts the cards knows them before.
about-take-back = You may take back your play until the next one. Not a throw. Computers wait 4 seconds.
about-forced-plays = Your only legal play is made for you after a pause; never a lead. Others may notice.
about-past-tricks = Which tricks of this round you may look up while it is played. Computers remember all of them, and hints come from them.
about-seating = Whether the seats are drawn when a match starts, those of computers too, and anew for each match. The draw can be checked.
about-kitty-shown = Whether a round shows its kitty when it is over. Never: only its points, if they count. Anybody can still work it out from the cards played, or with the secret of the shuffle that is shown after the round.

# The help.
help-table-title = Sit down and start
help-table =
    { $face ->
        [terminal] Type:
       *[other] Tap Sit down, or type:
    }
    `{ $p }join` – the first free seat; `{ $p }join south` – a seat of your choice
    `{ $p }computer` – a computer on a free seat; `{ $p }computer all` – on all of them
    `{ $p }rules` – the house rules; the host can change them before the start
    `{ $p }start` – begin when all seats are taken

    North and South play against West and East. Turns go North, West, South, East.
    Do you have to go? `{ $p }leave`: a computer takes over, and `{ $p }join` takes your seat back. A friend can take over from a computer at any time.
    `{ $p }reset` votes to end the match without a result; three votes carry it.
help-playing-title = Playing your cards
help-playing =
    { $face ->
        [terminal]
            Your cards are shown when it is up to you; `{ $p }hand` shows them at any time.
            ▸ during the deal, type a call: `{ $p }call H`
            ▸ on your turn, type cards: `8S 8S`, or `{ $p }play 8S 8S`, in short `{ $p }p 8S8S`
            ▸ an empty line does what the prompt says
            ▸ `{ $p }hint` names a sensible play and says why

            When time is up, the lowest legal play is made for you; after two such turns a computer takes over. `{ $p }join`, or just play.
        [browser]
            Your cards lie below the table, for you alone.
            ▸ during the deal, tap a button to call
            ▸ on your turn, tap cards to raise them; what has to go with them rises, too
            ▸ tap Play, or swipe a card upwards
            ▸ Hint names a sensible play and says why

            When time is up, the lowest legal play is made for you; after two such turns a computer takes over. `{ $p }join`, or just play.
       *[other]
            Tap **My hand** at the table: your cards, for you alone.
            ▸ during the deal, tap a button to call
            ▸ on your turn, tap cards and then Play; where one card is due, one tap plays it
            ▸ if there is only one play, one tap makes it
            ▸ Hint names a sensible play and says why

            Or type `{ $p }play 8S 8S`, in short `{ $p }p 8S8S`. In direct messages cards alone will do: `8S 8S`.
            Your hand follows the game for a quarter of an hour. Then tap My hand again.
            When time is up, the lowest legal play is made for you; after two such turns a computer takes over. Tap I'm back, or just play.
    }
help-cards-title = Cards
help-cards =
    Two decks, 108 cards. Rank, then suit: `5H` is ♥5, `10C` is ♣10, `QS` is ♠Q.
    Jokers: `J-` is small, `J+` is big. `JC` is the jack of clubs.
    You can also type `♥5`, `h5`, `T` for ten, `5H5H` or `2x5H`.

    Each round has a level, 2 at first. Trumps are the jokers, all cards of the level, and the suit that is called.
    Level 9, trump ♣, high to low:
    `J+` `J-` `♣9`, then `♦9` `♥9` `♠9` (equal), then `♣A` `♣K` … `♣2`
    Other suits: A K Q J 10 8 … 2. The 9 is missing there, so 10 and 8 are neighbours.

    Points: each 5 is 5, each 10 and K is 10; 200 in all.
help-calling-title = Calling trump
help-calling =
    During the deal, show a card of the level: its suit becomes trump.
    `{ $p }call H` – show one card of hearts
    `{ $p }call HH` – show a pair; it beats any single card
    `{ $p }call J-J-` – no trump; it beats every suit
    `{ $p }call J+J+` – no trump; nothing beats it

    Each of these can be called once a deal. In the first round the first caller is declarer.
    { $face ->
        [terminal] `{ $p }hand` lists the calls that you can make.
        [browser] The calls that you can make are buttons above your cards.
       *[other] My hand shows the calls that you can make as buttons.
    }
    After the last card there is a short time for last calls; `{ $p }pass` if you make none.
    If nobody calls, the kitty is turned over and names the suit; a first round is dealt again.
help-kitty-title = The kitty
help-kitty =
    The declarer takes the eight cards of the kitty and buries eight cards. Nobody else sees them before the end of the round.
    `{ $p }kitty 3C 4C 3D 6D 7S 8S 9S JS`

    { $face ->
        [terminal] An empty line buries what the prompt names.
        [browser] Tap cards to raise or lower them, then bury the eight.
       *[other] Tap My hand and choose them, or send them in a direct message: in a channel everybody would read them.
    }
    Points in the kitty count double for the opponents if they win the last trick.
help-following-title = Leading and following
help-following =
    Lead cards of one suit; all trumps are one suit.
    ▸ single: ♠A, pair: ♥8 ♥8
    ▸ tractor, neighbouring pairs: ♥5 ♥5 ♥4 ♥4
    ▸ throw: `{ $p }help throws`

    Follow with the same number of cards. Play the led suit as long as you have it:
    ▸ on a pair, play a pair if you have one
    ▸ on a tractor, play a tractor if you have one, then pairs, then other cards of the suit
    ▸ when you run out of the suit, play anything
    The highest play of the led kind wins. Trumps of the same kind beat it. Of equal plays the first one wins. The winner leads next.
    Level 9, trump ♣: `5H5H4H4H`, `10S10S8S8S`, `J+J+J-J-9C9C` are tractors; `6D6D4D4D` and `9H9H9D9D` are not.
help-throws-title = Throws
help-throws =
    A throw leads several singles, pairs or tractors of one suit at once: ♠A ♠K ♠K
    It stands if nobody can beat any part of it in that suit. Otherwise only one part is led: the lowest of the smallest size that can be beaten. The other cards go back to your hand.

    Level 9, trump ♣. You throw `KD QD`:
    ▸ if somebody has `AD`, only `QD` is led
    ▸ trumps cannot stop it
    You throw `KD QD QD 10D 10D`:
    ▸ against `AD` only `KD` is led
    ▸ against `JD JD` only `10D 10D` is led

    Trumps beat a throw only with the same parts. The largest part decides.
help-scoring-title = Scoring
help-scoring =
    Only the opponents' points count, 200 in all.
    ▸ 0 – the declarers climb 3 levels
    ▸ 5–35 – 2 levels, 40–75 – 1 level
    ▸ 80–115 – the opponents declare next
    ▸ 120–155 – and climb 1 level, 160–195 – 2 levels, 200 and more – 3 levels

    If the opponents win the last trick, the kitty counts double for them.
    If the declarers win, the declarer's partner declares next; otherwise the player on the declarer's right.
    Win a round at level A as declarers, and you win the match.
    `{ $p }surrender` surrenders a round, if your partner agrees.

# Elsewhere.
replay-deal = Replay: round { $round }, the deal
replay-taken-over = The kitty was taken over by { $who }.
replay-trick = Replay: round { $round }, trick { $n }

skill-note-tractor-random = plays any legal card
skill-note-tractor-lowest = always plays the lowest card
skill-note-tractor-beginner = follows suit, plays high cards early, forgets what is gone
skill-note-tractor-greedy = takes points and cheap tricks, one trick at a time
skill-note-tractor-heuristic = counts cards, knows who is out of a suit, helps its partner
skill-note-tractor-search = plays the round to its end in many worlds, takes a moment
