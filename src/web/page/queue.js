// What is shown one after another.

export {};
