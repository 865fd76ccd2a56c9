// UNO on the table: the pile, the top card, and the own hand.

import { el } from './dom.js';
import { hand, laidOpen, lying, uno } from './cards.js';
import { chip } from './seats.js';

let raised = null;

export function strip(scene) {
  const { cards } = scene.play;
  if (!cards) return [];
  return [
    el('span', { class: `colour uno ${cards.color ?? 'wild'}` }, cards.backward ? '↺' : '↻'),
    cards.owed ? el('strong', {}, `+${cards.owed}`) : null,
  ];
}

export function felt(scene) {
  const { play, seats, you } = scene;
  const { cards, order, scores } = play;
  const from = Math.max(0, order.indexOf(you));
  const turns = [...order.slice(from + 1), ...order.slice(0, from + 1)];
  const chips = turns.filter((index) => seats[index]?.taken).map((index) => {
    const said = cards?.said.includes(index) ? 'UNO' : null;
    const marks = [scores[index] ? `∑ ${scores[index]}` : null, said];
    const shown = chip(seats[index], index, { cards: cards?.sizes[index], marks, you: index === you });
    const held = scene.hands?.[index] ?? [];
    if (!held.length || index === (you ?? 0)) return shown;
    return el('div', { class: 'player' }, shown, laidOpen(uno, held, 5, seats[index].name));
  });
  const middle = el('div', { class: 'middle' },
    el('span', { class: 'card back' }, el('b', {}, String(cards.pile))),
    el('span', { class: `crown uno ${cards.color ?? 'wild'}` }, lying(uno, cards.top)));
  return el('div', { class: 'felt many' }, el('div', { class: 'others' }, ...chips), middle);
}

export function adopt(scene) {
  const cards = scene.play.cards?.hand.flat() ?? [];
  const plays = scene.play.cards?.plays ?? [];
  if (raised !== null && !plays.some((way) => way.card === cards[raised])) raised = null;
}

const ways = (scene, index) => {
  const { cards } = scene.play;
  return cards.plays.filter((way) => way.card === cards.hand.flat()[index]);
};

export function play(scene, does) {
  if (raised === null) return;
  const found = ways(scene, raised);
  if (found.length === 1) return does.press(found[0].button.press, []);
  const rows = found.map((way) => [{ button: { ...way.button, style: way.hint ? 'good' : 'main' } }]);
  does.choose({ title: '', lines: [], controls: rows });
}

export const goOn = () => {};

export function own(scene, does, size) {
  const { cards } = scene.play;
  if (!cards) return [];
  const playable = new Set(cards.plays.map((way) => way.card));
  const hinted = new Set(cards.plays.filter((way) => way.hint).map((way) => way.card));
  const shown = cards.hand.flat().map((name, index) => ({
    name,
    raised: raised === index,
    dimmed: cards.marked && cards.turn === scene.you && !playable.has(name),
    hinted: cards.marked && hinted.has(name),
  }));
  if (scene.hands) return hand(uno, shown, size);
  const raise = (index) => {
    if (!ways(scene, index).length) return;
    const again = raised === index;
    raised = index;
    if (again) play(scene, does);
    else does.redraw();
  };
  return hand(uno, shown, { ...size, tap: raise, flick: (index) => {
    if (raised !== index) raise(index);
    play(scene, does);
  } });
}

export function playButton(scene, does) {
  if (raised === null || !scene.play.cards) return null;
  const found = ways(scene, raised);
  if (!found.length) return null;
  const label = found.length === 1 ? found[0].button.label : uno(found[0].card).label;
  return el('button', { class: 'good large', 'data-key': 'play', click: () => play(scene, does) }, label);
}

export const note = () => '';
export const beside = () => [];
