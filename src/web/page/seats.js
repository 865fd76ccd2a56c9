// The seats: who sits where, whose turn it is, and the ring that runs down with the time.

import { el, timeOf, words } from './dom.js';

/** A seat with its counts: how many cards, and whatever else a game says of it. */
export function chip(seat, index, { cards, marks = [], you }) {
  // Chinese names of computers begin alike.
  const letters = [...seat.name];
  const letter = (seat.computer && letters[0] === '小' ? letters[1] : letters[0]) ?? '·';
  const state = [seat.due && 'due', seat.away && 'away', !seat.taken && 'free', you && 'you'];
  const told = [...marks, seat.computer && '🤖', seat.away && words.away];
  return el('div', { class: `seat ${state.filter(Boolean).join(' ')}`, 'data-seat': index },
    el('span', { class: `ring tone${index % 6}`, 'aria-hidden': 'true' }, el('span', {}, letter)),
    el('span', { class: 'who' },
      el('b', {}, seat.name),
      el('small', {}, [cards === undefined ? null : `▮ ${cards}`, ...told.filter(Boolean)].filter(Boolean).join(' '))));
}

let clock = null;

/** Lets the rings of those who are waited for run down. `skew` is how far our clock is ahead. */
export function runDown(root, deadline, skew) {
  clearInterval(clock);
  const left = () => deadline - (Date.now() / 1000 - skew);
  if (!deadline) {
    root.style.setProperty('--left', '1');
    return;
  }
  if (root.dataset.deadline !== String(deadline)) {
    root.dataset.deadline = deadline;
    root.dataset.whole = Math.max(1, left());
  }
  const show = () => {
    const part = Math.max(0, Math.min(1, left() / root.dataset.whole));
    root.style.setProperty('--left', part.toFixed(3));
    root.classList.toggle('hurry', left() < 10);
    for (const one of root.querySelectorAll('time')) one.textContent = timeOf(Number(one.dataset.at) + skew);
  };
  show();
  clock = setInterval(show, 250);
}
