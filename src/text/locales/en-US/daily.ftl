# The deal of the day.

daily-title = Daily { $number }
daily-score = { $held ->
    [true] Levels: { $levels }. You were declarer, { $trump ->
        [NT] without a trump suit
       *[other] with { $trump } as trump
    }, and the opponents took { $points } of { $needed } points.
   *[false] Levels: { $levels }. You took { $points } of { $needed } points { $trump ->
        [NT] without a trump suit
       *[other] against { $trump } as trump
    }.
}
daily-percentile = Better than { $percent } % of all { $people } people today:
daily-first = You are the first today:
daily-late = Done after the day was over, so it does not count. The day’s results:
daily-share-hint = A line to share, which tells no card:
daily-share = Daily { $number } · { $trump } · { $levels } · { $points } of { $needed } · { $course } · streak { $streak }
daily-next = { CMD("daily practice") } plays it once more, not counted. { CMD("leaderboard daily") } shows who did best.
daily-until = The next deal comes { $face ->
    [terminal] in { $hours } h { $minutes } min
    [browser] { $when }
   *[other] at { $when }
}.
daily-state-new = Not played yet{ $streak ->
    [0] { "" }
   *[other] { " " }· streak { $streak }
}
daily-state-begun = Begun: go on
daily-state-done = Played: { $levels } levels · streak { $streak }
daily-usage = The deal of the day is played or shown without further words. Once more for practice: { CMD("daily practice") }
daily-play-first = First comes the round that counts: { CMD("daily") }
daily-no-hint = There are no hints in the deal of the day: everybody has the same cards and is on their own. In practice there are.
daily-elsewhere = You have begun this deal elsewhere. Go on there, or try again in a moment.
daily-given-up = You have given up today’s deal. It can still be practised: { CMD("daily practice") }
daily-aloud = These cards are for your eyes alone: use { $daily } as a slash command, or in direct messages with me.
daily-seals-title = The seals of the days
daily-seals = Each day’s cards were fixed and sealed before anybody played. The commitment of a day is shown beforehand, its secret the day after.
daily-opened = Opened: { $secret }
daily-month-title = Daily deals · { $month }
daily-nobody = Nobody yet. { CMD("daily") } plays it.
daily-leader = { $place }. { $who } { $levels } ({ $points } points)
daily-leader-month = { $place }. { $who } { $won } { $won ->
    [one] level
   *[other] levels
} on { $days } { $days ->
    [one] day
   *[other] days
}
daily-also-month = The month: { CMD("leaderboard daily month") }
daily-by-levels = Levels that one’s side won; a bad day takes none away.
daily-leaders-usage = That is none of the leaderboards of the deal of the day. For example { CMD("leaderboard daily month") }
refuse-daily = The cards of this round are the same for everybody, so nothing can be changed at its table. { CMD($daily) } goes on with it.
button-daily = My result
button-daily-practice = Once more

# Duels.

duel-title = Same cards · { $code }
duel-next = { CMD("duel", $code, "@") }… and a name asks somebody to play the same cards. Asked for again later, this shows who has.
duel-invitation = Who does better with the same cards against the computer, { $who } or you? { $command }
button-duel = Play the same cards
duel-usage = A duel is somebody to play the same cards as you, or the code of one: { $example }
duel-many = At most { $most } people can be asked at once.
duel-unfinished = Another round with cards that are the same for everybody waits for you: { CMD($first) } goes on with it, { CMD("end") } there gives it up.
duel-given-up = You have given up this duel. { CMD("duel") } deals new cards.
duel-no-hint = There are no hints in a duel: everybody has the same cards and is on their own.
