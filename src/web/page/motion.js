// Cards that move.

export {};
