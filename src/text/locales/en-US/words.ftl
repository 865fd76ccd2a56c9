# Words that sentences are made of.

seat-empty = –

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
skill-level = level { $n }
skill-note-random = plays any legal card
skill-note-lowest = always plays the lowest card
skill-note-greedy = takes what it can
skill-note-heuristic = plays fast and sensibly
skill-note-search = thinks ahead, takes its time
skill-program = program { $name }
skill-note-program = a program that this bot's operator allows

list-comma = { $a }, { $b }
time-left = in { $n } s

# What was not understood.

parse-too-long = That is too long for me to read.
parse-too-many-cards = That is more than { $most } cards. For example { $command }.
parse-unknown-card = I don't know the card `{ $piece }`. Ranks are 2–10, J, Q, K, A: `10H`, `QS`, `J+`.
parse-unknown-seat = I don't know the seat `{ $piece }`. For example { $command }.
parse-no-setting = Write the rule and its value, not `{ $piece }`. For example { $command }.
parse-no-contribution = Write the words to mix into the shuffle. For example { $command }.
parse-long-contribution = You can mix at most { $most } bytes into the shuffle. For example { $command }.
parse-no-such-move = There is no { $command } in this game.
parse-not-now = { $command } is not possible now.
