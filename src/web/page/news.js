// What happened: one line on the felt, and the list.

export {};
