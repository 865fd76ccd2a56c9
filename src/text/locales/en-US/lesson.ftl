# The lesson: guided tricks of tractor, and what comes after them.

button-practice = Practice
button-lesson-skip = Skip
button-lesson-next = Next
button-lesson-again = Once more
button-lesson-restart = Start again
button-lesson-round = Play a round

lesson-tractor-title = Practice { $n } of { $of } · { $title }
lesson-tractor-trump = { $suit } is trump · level { $level } · you and North collect points
lesson-tractor-trump-kitty = { $suit } is trump · level { $level } · you and North are the declarers
lesson-tractor-trump-none = Level { $level } · the deal is going on, and nothing is trump yet
lesson-tractor-trump-over = Level { $level } · you and North were the declarers
lesson-tractor-first = Trumps beat every other suit. Here these are the big joker, the small joker, all cards of the level (the 2s) and all hearts. North is your partner.
lesson-tractor-then = { $dealt ->
    [true] Next: { $title }. Other cards are dealt for it.
   *[false] Next: { $title }.
}
lesson-tractor-waits = The lesson waits: Enter goes on with step { $step }.
lesson-tractor-waits-end = The lesson waits: Enter goes on with its end.
lesson-tractor-you = You
lesson-tractor-takes = takes the trick
lesson-tractor-asks = { $question ->
    [true] your choice
   *[false] next
}
lesson-tractor-typed = A number or cards. Also `skip`, `again`, `stop` and { CMD("practice 6") }.
lesson-tractor-stopped = You have left the lesson. { CMD("practice") } starts it again.
lesson-tractor-here = The table here is yours: play on. { CMD("hint") } suggests a play.

lesson-tractor-follow-title = Follow suit
lesson-tractor-follow-before = West leads ♠K, which is worth 10 points. As long as you have spades, you must play one. The highest spade takes the trick: play { $play }.
lesson-tractor-follow-else = You may play { $cards }, but then West takes the points. { $play } is higher than ♠K.
lesson-tractor-follow-after = You take the trick and lead the next one. Your partner added ♠10: { $points } points for your side.

lesson-tractor-partner-title = Points for your partner
lesson-tractor-partner-before = North, your partner, has the highest diamond, and you play last. Give this trick points: play { $play }.
lesson-tractor-partner-else = You may play { $cards }, but North takes the trick anyway. { $play } brings your side 10 points.
lesson-tractor-partner-after = North takes the trick with your { $points } points. Each 5 is worth 5, each 10 and each K 10. Your side needs 80 to win the round.

lesson-tractor-order-title = The order of trumps
lesson-tractor-order-before =
    West leads ♥A. Take the trick with the lowest card that beats it: play { $play }.
    Trumps from the top: the big joker, the small joker, ♥2, the other three 2s, ♥A, ♥K and so on down to ♥3.
lesson-tractor-order-else = { $wins ->
    [yes] { $cards } takes the trick, but a lower card is enough: play { $play }, and keep { $cards }.
   *[no] You may play { $cards }, but it is below ♥A, and West takes the trick. Every 2 is above it: play { $play }.
}
lesson-tractor-order-after = Your 2 beats the ace: you take the trick, { $points } points for your side. Of two equal cards, such as ♠2 and ♦2, the one that was played first is higher.

lesson-tractor-pair-title = Pairs
lesson-tractor-pair-before = West leads a pair. If you have a pair of clubs, you must follow with a pair, and the higher pair takes the trick: play { $play }.
lesson-tractor-pair-else = You may play { $cards }, but then West takes the points. { $play } is the higher pair.
lesson-tractor-pair-after = East and North have no pair of clubs, so they play two single clubs. { $points } points for your side.

lesson-tractor-tractor-title = Tractors
lesson-tractor-tractor-before = You lead. ♦Q♦Q and ♦J♦J are neighbouring pairs: together they are a tractor, and only a higher tractor can take it, or a tractor of trumps from somebody without diamonds. Lead { $play }.
lesson-tractor-tractor-else = You may lead { $cards }, but it brings less, and ♦K♦K takes a pair of queens or jacks. Nobody has a higher tractor: lead { $play }.
lesson-tractor-tractor-after = East must play ♦K♦K, but a pair cannot take a tractor. North has only three diamonds and adds ♣K. { $points } points for your side.

lesson-tractor-ruff-title = Trump in
lesson-tractor-ruff-before = East leads ♣K, and you have no clubs. Now you may play any card, and a trump takes the trick. The lowest is enough: play { $play }.
lesson-tractor-ruff-else = { $wins ->
    [yes] { $cards } takes the points too, but { $play } is enough, and you keep your high trumps.
   *[no] You may play { $cards }, but then East takes the points: only a trump beats ♣K here. Play { $play }.
}
lesson-tractor-ruff-after = Your small trump takes the trick: { $points } points for your side. If somebody else had trumped in too, the higher trump would have won.

lesson-tractor-stopped-title = A throw that fails
lesson-tractor-stopped-before = A throw leads several plays of one suit at once. It holds only if nobody can beat any part of it. Try one that fails: { $play }.
lesson-tractor-stopped-else = { $cards } is a good lead. But first see how a throw fails: { $play }.
lesson-tractor-stopped-after = East has ♠K, which beats ♠Q. So only ♠Q is led, and ♠A goes back to your hand. East takes the trick with { $points } points.

lesson-tractor-throw-title = A throw that holds
lesson-tractor-throw-before = Nothing is higher than ♠A, and you have one of the two, so nobody has a pair above ♠K♠K. This throw holds: lead { $play }.
lesson-tractor-throw-else = { $cards } is not the best lead. Nobody can beat { $play }, but ♠7 would make the throw fail.
lesson-tractor-throw-after = The others must follow with three spades, and with a pair if they have one. { $points } points for your side.

lesson-tractor-capture-title = The last trick and the kitty
lesson-tractor-capture-before = Two tricks are left. If you or North take the last one, your side also gets the points of the kitty, doubled. West leads ♣K, and you have no clubs: keep your joker for the last trick, and play { $play }.
lesson-tractor-capture-else = { $cards } takes ten points now, but then you lose the last trick, and the 20 points of the kitty count double. Keep it: play { $play }.
lesson-tractor-capture-after = West takes this trick. In the last one your joker beats everything: the kitty has ♠K and ♦10, which is 20 points, doubled 40 for your side.
lesson-tractor-kitty-open = Kitty: { $cards }

lesson-tractor-levels-title = Going up
lesson-tractor-levels-before = The round is over, and the opponents won 35 points. If they stay below 80, the declarers go up a level; below 40 two levels; with no points three. You played level 2: which level do you play next?
lesson-tractor-levels-else = { $cards } is wrong: 35 is below 40, so you go up two levels. Choose { $play }.
lesson-tractor-levels-none = Choose one of these: { $cards }.
lesson-tractor-levels-after = From 2 to 4: now the 4s are trumps, and North is the declarer. With 80 points or more the opponents declare next, and from 120 on they go up too, a level for every 40 points.

lesson-tractor-call-title = Calling trump
lesson-tractor-call-before = The cards are being dealt, and a card of the level has come to you. Show it, and its suit is trump: show { $play }.
lesson-tractor-call-else = { $cards } can be shown, but here only { $play } is asked for.
lesson-tractor-call-none = { $cards } calls nothing: show a card of the level, which is a 2 here, or a pair of jokers.
lesson-tractor-call-after = You called spades. But a pair is more than one card: East shows ♥2♥2, and hearts are trump. Only a pair of jokers could still overcall it. In the first round the first to call is the declarer, and that is you.

lesson-tractor-kitty-title = The kitty
lesson-tractor-kitty-before = Now you are the declarer. You took the kitty and bury eight cards: no trumps, no points, and best of all a whole suit. Bury { $play }.
lesson-tractor-kitty-else = You may bury { $cards }, but keep your trumps and your points: the kitty counts double for the opponents if they take the last trick. Better: { $play }.
lesson-tractor-kitty-after = You have no clubs left and can trump in when clubs are led. Nobody sees the kitty before the end of the round.

lesson-tractor-end-title = You know the game
lesson-tractor-end =
    A round begins with the deal. Show a card of the level, and its suit is trump; in the first round the first to do so is the declarer.
    The declarers keep the others below 80 points and go up a level. With 80 the others declare next.
    Win a round at level A as declarers, and you win the match.

    Now play a round at a table of your own, from the deal and its calls on. **Hint** tells you what to do, and why.
lesson-tractor-end-typed = Your table is waiting: press Enter. { CMD("practice") } starts the lesson again.

word-lesson-next = next | n | skip
word-lesson-again = again
word-lesson-round = round
word-lesson-stop = stop
