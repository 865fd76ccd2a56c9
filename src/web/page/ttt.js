// Tic-tac-toe on the table: the board.

import { el } from './dom.js';
import { chip } from './seats.js';

export const strip = () => [];

export function felt(scene, _, does) {
  const { play, seats, you } = scene;
  const chips = seats.map((seat, index) => {
    const marks = [play.signs[index], seat.won ? `∑ ${seat.won}` : null];
    return chip(seat, index, { marks, you: you === index });
  });
  const squares = play.squares.map(({ seat, button }, index) => {
    const state = [seat !== null && `mark tone${seat}`, play.last === index && 'last', play.line.includes(index) && 'won'];
    return el('button', {
      class: `square ${state.filter(Boolean).join(' ')}`,
      disabled: !button.enabled,
      'data-key': `square${index}`,
      'aria-label': `${index + 1}${seat === null ? '' : ` ${button.label}`}`,
      click: () => does.press(button.press, []),
    }, seat === null ? '' : button.label);
  });
  const board = el('div', { class: 'board' }, ...squares);
  board.style.setProperty('--side', play.size);
  return el('div', { class: 'felt many' }, el('div', { class: 'others' }, ...chips), board);
}

export const adopt = () => {};
export const goOn = () => {};
export const play = () => {};
export const own = () => [];
export const playButton = () => null;
export const note = () => '';
export const beside = () => [];
