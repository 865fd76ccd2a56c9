// UNO on the table: seats in turn order, the pile, the top card, the own hand, and the colours of a wild card above it.

import { el, words } from './dom.js';
import { hand, laidOpen, lying, uno } from './cards.js';
import { chip } from './seats.js';

const COLOURS = ['R', 'G', 'B', 'Y'];

/** The card that is raised, by its place in the hand, and whether UNO is said with the next play. */
let raised = null;
let says = false;
/** What the page does, for what stands beside the play. @type {import('./contract').Does | null} */
let acting = null;

export function strip(scene) {
  const { cards, round, scores } = scene.play;
  const own = scores?.[scene.you];
  return [
    el('span', { class: 'about' }, el('b', {}, `UNO ${round}`)),
    own ? el('span', { class: 'about' }, words.points_lie.replace('…', own)) : null,
    cards?.owed ? el('span', { class: 'about owed' }, el('b', {}, `+${cards.owed}`)) : null,
  ];
}

const chipOf = (scene, index) => {
  const { cards, scores } = scene.play;
  const said = cards?.said.includes(index) ? 'UNO!' : null;
  const marks = [said, scores[index] ? words.points_lie.replace('…', scores[index]) : null].filter(Boolean);
  return chip(scene.seats[index], index, { cards: cards?.sizes[index], marks, you: index === scene.you });
};

export const me = (scene) => (scene.you === null || !scene.play.order.includes(scene.you) ? null : chipOf(scene, scene.you));

/** Whose the top card is, as far as it was seen, and what that is known from. */
let owner = 'pile';
let seen = { round: 0, turn: 0, sizes: [] };

/** Notes who played since: as a round begins its first card comes from the pile. */
function noteOwner({ round, cards: { turn, sizes } }) {
  const fell = (seat) => sizes[seat] < seen.sizes[seat];
  if (round !== seen.round || !seen.sizes.length) owner = 'pile';
  else if (sizes.some((_, seat) => fell(seat))) owner = String(fell(seen.turn) ? seen.turn : sizes.findIndex((_, seat) => fell(seat)));
  seen = { round, turn, sizes };
}

/** The other seats as the turn goes round: up the left side, along the top, down the right one. */
function around(scene) {
  const { order } = scene.play;
  const at = order.indexOf(scene.you);
  const others = [...order.slice(at + 1), ...order.slice(0, Math.max(0, at))].filter((index) => scene.seats[index]?.taken);
  const side = others.length < 2 ? 0 : Math.max(1, Math.floor(others.length / 3));
  return [others.slice(0, side).reverse(), others.slice(side, others.length - side), others.slice(others.length - side)];
}

export function felt(scene, _looks, does) {
  const { cards } = scene.play;
  const held = (index) => scene.hands?.[index] ?? [];
  const player = (index) => el('div', { class: 'player' }, chipOf(scene, index),
    held(index).length ? laidOpen(uno, held(index), 5, scene.seats[index].name) : null);
  const [left, top, right] = around(scene);
  const column = (name, seats) => el('div', { class: name }, ...seats.map(player));
  return el('div', { class: 'felt ring-of' },
    column('left-side', left), column('top-side', top), column('right-side', right),
    cards ? middle(scene, cards, does) : null);
}

function middle(scene, cards, does) {
  noteOwner(scene.play);
  const count = [el('b', {}, String(cards.pile)), ' ', cards.draw ? el('small', {}, cards.draw.label) : null];
  const pile = cards.draw && !scene.hands ? el('button', {
    class: 'card back draws', 'data-key': 'draw', click: () => does.press(cards.draw.press),
  }, el('span', { class: 'unseen' }, `${words.pile}: `), ...count) : el('span', { class: 'card back', role: 'img', 'aria-label': `${words.pile}: ${cards.pile}` }, ...count);
  const way = cards.backward ? words.backwards : words.forwards;
  return el('div', { class: `centre ${cards.backward ? 'backward' : ''}` },
    el('span', { class: 'turns', role: 'img', 'aria-label': way, title: way }, cards.backward ? '↺' : '↻'),
    pile,
    el('span', { class: `crown uno ${cards.color ?? 'wild'}` }, lying(uno, cards.top, `heap${owner} ${cards.top}#0`)));
}

export function adopt(scene) {
  const cards = scene.play.cards?.hand.flat() ?? [];
  const plays = scene.play.cards?.plays ?? [];
  if (raised !== null && !plays.some((way) => way.card === cards[raised])) raised = null;
  if (!plays.some((way) => way.uno)) says = false;
}

/** The ways to play a card, with UNO or without it, as is chosen. */
function ways(scene, index) {
  const { cards } = scene.play;
  const all = cards?.plays.filter((way) => way.card === cards.hand.flat()[index]) ?? [];
  const chosen = all.filter((way) => way.uno === says);
  return chosen.length ? chosen : all;
}

function send(way, does) {
  says = false;
  does.press(way.button.press, []);
}

export function play(scene, does, focused) {
  if (raised === null) {
    if (focused !== undefined && ways(scene, focused).length) raised = focused;
    return does.redraw();
  }
  const found = ways(scene, raised);
  // A wild card waits for its colour.
  if (found.length === 1) send(found[0], does);
  else does.redraw();
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
    if (!ways(scene, index).length) {
      if (cards.turn === scene.you) does.say([shown[index].name, cards.top].reduce((text, name) => text.replace('…', uno(name).label), words.unplayable));
      return;
    }
    const again = raised === index;
    const wild = ways(scene, index).length > 1;
    raised = again && wild ? null : index;
    if (again && !wild) play(scene, does);
    else does.redraw();
  };
  return hand(uno, shown, { ...size, tap: raise, flick: (index) => {
    if (raised !== index) raise(index);
    play(scene, does);
  } });
}

export function playButton(scene, does) {
  acting = does;
  const { cards } = scene.play;
  if (!cards || scene.hands) return null;
  const found = raised === null ? [] : ways(scene, raised);
  if (found.some((way) => way.color)) return fields(found, does);
  if (found.length === 1) {
    return el('button', { class: 'gold large', 'data-key': 'play', click: () => play(scene, does) }, found[0].button.label);
  }
  // Who may challenge has a choice.
  if (found.length || cards.plays.length || cards.challenge || !cards.draw) return null;
  return el('button', { class: 'gold large', 'data-key': 'draws', click: () => does.press(cards.draw.press) }, cards.draw.label);
}

/** The colours of a wild card that is raised, and what lowers it. */
function fields(ways, does) {
  const lower = () => {
    raised = null;
    does.redraw();
  };
  return el('div', { class: 'fields', role: 'group', 'aria-label': words.choose },
    ...COLOURS.map((colour) => ways.find((way) => way.color === colour)).filter(Boolean).map((way) => el('button', {
      class: `field uno ${way.color}`, 'data-key': `colour ${way.color}`, click: () => send(way, does),
    }, way.button.label)),
    el('button', { class: 'tool', 'data-key': 'lower', 'aria-label': words.cancel, title: words.cancel, click: lower }, '✕'));
}

export const note = (scene) => scene.play.cards?.note ?? '';

/** Which card was drawn is said by what is due. */
export const standing = (scene) => ({ failed: '', taken: false, why: [], beside: () => Boolean(scene.play.cards?.drawn) });

/** What else can be done: to say UNO with the play or alone, to catch, to challenge, to pass. */
export function beside(scene, _further, _last) {
  const { cards } = scene.play;
  const does = acting;
  if (!cards || scene.hands || !does) return [];
  const act = (key, look) => cards[key] && el('button', { class: look, 'data-key': key, click: () => does.press(cards[key].press) }, cards[key].label);
  const toggle = cards.plays.some((way) => way.uno) && el('button', {
    class: says ? 'good' : 'plain', 'data-key': 'with-uno', 'aria-pressed': String(says),
    click: () => {
      says = !says;
      does.redraw();
    },
  }, words.uno_with);
  return [toggle, act('uno', 'good'), act('catch', 'good'), act('challenge', 'grave'), cards.challenge && act('draw', 'plain'), act('pass', 'plain')].filter(Boolean);
}
