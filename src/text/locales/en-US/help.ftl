# The help. Lines must not begin with a bracket, a star or a dot.

help-menu = Choose a page of the help
help-more = More: { $list }
help-example = Example: { CMD($command) }

help-intro-title = { $games }
help-intro =
    In **tractor** (升级, 拖拉机) you play two against two, with two decks.
    ▸ Tricks score: each 5 is worth 5 points, each 10 and each K 10.
    ▸ The declarers must keep the others below 80 points.
    ▸ Win rounds and climb from level 2 to A.
    ▸ Trumps are the jokers, all cards of the level and one suit.
    ▸ A tractor is neighbouring pairs, such as ♠4433. A throw is several winning plays led at once.

    { $face ->
        [browser] New to it? **Learn tractor** on the first page teaches it in short steps. The pages below say more, and which house rules there are.
       *[other]
            New to it? `{ $p }practice` teaches it in short steps.
            `{ $p }join` – sit down; `{ $p }computer all` fills the table, `{ $p }start` begins
            { $opens } – { $others }
            `{ $p }help` – help for what you are doing; `{ $p }help tractor` explains any word
    }

help-slow-mode = Slow mode holds up typed lines only: buttons and slash commands work all the time.
help-embeds = Do you see no boards? Switch on Settings > Chat > Show embeds and preview website links.

help-rules-title = House rules
help-rules =
    `{ $p }rules` shows them in { $face ->
        [terminal] groups
       *[other] groups, with menus
    }; `{ $p }rules all` lists them.
    `{ $p }rules throw_penalty` explains one. The host changes them before the start:
    `{ $p }rules throw_penalty=ten_per_throw`
    `{ $p }rules match_to=6` for a short evening
    `{ $p }rules deal_interval=0` deals at once
    `{ $p }rules turn_limit=off idle_limit=off` for patient friends
    `{ $p }rules preset=short` at tractor or `{ $p }rules preset=party` at UNO sets all at once
    `{ $p }rules save our evening` keeps the rules for you, `{ $p }rules our evening` takes them over at another table
    `{ $p }rules save server` lets new tables of this server begin with them, if you can manage channels

help-commands-title = Commands
help-commands-seats-title = Sit down, begin, leave
help-commands-play-title = Play
help-commands-match-title = The match: look, decide together
help-commands-results-title = Look back
help-commands-people-title = People
help-commands-learn-title = Learn, practise, settings

help-ratings-title = Ratings
help-ratings =
    A rating says how strong somebody plays: the simple computer is 1000. The number behind ± says how uncertain it is; until it is below 120 the rating is provisional.

    `{ $p }stats` – yours, and how you did otherwise
    `{ $p }profile` – ratings and honours; `{ $p }settings profile private` keeps yours to yourself
    `{ $p }leaderboard tractor rating` – the highest on this server; `global` for all

    ▸ **What counts**: every round that is played to its end, with people or with computers (but not `lowest`, and no programs of others). Who was dealt a seat carries its result, also who leaves in the middle. Not in tractor where plays can be taken back, or where one side has it easier.
    ▸ **How much**: beating somebody stronger counts more. Against the same people on one day, eight rounds count whole, the next eight half, then a quarter. A rating that is not provisional moves little or not at all against those that are.

help-rooms-title = Rooms
help-rooms =
    A room is a table with a number. People sit there from other channels, other servers and direct messages, and everybody sees it where they are.

    `{ $p }room new` – a room for tractor; { $rooms }
    `{ $p }room join 4711` – sit down there, from anywhere
    `{ $p }room` – which room you sit in, and how to invite others
    `{ $p }chat good luck` – say something to the other places, or just `. good luck`; the host mutes somebody: `{ $p }chat mute Bo`, `{ $p }chat unmute Bo`
    `{ $p }room leave` – leave it
    `{ $p }block @somebody` – never in a room with them, and nothing heard of them (`{ $p }block off @somebody` takes it back); `{ $p }report @somebody` tells the bot's operator

    Everything else works as at any table: `{ $p }start`, `{ $p }play`, `{ $p }computer`{ $face ->
        [terminal] {""}
       *[other] , the buttons
    }.
    Join again from somewhere else, and the table moves there with you. The room closes when the last one leaves.

usage-intro = what this is
usage-join = sit down: a seat of your choice, or the first free one
usage-leave = leave your seat; during a match a computer takes over
usage-kick = take a player off the table (host)
usage-tellme = be told once when a seat is free here; `here` by a mention, `off` not any more
usage-computer = put a computer player on a free seat; `all` fills them, `off` takes one away
usage-list = open tables
usage-start = begin the match
usage-rules = show or change the house rules
usage-deal = deal the cards; with words, mix them into the shuffle first
usage-mix = mix words into the next shuffle, without dealing yet
usage-call = call trump; in UNO challenge a Wild Draw Four
usage-pass = make no call; in UNO keep the drawn card
usage-kitty = bury eight cards
usage-play = play cards
usage-premove = choose before your turn what is played when it comes; `off` takes it back
usage-hand = your cards, for you alone
usage-table = the table as everybody sees it, posted again
usage-score = levels, points and rounds
usage-last = the last trick, or the one of a number where the rules let you
usage-seen = which cards of this round have been played, by suit, where the rules let you
usage-pause = pause the match until somebody goes on
usage-autopilot = a computer plays for you until you do something
usage-hint = a sensible play
usage-surrender = surrender the round, with your partner
usage-playon = decline that, or take it back
usage-takeback = take back your last play or call, where the rules let you
usage-agree = say yes to what somebody asks for at the table; `agree no` says no
usage-reset = vote to end the match without a result; `off` takes it back
usage-end = close the table (host, moderators)
usage-help = this help, or a page of it
usage-draw = UNO: draw a card
usage-catch = UNO: catch somebody who forgot to call it
usage-settings = language, how cards look and { $face ->
        [terminal] more
       *[other] more, with menus
    }; moderators also set the server's
usage-stats = games played and won: yours, somebody's, or of one game; `global` for all servers
usage-profile = ratings and honours: yours, or somebody's
usage-leaderboard = the best players of a game; say what to compare by and how many
usage-replay = a finished round, trick by trick, with all hands open
usage-review = what you could have done better in a round of tractor, for you alone
usage-export = the last finished match as a file
usage-room = a table with a number, for people from anywhere: `new`, `join`, `leave`
usage-chat = say something to the others of your room; `. hello` for short
usage-block = have nothing to do with somebody in rooms; `off` takes it back
usage-report = tell the bot's operator how somebody behaves; nobody else learns of it
usage-cup = a cup of tractor or UNO with the same cards at every table: `join [@partner]`, `decline`, `leave`, `list`; `new NAME [uno] [rounds] [drawn] [30m]`, `start` and `end` for who runs it
usage-seek = find people of this server for a game, for an hour or so many minutes; `off` not any more
usage-activity = the channel's table in a window of Discord, with cards that lie on it
usage-verify = how to check that the last shuffle was fair
usage-top10 = the ten best players of every game
usage-practice = learn tractor in short steps, then play a round with computers
usage-daily = play the deal of the day, the same for everybody, or see how it went
usage-duel = play the same cards as a friend, against computers, and see who did better

# The words of the game.
help-words-title = Words of the game
help-term = **{ $word }** { $other } – { $meaning }
help-unknown = I don't know the word { $word }.
help-near = Near: { $list }
help-all-words = { CMD("help words") } lists the words of the game, { CMD("help commands") } all commands.
help-rule-usual = Standard: **{ $value }**. { CMD("rules", $name) } shows it at your table.
term-tractor-level = the rank whose cards are trumps in this round. Your team starts at 2 and climbs to A.
term-tractor-trump = the jokers, all cards of the level and the trump suit. They are one suit, above all others.
term-tractor-joker = the highest trumps: the big one `J+`, then the small one `J-`.
term-tractor-plain-suit = a suit that is not trump, without its cards of the level.
term-tractor-points = each 5 is worth 5, each 10 and each K 10. Only the opponents' points decide the round.
term-tractor-declarer = who takes the kitty and leads first; with their partner they keep the others below 80 points.
term-tractor-opponents = the team against the declarers. With 80 points they win the round.
term-tractor-partner = who sits opposite you. Your points and your level are shared.
term-tractor-call = to show a card of the level while cards are dealt: its suit becomes trump.
term-tractor-overturn = to show a pair over somebody's single card, and make another suit trump.
term-tractor-no-trump = a pair of jokers calls it: only jokers and cards of the level are trumps.
term-tractor-kitty = the last eight cards. The declarer takes them and buries eight.
term-tractor-bury = to put eight cards face down before the first trick.
term-tractor-kitty-capture = the opponents take the last trick and get the kitty's points, doubled.
term-tractor-trick = one play from each player. The highest play takes it, with its points.
term-tractor-lead = the first play of a trick. It says what the others must follow with.
term-tractor-follow = to play as many cards as were led, of the suit that was led as far as you have it.
term-tractor-single = one card.
term-tractor-pair = two equal cards, such as ♠8♠8.
term-tractor-tractor = neighbouring pairs of one suit, such as ♠4♠4♠3♠3. Only a higher tractor beats it, or a tractor of trumps, from somebody without the suit.
term-tractor-throw = several plays of one suit led at once. It holds if nobody can beat any of them.
term-tractor-trump-in = to take a trick with trumps when you have none of the suit that was led.
term-tractor-discard = to play cards of other suits when you have none of the suit that was led. They never win.
term-tractor-beat = to play higher than the best play so far.
term-tractor-void = a suit of which you hold no card any more: you can trump in there.
term-tractor-draw-trumps = to lead trumps, so that the others have fewer to trump in with.
term-tractor-give-points = to play a 5, 10 or K into a trick that your partner wins.
term-tractor-save-the-kitty = the declarers take the last trick, and the kitty's points do not count.
term-tractor-permanent-trump = a card that is trump whatever is called: the jokers and all cards of the level. By house rule (`permanent_trumps`) the twos can be too, or the twos, threes and fives.
term-tractor-shutout = the opponents take no points, and the declarers climb three levels.
term-tractor-near-shutout = the opponents take fewer than 40 points, and the declarers climb two levels.

# Words of the game, the usual one first, and words that name a page by themselves; they are apart by `|`.
words-term-level = level | level card | rank | dominant
words-term-trump = trump | trump suit
words-term-joker = joker
words-term-plain-suit = plain suit | side suit | suit | off-suit
words-term-points = points | point | 5 10 k | 80
words-term-declarer = declarer | dealer | landlord | zhuang
words-term-opponents = opponents | defender | opponent | challenger
words-term-partner = partner | team | seat
words-term-call = call | bid | show trump | weak | strong
words-term-overturn = overturn | overbid
words-term-no-trump = no trump | notrump | nt
words-term-kitty = kitty | bottom
words-term-bury = bury
words-term-kitty-capture = kitty capture | double
words-term-trick = trick
words-term-lead = lead
words-term-follow = follow | follow suit | following suit | revoke
words-term-single = single
words-term-pair = pair
words-term-tractor = tractor | tuolaji | consecutive pairs
words-term-throw = throw | shuai | shuaipai | shuai pai | combination | failed throw
words-term-trump-in = trump in | ruff | overruff
words-term-discard = discard | slough
words-term-beat = beat | stop
words-term-void = void | empty suit
words-term-draw-trumps = draw trumps | drawing trumps | pull trumps
words-term-give-points = give points | feed points | feed
words-term-save-the-kitty = save the kitty | hold the kitty
words-term-permanent-trump = permanent trump | constant trump
words-term-shutout = shutout | shut out | da guang
words-term-near-shutout = near shutout | xiao guang
words-page-words = words | word | glossary | terms | term
words-page-intro = shengji | sheng ji | 80 points
words-page-uno = wild | skip | reverse | draw two | draw four | +2 | +4 | stacking | challenge
words-page-scoring = score | levels | up | win | winning
words-page-playing = buttons | menus | typing | tapping
words-page-cards = card | notation | suits
words-page-rules = house rules | rule
words-page-commands = command
words-page-rooms = rooms | room
words-page-ratings = ratings | rating | elo | provisional
