# Words that sentences are made of.

seat-empty = –
you = You

computer = Computer
computer-0 = Ned
computer-1 = Wen
computer-2 = Sam
computer-3 = Eve
computer-4 = Kit
computer-5 = Max
computer-6 = Ida
computer-7 = Leo
computer-8 = Uma
computer-9 = Zoe
skill-random = random
skill-lowest = lowest card
skill-greedy = simple
skill-heuristic = good
skill-search = strong
skill-steady = steady
skill-level = level { $n }
skill-beginner = beginner
skill-program = program { $name }
skill-note-program = a program that this bot's operator allows

list-comma = { $a }, { $b }
list-and = { $a } and { $b }
list-and-short = { $a } and { $b }
time-left = ⏳ { $n } s left
time-up = ⏳ time up { $when }
time-by-itself = { $face ->
    [terminal] ⏳ by itself in { $n } s
    [browser] ⏳ The next round is dealt by itself { $when }
   *[other] ⏳ by itself { $when }
}

# What was not understood.

parse-too-long = That is too long for me to read.
parse-too-many-cards = That is more than { $most } cards. For example { CMD($play) }.
parse-unknown-card = I don't know the card `{ $it }`. Ranks are 2–10, J, Q, K, A: `10H`, `QS`, `J+`.
parse-only-suit = `{ $it }` is a suit. Name the rank, too. For example { CMD("play KS") }.
parse-unknown-seat = I don't know the seat `{ $piece }`. For example { CMD("join", $example) }.
parse-no-setting = Write the rule and its value, not `{ $piece }`. For example { CMD($example) }.
parse-no-contribution = Write the words to mix into the shuffle. For example { CMD("mix lucky words") }.
parse-long-contribution = You can mix at most { $most } bytes into the shuffle. For example { CMD("mix lucky words") }.
parse-no-such-move = There is no { CMD($word) } in this game.
parse-not-now = { CMD($word) } is not possible now.
