// Repeats a shuffle from its secret, as the page about it describes, and compares it with what this screen saw. Nothing
// here is asked from the server, and SHA-256 is written out: browsers have one of their own for https alone.

import { el, words } from './dom.js';
import { french } from './cards.js';

const SCHEME = 'tractor-bot/shuffle/1';
const text = new TextEncoder();

/** The first digits behind the point of a root of the first primes, as SHA-256 has them. */
function roots(root, count) {
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    const prime = Array.from({ length: number - 2 }, (_, at) => number % (at + 2)).every((rest) => rest > 0);
    if (prime) found.push((root(number) % 1) * 2 ** 32 >>> 0);
  }
  return found;
}

const turned = (word, by) => word >>> by | word << 32 - by;

/** The SHA-256 of bytes. */
export function sha256(bytes) {
  const constants = roots(Math.cbrt, 64);
  const state = roots(Math.sqrt, 8);
  const whole = new Uint8Array((bytes.length + 72) >> 6 << 6);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 4, bytes.length * 8);
  const w = new Uint32Array(64);
  for (let block = 0; block < whole.length; block += 64) {
    for (let i = 0; i < 64; i += 1) {
      const [x, y] = [w[i - 15], w[i - 2]];
      w[i] = i < 16 ? view.getUint32(block + 4 * i)
        : w[i - 16] + (turned(x, 7) ^ turned(x, 18) ^ x >>> 3) + w[i - 7] + (turned(y, 17) ^ turned(y, 19) ^ y >>> 10);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (e & f ^ ~e & g) + constants[i] + w[i];
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + (a & b ^ a & c ^ b & c);
      [a, b, c, d, e, f, g, h] = [one + two | 0, a, b, c, d + one | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] = state[i] + word >>> 0;
    });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** SHA-256 over parts, each behind its length. */
function digest(...parts) {
  const bytes = [text.encode(SCHEME), ...parts].flatMap((part) => {
    const length = new DataView(new ArrayBuffer(8));
    length.setUint32(0, part.length, true);
    return [...new Uint8Array(length.buffer), ...part];
  });
  return sha256(new Uint8Array(bytes));
}

/** Draws of two bytes from the stream of ChaCha with 8 rounds. */
function* draws(key) {
  const words32 = new DataView(key.buffer);
  const start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574,
    ...Array.from({ length: 8 }, (_, i) => words32.getUint32(4 * i, true)), 0, 0, 0, 0];
  for (;; start[12] += 1) {
    const x = Uint32Array.from(start);
    const step = (to, plus, xor, by) => {
      x[to] += x[plus];
      x[xor] = turned(x[xor] ^ x[to], 32 - by);
    };
    const quarter = (a, b, c, d) => [[a, b, d, 16], [c, d, b, 12], [a, b, d, 8], [c, d, b, 7]].forEach((one) => step(...one));
    for (let twice = 0; twice < 4; twice += 1) {
      for (const i of [0, 1, 2, 3]) quarter(i, i + 4, i + 8, i + 12);
      for (const i of [0, 1, 2, 3]) quarter(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12);
    }
    for (let i = 0; i < 16; i += 1) {
      const word = x[i] + start[i] >>> 0;
      yield word & 0xffff;
      yield word >>> 16;
    }
  }
}

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (two) => parseInt(two, 16));
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** What a deal of tractor gives: its seal, the hands by seat, and the kitty. */
export function dealt({ secret, mixed, first }) {
  const bytes = bytesOf(secret);
  const seal = hexOf(digest(text.encode('commit'), bytes));
  if (first === null) return { seal };
  const stream = draws(digest(text.encode('mix'), bytes, ...mixed.map((one) => text.encode(one))));
  const below = (n) => {
    for (;;) {
      const product = Number(stream.next().value) * n;
      if (product % 65536 >= 65536 % n) return Math.floor(product / 65536);
    }
  };
  const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
  const deck = [...[...'CDHS'].flatMap((suit) => ranks.map((rank) => rank + suit)), 'J-', 'J+'];
  const pile = [...deck, ...deck];
  for (let i = pile.length - 1; i > 0; i -= 1) {
    const j = below(i + 1);
    [pile[i], pile[j]] = [pile[j], pile[i]];
  }
  const hand = (seat) => pile.slice(0, 100).filter((_, at) => at % 4 === (seat - first + 4) % 4);
  return { seal, hands: [0, 1, 2, 3].map(hand), kitty: pile.slice(100) };
}

/** What this screen saw of each round: the seals, and the own cards of the last of them. */
const rounds = new Map();

/** Keeps what this screen sees of a deal. */
export function see(scene) {
  const { play, you } = scene ?? {};
  if (!play?.round) return;
  const seen = rounds.get(play.round) ?? { seals: [] };
  rounds.set(play.round, seen);
  if (play.seal && seen.seals.at(-1) !== play.seal) {
    seen.seals.push(play.seal);
    delete seen.hand;
  }
  const own = play.hand?.flat() ?? [];
  // Who buries has other cards than were dealt.
  const fresh = ['dealing', 'calling', 'burying'].includes(play.phase) && (!play.fixed || play.dealer !== you);
  if (fresh && own.length === 25 && !seen.hand) seen.hand = own;
}

const sorted = (names) => [...names].sort().join(' ');

/** What came of it, for `you` among these seats. */
export function checked(deal, { seats, you }) {
  const seen = rounds.get(deal.round) ?? { seals: [] };
  const { seal, hands, kitty } = dealt(deal);
  const shown = seen.seals.includes(deal.seal);
  const line = (label, holds) => el('p', {}, holds === null ? words.unseen.replace('…', label)
    : el(holds ? 'span' : 'strong', {}, `${holds ? '✓' : '✗'} ${label}`));
  const own = hands && seen.hand && you !== null && seen.seals.at(-1) === deal.seal
    ? sorted(seen.hand) === sorted(hands[you]) : null;
  const list = (name, cards) => el('p', {}, el('b', {}, `${name} `), cards.map((card) => french(card).label).join(' '));
  return el('section', { class: 'panel' },
    el('h2', {}, words.check),
    line(words.check_seal, seal === deal.seal),
    // A deal that was dealt again at once may have passed unseen.
    line(words.check_shown, shown || (seen.seals.length && !deal.attempt ? false : null)),
    hands ? line(words.check_hand, own) : null,
    ...(hands ?? []).map((hand, seat) => list(seats[seat].name, hand)),
    kitty ? list(words.kitty, kitty) : null);
}
