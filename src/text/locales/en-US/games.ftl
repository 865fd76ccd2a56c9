# What several games say.

seat-number = Seat { $n }
suit-clubs = { $count ->
    [one] club
   *[other] clubs
}
suit-diamonds = { $count ->
    [one] diamond
   *[other] diamonds
}
suit-hearts = { $count ->
    [one] heart
   *[other] hearts
}
suit-spades = { $count ->
    [one] spade
   *[other] spades
}
suit-trumps = { $count ->
    [one] trump
   *[other] trumps
}
for-example = For example { $command }.

ready-deal = Ready to deal: { BUTTON("button-deal", "deal") }
ready-next = Ready for the next round: { BUTTON("button-next-round", "deal") }
ready-mixed = Mixed into the shuffle by { $names }
note-contributed = { $seat ->
    [You] You mix
   *[other] { $seat } mixes
} words into the shuffle.
deal-mixed = Your words are mixed into the shuffle.
prompt-deal = deal
prompt-wait = waiting for { $who }
score-title = Score
score-earlier = { $n ->
    [one] … after one earlier round
   *[other] … after { $n } earlier rounds
}
score-none = No round is over yet.
verify-title = The shuffle of round { $round }
verify-seal = Shown before the deal, the seal: `{ $seal }`
verify-secret = Shown after the round, the secret: `{ $secret }`
verify-mixed = { $who } mixed in: `{ $words }`
verify-how = The seal is the SHA-256 of the secret. The secret and the words together give the order of the cards. The README says how to check both.
verify-none = There is nothing to check yet: the secret of a shuffle is shown when its round is over.
reject-ready = The cards are not dealt yet. { BUTTON("button-deal", "deal") } deals them.
reject-not-your-turn = It is { $turn }'s turn.
rule-preset = Preset
value-preset-custom = custom
