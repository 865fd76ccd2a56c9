// Tractor on the table: the trick in four places, the kitty, and the own hand.

import { el, sign, words } from './dom.js';
import { french, hand, laidOpen, lying } from './cards.js';
import { chip } from './seats.js';

/** What is raised of the hand, by place in it; the server says what comes of it. */
let raised = [];
/** The hand and the plays that are shown, to know what is fresh. */
let before = [];
let laid = new Set();
/** It is played as soon as the server has agreed. */
let eager = false;

/** The places of the seats round the table, the viewer's below: turns go against the clock. */
const PLACES = ['south', 'east', 'north', 'west'];

export function strip(scene) {
  const { play, you } = scene;
  const own = (you ?? 0) % 2;
  const levels = play.levels ? [play.levels[own], play.levels[1 - own]] : [];
  const points = play.points === null ? null : el('span', { class: 'points', title: words.points },
    `${play.points}/${play.goal}`);
  points?.style.setProperty('--part', Math.min(1, play.points / play.goal));
  return [
    el('span', { class: `trump ${play.suit ?? ''}`, title: play.trump },
      play.suit ? sign(play.suit) : sign('star'), play.level),
    points,
    el('span', { class: 'levels' }, levels.join(' : ')),
  ];
}

/** The trick, or what was called, at the four places. */
export function felt(scene, { last }) {
  const { play, seats, you } = scene;
  const place = (seat) => PLACES[(seat - (you ?? 0) + 4) % 4];
  const past = play.trick && !play.trick.plays.length && play.last && !last ? play.last : null;
  const trick = last ? [play.last, ...(play.earlier ?? [])][last - 1] : past ?? play.trick;
  const lies = trick?.plays ?? (play.call && play.phase !== 'playing' ? [play.call] : []);
  const known = laid;
  const named = ({ seat, cards }) => `${seat} ${cards.join(' ')}`;
  laid = new Set(lies.map(named));
  const plays = lies.map(({ seat, cards }) => {
    const heap = el('span', { class: 'heap' }, cards.map((name) => lying(french, name)));
    // Two of them side by side have room on the narrowest screen.
    const strip = innerWidth < 800 ? Math.min(25, 110 / (cards.length - 1)) : 28;
    heap.style.setProperty('--strip', `${strip}px`);
    return el('div', {
      class: ['play', place(seat), trick?.winning === seat ? 'winning' : '',
        known.has(named({ seat, cards })) ? '' : 'fresh'].join(' '),
    }, heap);
  });
  const places = seats.map((seat, index) => {
    const marks = [play.dealer === index && `★${innerWidth < 800 ? '' : ` ${words.dealer}`}`];
    const shown = chip(seat, index, { cards: play.sizes[index], marks, you: you === index });
    return el('div', { class: `place ${place(index)}` }, shown);
  });
  const open = scene.hands?.some((held) => held.length);
  const hands = seats.map((seat, index) => {
    const [held, side] = [scene.hands?.[index] ?? [], place(index)];
    if (!held.length || side === 'south') return null;
    return el('div', { class: `held ${side}` }, laidOpen(french, held, side === 'north' ? held.length : 7, seat.name));
  });
  const middle = trick?.points ? el('span', { class: 'stake' }, `+${trick.points}`) : null;
  const state = [past || last ? 'past' : '', open ? 'open' : ''].join(' ');
  return el('div', { class: `felt four ${state}` }, ...places, hands, ...plays, middle);
}

/** Takes over what the server says is put together. */
export function adopt(scene, busy) {
  const cards = scene.play.hand.flat();
  if (!scene.play.turn) {
    raised = [];
    eager = false;
  } else if (!busy) {
    const kept = raised.filter((index) => index < cards.length);
    raised = [];
    for (const name of scene.play.turn.chosen) {
      const same = (index) => cards[index] === name && !raised.includes(index);
      const index = kept.find(same) ?? cards.findIndex((_, at) => same(at));
      if (index >= 0) raised.push(index);
    }
  }
}

const namesOf = (cards, places) => places.map((index) => cards[index]);

/** What these lists of names have in common, copies counted. */
function common(lists) {
  return lists.reduce((one, two) => {
    const rest = [...two];
    return one.filter((name) => {
      const at = rest.indexOf(name);
      if (at < 0) return false;
      rest.splice(at, 1);
      return true;
    });
  });
}

const holds = (play, names) => common([names, play]).length === names.length;

/** Raises or lowers a card, and whatever every legal play has with it. */
function tap(scene, index, does) {
  const { turn, hand: groups } = scene.play;
  const cards = groups.flat();
  if (!turn) return;
  const name = cards[index];
  const single = turn.count === 1;
  const gives = turn.ready && turn.count === null && !does.busy();
  if (raised.includes(index) && !gives) {
    if (single || turn.fixed.length === turn.count) return play(scene, does);
    if (turn.fixed.includes(name)) return;
    raised = raised.filter((other) => other !== index);
    return send(scene, does);
  }
  if (!turn.open.includes(name)) return;
  // A hint that nobody touched gives way.
  if (gives) raised = [];
  const full = turn.count !== null && raised.length >= turn.count;
  if (full && !single && scene.play.phase === 'burying') return;
  // What has to be played stays; the first of the others makes room.
  const out = full ? raised.find((other) => !turn.fixed.includes(cards[other])) : undefined;
  let wanted = single ? [index] : [...raised.filter((other) => other !== out), index];
  if (turn.plays.length) {
    let fits = turn.plays.filter((play) => holds(play, namesOf(cards, wanted)));
    if (!fits.length) {
      wanted = [index];
      fits = turn.plays.filter((play) => holds(play, [name]));
    }
    if (fits.length) wanted = placed(cards, common(fits), wanted);
  }
  raised = wanted;
  send(scene, does);
}

/** Places in the hand of these names, those already wanted first. */
function placed(cards, names, wanted) {
  const places = [...wanted];
  const left = [...names];
  for (const index of wanted) {
    const at = left.indexOf(cards[index]);
    if (at >= 0) left.splice(at, 1);
  }
  for (const name of left) {
    const index = cards.findIndex((other, at) => other === name && !places.includes(at));
    if (index >= 0) places.push(index);
  }
  return places;
}

function send(scene, does) {
  const { turn, hand: groups } = scene.play;
  const rest = [...turn.fixed];
  const free = namesOf(groups.flat(), raised).filter((name) => {
    const at = rest.indexOf(name);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  does.draft(free.join(' '));
}

const sorted = (names) => [...names].sort().join(' ');

/** Plays what is raised, once the server has said that it is what it thinks, too. */
export function play(scene, does) {
  const { turn, hand: groups } = scene.play;
  if (!turn?.play) return;
  const agreed = !does.busy() && sorted(turn.chosen) === sorted(namesOf(groups.flat(), raised));
  eager = !agreed;
  if (agreed && turn.play.enabled) does.press(turn.play.press, []);
  else if (agreed && turn.note) does.say(turn.note);
}

/** What waited for the server's word. */
export function goOn(scene, does) {
  if (eager && !does.busy()) {
    eager = false;
    play(scene, does);
  }
}

export function own(scene, does, size) {
  const { turn, hand: groups } = scene.play;
  const cards = groups.flat();
  const fresh = [...cards];
  for (const name of before) {
    const at = fresh.indexOf(name);
    if (at >= 0) fresh.splice(at, 1);
  }
  before = cards;
  const { played = [], advised = [] } = scene.play.marks ?? {};
  const [laid, better] = [placed(cards, played, []), placed(cards, advised, [])];
  const shown = cards.map((name, index) => ({
    name,
    raised: raised.includes(index) || laid.includes(index),
    advised: better.includes(index),
    dimmed: turn !== null && !turn.open.includes(name) && !turn.fixed.includes(name),
    hinted: turn !== null && turn.hint.includes(name),
    fresh: scene.play.phase === 'dealing' && fresh.includes(name),
  }));
  if (scene.hands || scene.play.marks) return hand(french, shown, size);
  return hand(french, shown, {
    ...size,
    tap: (index) => tap(scene, index, does),
    flick: (index) => {
      if (!raised.includes(index)) tap(scene, index, does);
      play(scene, does);
    },
  });
}

export function playButton(scene, does) {
  const { turn } = scene.play;
  if (!turn?.play) return null;
  return el('button', {
    class: 'good large',
    'data-key': 'play',
    disabled: !turn.play.enabled,
    click: () => play(scene, does),
  }, turn.play.label);
}

export const note = (scene) => scene.play.turn?.note ?? '';

/** Cards that can be looked at beside the trick: the last one, and the kitty. */
export function beside(scene, show) {
  const { play } = scene;
  if (play.marks) {
    return ['played', 'advised'].map((kind) => el('span', { class: `kitty ${kind}` },
      `${words[kind]} `, ...play.marks[kind].map((name) => lying(french, name))));
  }
  const has = play.last && play.trick?.plays.length;
  const last = has && el('button', { 'data-key': 'last', click: show }, words.last);
  const kitty = play.kitty.length ? el('span', { class: 'kitty', title: words.kitty },
    `${words.kitty} `, ...play.kitty.map((name) => lying(french, name))) : null;
  return [kitty, last || null];
}
