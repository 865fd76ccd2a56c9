// Cards: their faces, and hands of them.

import { el, sign, words } from './dom.js';

const SUITS = { S: '♠', H: '♥', D: '♦', C: '♣' };
const COLOURS = { R: '🟥', G: '🟩', B: '🟦', Y: '🟨' };
const UNO = { S: '⊘', R: '⇄', D: '+2', W: '★', WF: '+4' };
/** At least so much of each card can be touched, in points. */
const TOUCH = 44;

/** At least so much of each is seen where none is touched. */
const SEEN = 22;

/** Cards are named by letters, for whoever is read to. */
let letters = false;

export function setLetters(wanted) {
  letters = wanted;
}

/** The face of a card of a French deck, or a joker. */
export function french(name) {
  if (name === 'J+' || name === 'J-') {
    const label = name === 'J+' ? words.big_joker : words.small_joker;
    return { label, look: name === 'J+' ? 'H joker' : 'S joker', parts: [el('b', {}, '王'), sign('star')] };
  }
  const [rank, suit] = [name.slice(0, -1), name.slice(-1)];
  return { label: letters ? name : `${SUITS[suit]}${rank}`, look: suit, parts: [el('b', {}, rank), sign(suit)] };
}

/** The face of a card of UNO. */
export function uno(name) {
  const colour = COLOURS[name[0]] && name.length > 1 ? name[0] : null;
  const face = colour ? name.slice(1) : name;
  const shown = UNO[face] ?? face;
  return {
    label: letters ? name : `${colour ? COLOURS[colour] : ''}${shown}`,
    look: `uno ${colour ?? 'wild'}`,
    // What stands in the middle is only seen: read, it would be the face twice.
    parts: [el('b', {}, shown), el('i', { 'aria-hidden': 'true', 'data-face': shown })],
  };
}

/** A card that lies on the table. */
export function lying(face, name) {
  const { label, look, parts } = face(name);
  return el('span', { class: `card ${look}`, role: 'img', 'aria-label': label }, ...parts);
}

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

/** How many cards fit into a row of this width, so much of each in sight. */
function inRow(width, card, each) {
  return Math.max(1, Math.floor((width - card) / each) + 1);
}

/**
 * A hand in rows. `cards` have a name and say whether they are `raised`, `dimmed`, `hinted` or `advised`;
 * `tap(index)` and `flick(index)` are what a finger does. Without them the cards are only looked at.
 */
export function hand(face, cards, { tap, flick, width, card }) {
  const rows = Math.ceil(cards.length / inRow(width, card, tap ? TOUCH : SEEN)) || 1;
  const each = Math.ceil(cards.length / rows);
  const shown = cards.map((one, index) => {
    const { label, look, parts } = face(one.name);
    const state = ['raised', 'dimmed', 'hinted', 'advised', 'fresh'].filter((name) => one[name]).join(' ');
    if (!tap) return el('span', { class: `card ${look} ${state}`, role: 'img', 'aria-label': label }, ...parts);
    const button = el('button', {
      class: `card ${look} ${state}`,
      'aria-label': label,
      'aria-pressed': one.raised ? 'true' : 'false',
      'aria-disabled': one.dimmed ? 'true' : null,
      'data-key': `${one.name}#${cards.slice(0, index).filter((other) => other.name === one.name).length}`,
      click: () => tap(index),
    }, ...parts);
    flicked(button, () => flick(index));
    return button;
  });
  const lines = [];
  for (let at = 0; at < shown.length; at += each) {
    const row = shown.slice(at, at + each);
    const strip = Math.min(card + 6, (width - card) / Math.max(1, row.length - 1));
    const line = el('div', { class: 'fan' }, ...row);
    line.style.setProperty('--strip', `${strip}px`);
    lines.push(line);
  }
  return lines;
}

/** Calls back when a finger moves up over an element. */
function flicked(element, done) {
  let from = null;
  element.addEventListener('pointerdown', (event) => {
    from = event.clientY;
    element.setPointerCapture?.(event.pointerId);
  });
  element.addEventListener('pointerup', (event) => {
    if (from !== null && from - event.clientY > 36) {
      // The click that follows is not another tap.
      element.addEventListener('click', (click) => click.stopImmediatePropagation(), { capture: true, once: true });
      done();
    }
    from = null;
  });
}
