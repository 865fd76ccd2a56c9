// Cards: their faces, and hands of them.

import { arrange, el, words } from './dom.js';
import { classOf } from './faces.js';

export const SUITS = { S: '♠', H: '♥', D: '♦', C: '♣' };
const COLOURS = { R: 'red', G: 'green', B: 'blue', Y: 'yellow' };
const UNO = { S: '⊘', R: '⇄', D: '+2', W: '★', WF: '+4' };
const CALLED = { S: 'word_skip', R: 'word_reverse', W: 'word_wild', WF: 'word_wild_draw_four' };
/** At least this part of the width of each card of a hand is seen, so that a ten never looks like a one. */
const SEEN = 0.4;
/** With so much of each in sight all of a hand lies in one row. */
const WIDE = 33;
/** The same on a screen so low that a second row would cost the felt. */
const WIDE_LOW = 25;
const LOW = 480;
/** What lies at least between two suits, and at most: that of a row which leaves this part of each card in sight. */
const gapOf = (card) => (card > 60 ? 24 : 14);
const ROOMY = 0.52;

/** Cards are named by letters, for whoever is read to. */
let letters = false;

export function setLetters(wanted) {
  letters = wanted;
}

/** The face of a card of a French deck, or a joker. */
export function french(name) {
  if (name === 'J+' || name === 'J-') {
    const big = name === 'J+';
    return { label: big ? words.big_joker : words.small_joker, look: `french ${big ? 'H' : 'S'} ${classOf('joker')}`, face: big ? '★' : '☆' };
  }
  const [rank, suit] = [name.slice(0, -1), name.slice(-1)];
  return { label: letters ? name : `${SUITS[suit]}${rank}`, look: `french ${suit} ${classOf(rank)}`, face: `${rank}\n${SUITS[suit]}` };
}

/** The face of a card of UNO. */
export function uno(name) {
  const colour = COLOURS[name[0]] && name.length > 1 ? name[0] : null;
  const face = colour ? name.slice(1) : name;
  const shown = UNO[face] ?? face;
  return {
    label: [words[COLOURS[colour ?? '']], words[CALLED[face]] ?? shown].filter(Boolean).join(' '),
    look: `uno ${colour ?? 'wild'}`,
    // What stands in the middle is only seen: read, it would be the face twice.
    parts: [el('b', {}, shown), el('i', { 'aria-hidden': 'true', 'data-face': shown })],
  };
}

/** A card that lies on the table; `move` is what it is called where cards move, `owner` whose it is. */
export function lying(face, name, move = null, owner = '') {
  const called = [letters, document.documentElement.lang, face.name, name].join();
  if (!faces.has(called)) {
    const { label, look, ...shows } = face(name);
    faces.set(called, faced(el('span', { class: `card ${look}`, role: 'img', 'aria-label': label }), shows));
  }
  const card = /** @type {any} */ (faces.get(called).cloneNode(true));
  if (owner) card.setAttribute('aria-label', `${owner}: ${card.getAttribute('aria-label')}`);
  if (move) card.dataset.move = move;
  card.kind = `span ${move ?? 'card'}`;
  return card;
}

/** Gives a card what its face has beside its look: its parts, or letters for where the picture of all is not seen. */
function faced(card, { parts = [], face }) {
  card.append(...parts);
  if (face) card.dataset.face = face;
  return card;
}

/** A card of each face: to copy one takes less than to make it. @type {Map<string, any>} */
const faces = new Map();

/**
 * Cards that are only looked at, in rows of at most so many; who is read to hears them as one, with what they
 * are called.
 */
export function laidOpen(face, names, most, called) {
  const rows = Math.ceil(names.length / most) || 1;
  const each = Math.ceil(names.length / rows);
  const shown = names.map((name) => lying(face, name));
  const label = `${called}: ${shown.map((one) => one.getAttribute('aria-label')).join(' ')}`;
  const lines = Array.from({ length: rows }, (_, row) => el('span', {}, ...shown.slice(row * each, (row + 1) * each)));
  return el('span', { class: 'spread', role: 'img', 'aria-label': label }, ...lines);
}

/**
 * How a hand lies: its rows, each a list of places in it. The first group (trumps) has a row of its own, the others share
 * as few as let enough of each card be seen, none of them in two that has room in one; where all have room they lie in one row.
 *
 * @param {{ group?: number }[]} cards @param {{ width: number, card: number, height?: number }} size
 */
export function rowsOf(cards, { width, card, height = LOW }) {
  const groups = new Map();
  cards.forEach((one, index) => {
    const group = one.group ?? 0;
    groups.set(group, [...(groups.get(group) ?? []), index]);
  });
  const parts = [...groups.values()];
  const all = parts.flat();
  if (!parts.length) return [];
  if (stripOf(all, cards, width, card) >= (height < LOW ? WIDE_LOW : WIDE)) return [all];
  const fits = (row) => stripOf(row, cards, width, card) >= SEEN * card;
  const [first, ...rest] = parts;
  return [...halved(first, fits), ...gathered(rest.flatMap((suit) => halved(suit, fits)), fits)];
}

/** A suit as one row, or in as many equal ones as its cards need to be seen. */
function halved(suit, fits) {
  for (let count = 1; ; count += 1) {
    const each = Math.ceil(suit.length / count);
    const rows = Array.from({ length: Math.ceil(suit.length / each) }, (_, row) => suit.slice(row * each, (row + 1) * each));
    if (each === 1 || rows.every(fits)) return rows;
  }
}

/** Suits that follow one another in as few rows as that allows, the longest of them as short as can be. */
function gathered(suits, fits) {
  const longest = (rows) => Math.max(...rows.map((row) => row.length));
  for (let count = 1; count < suits.length; count += 1) {
    const best = parted(suits, count).filter((rows) => rows.every(fits)).toSorted((one, two) => longest(one) - longest(two))[0];
    if (best) return best;
  }
  return suits;
}

/** All ways to part a list into so many rows. */
const parted = (suits, count) => (count === 1 ? [[suits.flat()]] : suits.slice(count - 1).flatMap((_, at) => (
  parted(suits.slice(at + 1), count - 1).map((rest) => [suits.slice(0, at + 1).flat(), ...rest]))));

const gapsOf = (row, cards) => row.filter((index, at) => at && cards[index].group !== cards[row[at - 1]].group).length;

function stripOf(row, cards, width, card, gap = gapOf(card)) {
  if (row.length < 2) return card;
  return (width - card - gap * gapsOf(row, cards)) / (row.length - 1);
}

/** Where there is room, suits lie so far apart that the felt is seen between them. */
function roomOf(row, cards, width, card) {
  const room = (width - card - ROOMY * card * (row.length - 1)) / Math.max(1, gapsOf(row, cards));
  return Math.max(gapOf(card), Math.min(room, card * 0.6));
}

/**
 * Cards and rows of the hand that can be tapped: they stay where they are from one table to the next, and do what was
 * said last. @type {Map<string, { card: HTMLElement, label: string, look: string, state?: string, at?: number }>}
 */
const known = new Map();
/** @type {HTMLElement[]} */
const lines = [];
/** @type {{ tap?: (index: number) => void, flick?: (index: number) => void, slide?: (indices: number[]) => void }} */
let acts = {};

const placeOf = (card) => Number(card.dataset.at);

/** A card of the hand, `key` among its equals. */
function held(face, name, key, taps) {
  const called = `${letters} ${document.documentElement.lang} ${key}`;
  const before = taps && known.get(called);
  if (before) return before;
  const { label, look, ...shows } = face(name);
  const move = { 'data-move': `hand ${key}` };
  const card = faced(taps ? el('button', { ...move, 'data-key': key, click: () => acts.tap?.(placeOf(card)) })
    : el('span', { ...move, role: 'img' }), shows);
  const made = { card, label, look };
  if (taps) known.set(called, made);
  return made;
}

/**
 * A hand in rows. `cards` have a name and a group, and say whether they are `raised`, `dimmed`, `hinted`, `advised` or
 * from the `kitty`; `tap(index)`, `flick(index)` and `slide(indices)` are what a finger does. Without them the cards are
 * only looked at.
 */
export function hand(face, cards, { tap, flick, slide, width, card, height }) {
  if (tap) acts = { tap, flick, slide };
  const counts = new Map();
  const rows = rowsOf(cards, { width, card, height });
  const apart = new Set(rows.flatMap((row) => row.filter((index, at) => at && cards[index].group !== cards[row[at - 1]].group)));
  const shown = cards.map((one, index) => {
    const count = counts.get(one.name) ?? 0;
    counts.set(one.name, count + 1);
    const made = held(face, one.name, `${one.name}#${count}`, tap);
    const { card: element, label, look } = made;
    const state = ['raised', 'dimmed', 'hinted', 'advised', 'kitty'].filter((name) => one[name]).join(' ');
    const looks = `card ${look} ${state}${apart.has(index) ? ' apart' : ''}`;
    if (tap && made.at !== index) element.dataset.at = made.at = index;
    // What is as it was is not written: the browser would look at it anew.
    if (made.state === looks) return element;
    made.state = looks;
    element.className = looks;
    element.setAttribute('aria-label', one.kitty ? `${label} (${words.kitty})` : label);
    if (tap) {
      element.setAttribute('aria-pressed', String(Boolean(one.raised)));
      if (one.dimmed) element.setAttribute('aria-disabled', 'true');
      else element.removeAttribute('aria-disabled');
    }
    return element;
  });
  return rows.map((row, number) => {
    const line = (tap && lines[number]) || el('div', { class: 'fan' });
    arrange(line, row.map((index) => shown[index]));
    const gap = roomOf(row, cards, width, card);
    const strip = Math.min(card * 0.84, stripOf(row, cards, width, card, gap)) - card;
    // On the row: the style of an element that has none of its own is looked up, and not worked out.
    for (const [name, length] of Object.entries({ '--lap': strip, '--gap': gap })) {
      const wanted = `${length.toFixed(1)}px`;
      if (line.style.getPropertyValue(name) !== wanted) line.style.setProperty(name, wanted);
    }
    if (tap && !lines[number]) {
      lines[number] = line;
      fingers(line);
    }
    return line;
  });
}

/** How far a finger moves up to play, and sideways to be on another card. */
const FLICK = 36;

/** Fingers on a row of cards: one that moves up over a card plays, one that slides over several takes them all. */
function fingers(line) {
  let from = null;
  let over = [];
  const cardAt = (event) => document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.matches('.hand button.card'));
  // A pointer was dealt with when it was lifted; the click of a keyboard has no detail.
  line.addEventListener('click', (event) => {
    if (event.isTrusted && event.detail) event.stopImmediatePropagation();
  }, true);
  const ends = () => {
    for (const one of over) one.classList.remove('touched');
    [from, over] = [null, []];
  };
  line.addEventListener('pointerdown', (event) => {
    // What waited to be drawn is drawn before: it may have taken the row away.
    const card = line.isConnected && event.target.closest('button.card');
    from = card && event.isPrimary ? event : null;
    over = card ? [card] : [];
    if (card) line.setPointerCapture?.(event.pointerId);
  });
  line.addEventListener('pointermove', (event) => {
    if (!from || from.clientY - event.clientY > FLICK) return;
    const card = cardAt(event);
    if (!card || over.includes(card)) return;
    over.push(card);
    for (const one of over) one.classList.add('touched');
  });
  line.addEventListener('pointercancel', ends);
  line.addEventListener('pointerup', (event) => {
    if (!from) return;
    const at = over.map(placeOf);
    const up = from.clientY - event.clientY > FLICK;
    const wide = at.length > 1;
    const tapped = over[0];
    ends();
    if (up) acts.flick?.(at[0]);
    else if (wide && acts.slide) acts.slide(at);
    else tapped?.click();
  });
}
