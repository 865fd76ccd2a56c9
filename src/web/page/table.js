// The table: header, felt, what is due, and the hand, whatever is played.

export {};
