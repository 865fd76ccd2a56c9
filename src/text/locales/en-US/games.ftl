# What several games say.

seat-number = Seat { $n }
suit-clubs = clubs
suit-diamonds = diamonds
suit-hearts = hearts
suit-spades = spades
suit-trumps = trumps
for-example = For example { $command }.

ready-deal = { $deal } deals the cards.
ready-next = { $deal } deals the next round.
ready-mixed = Mixed in by { $names }
note-contributed = { $who } mixes words into the shuffle.
deal-mixed = Your words are mixed into the shuffle.
ready-seal = The shuffle is sealed: `{ $seal }`
prompt-deal = deal
prompt-wait = waiting for { $who }
score-title = Score
score-earlier = { $n ->
    [one] … after one round before
   *[other] … after { $n } rounds before
}
score-none = No round has been played yet.
verify-title = The shuffle of round { $round }
verify-seal = Shown before the deal: `{ $seal }`
verify-secret = Revealed after it: `{ $secret }`
verify-mixed = Mixed in by { $who }: `{ $words }`
verify-how = The seal is a SHA-256 of the secret; secret and words give the order of the cards. The README says how to recompute both.
verify-none = Nothing to check yet: a shuffle is revealed when its round is over.
reject-ready = The cards are not dealt yet. { $deal } deals them.
reject-turn = It is { $who }'s turn.
