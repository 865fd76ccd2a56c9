// The seats: who sits where, whose turn it is, and the time that is left.

import { el, timeOf, words } from './dom.js';

/**
 * A seat with its counts: how many cards, and whatever else a game says of it. `side` is `own` or `other` where there
 * are sides; `badge` a word on it, as of the declarer.
 *
 * @param {import('./contract').Seat} seat @param {number} index
 * @param {{ cards?: number, marks?: any[], you: boolean, side?: string, role?: string | null, badge?: string | null }} told
 */
export function chip(seat, index, { cards, marks = [], you, side, role, badge }) {
  // Chinese names of computers begin alike.
  const letters = [...seat.name];
  const letter = (seat.computer && letters[0] === '小' ? letters[1] : letters[0]) ?? '·';
  const state = [seat.due && 'due', seat.away && 'away', !seat.taken && 'free', you && 'you', side];
  const count = cards === undefined ? null : seat.away ? String(cards) : (cards === 1 ? words.card_one : words.cards.replace('…', String(cards)));
  const parts = [seat.away && words.away, count, ...marks].filter(Boolean);
  return el('div', { class: `seat ${state.filter(Boolean).join(' ')}`, 'data-seat': index },
    el('span', { class: `ring ${side ? '' : `tone${index % 6}`}`, 'aria-hidden': 'true' },
      el('span', {}, letter), el('i', { class: 'left' })),
    el('span', { class: 'who' },
      el('b', {}, seat.name.replace(/ 🤖$/u, '')),
      el('small', {}, role ? el('span', { class: 'role' }, `${role} · `) : null, parts.join(' · '), seat.computer ? el('span', { class: seat.away ? '' : 'bot' }, ' 🤖') : null)),
    badge ? el('span', { class: 'badge' }, badge) : null);
}

let clock = 0;

/** Lets the time of those who are waited for run down. `skew` is how far our clock is ahead. */
export function runDown(root, deadline, skew) {
  clearInterval(clock);
  const left = () => deadline - (Date.now() / 1000 - skew);
  const numbers = root.querySelectorAll('.seat.due .left');
  if (!deadline) {
    root.classList.remove('hurry');
    return;
  }
  if (root.dataset.deadline !== String(deadline)) {
    root.dataset.deadline = deadline;
    root.dataset.whole = Math.max(1, left());
  }
  const show = () => {
    const seconds = Math.max(0, Math.ceil(left()));
    const part = Math.max(0, Math.min(1, left() / root.dataset.whole)).toFixed(3);
    for (const one of numbers) one.parentElement.style.setProperty('--left', part);
    root.classList.toggle('hurry', seconds < 10);
    for (const one of numbers) one.textContent = seconds > 599 ? '' : String(seconds);
    for (const one of root.querySelectorAll('time')) one.textContent = timeOf(Number(one.dataset.at) + skew);
  };
  show();
  clock = setInterval(show, 250);
}
