// Tractor on the felt: four places, the trick, what is called and buried, and how a round ended.

import { arrange, el, once, sign, words } from './dom.js';
import { SUITS, french, hand, laidOpen, lying } from './cards.js';
import { SMALL, stay } from './queue.js';
import { adopt, advised, goOn, hintOf, mayBeChosen, placed, play, playAt, raisedNow, slide, tap, without } from './raise.js';
import { chip } from './seats.js';

export { adopt, advised, goOn };

/** The places of the seats round the table, the viewer's below: turns go against the clock. */
const PLACES = ['south', 'east', 'north', 'west'];
/** More cards than these in one play lie in a row of their own on a narrow felt. */
const NARROW = 4;

const sideOf = (seat, you) => (seat % 2 === (you ?? 0) % 2 ? 'own' : 'other');
const placeOf = (seat, you) => PLACES[(seat - (you ?? 0) + 4) % 4];
const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);

/** The header: trump, points and levels; each says what it is when it is tapped. */
export function strip(scene, does) {
  const { play: now, you } = scene;
  const own = (you ?? 0) % 2;
  const called = now.fixed || now.call;
  const [trump, suit] = called ? [now.trump, now.suit] : [words.no_call, null];
  const about = (key, name, says, ...parts) => el('button', {
    class: `about ${name}`, 'data-key': key, click: () => does.say(says),
  }, ...parts);
  const deals = now.phase === 'dealing' || now.phase === 'calling';
  const whose = you === null || now.dealer === null ? words.points : sideOf(now.dealer, you) === 'own' ? words.points_theirs : words.points_ours;
  const points = now.points === null || deals ? null : about('points', 'points', words.points_help.replace('…', now.goal),
    el('i', { class: 'bar', 'aria-hidden': 'true' }),
    el('span', { class: 'two' }, el('b', {}, `${now.points} / ${now.goal}`), ' ', el('small', {}, whose)));
  points?.style.setProperty('--part', String(Math.min(1, now.points / now.goal)));
  const level = (index, name, label) => [el('small', { class: name }, label), el('b', { class: name }, now.levels[index])];
  const levels = now.levels ? about('levels', 'levels', words.levels_help,
    ...level(own, 'own', words.we), ' ', ...level(1 - own, 'other', words.they)) : null;
  if (scene.between) return [levels];
  return [
    about('trump', `trump ${suit ?? ''}`, `${trump}. ${now.order ?? words.trump_help.replaceAll('…', now.level)}`,
      ...(suit ? [sign(suit), el('span', { class: 'unseen' }, SUITS[suit])] : []),
      el('span', { class: 'two' }, el('b', {}, suit ? words.trump : trump), ' ', el('small', {}, words.level.replace('…', now.level)))),
    points,
    levels,
  ];
}

function seatOf(scene, index) {
  const { play: now, seats, you } = scene;
  const partner = you !== null && index === (you + 2) % 4;
  return chip(seats[index], index, {
    cards: now.sizes[index],
    you: you === index,
    side: sideOf(index, you),
    role: partner ? words.partner : null,
    badge: now.dealer === index ? words.dealer : null,
  });
}

/** The viewer's own seat, beside what is due. */
export const me = (scene) => (scene.you === null ? null : seatOf(scene, scene.you));

/** Cards of one play beside their player. */
function heap(scene, { seat, cards }, wins, why = null) {
  const { seats, you } = scene;
  const owner = you === seat ? words.you : seats[seat].name;
  const counts = new Map();
  const shown = cards.map((name) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return lying(french, name, `heap${seat} ${name}#${count}`, owner);
  });
  const laid = el('span', { class: 'heap' }, ...shown);
  laid.style.setProperty('--count', String(cards.length));
  const look = `play ${placeOf(seat, you)} ${wins ? 'winning' : ''}`;
  // What wins says why when it is tapped.
  const called = shown.map((one) => one.getAttribute('aria-label')).join(' ');
  if (wins && why) return el('button', { class: look, 'data-of': seat, 'data-key': 'why', 'aria-label': called, title: words.why, click: why }, laid);
  return el('div', { class: look, 'data-of': seat }, laid);
}

/** Why the trick on the felt is won by whom it is: nothing before there is something to compare. */
const whyOf = (now, trick) => (trick?.why ? [trick.why, now.order].filter(Boolean) : []);

/** The seats at the felt: those that are there become what they should be where they stand. */
export const around = (scene) => scene.seats.map((seat, index) => (index === scene.you ? null
  : once(`place${index}`, [seat, scene.play.sizes[index], scene.you, scene.play.dealer === index],
    () => el('div', { class: `place ${placeOf(index, scene.you)}` }, seatOf(scene, index)))));

/** The trick, or what was called, at the four places; or how the round ended. */
export function felt(scene, { last, lays, looks }, does) {
  const { play: now, seats, you } = scene;
  const trick = last ? [now.last, ...(now.earlier ?? [])][last - 1] : lays?.trick ?? now.trick;
  const lies = trick?.plays ?? (now.call && now.phase !== 'playing' ? [now.call] : []);
  const narrow = lies.some(({ cards }) => cards.length > NARROW);
  const why = whyOf(now, trick);
  const explain = why.length ? () => does.explain(trick.said, why) : null;
  const plays = lies.map((one) => {
    const wins = trick?.winning === one.seat && lies.length > 1;
    return once(`heap${one.seat}`, [one, you, seats[one.seat].name, wins && why, looks], () => heap(scene, one, wins, explain));
  });
  const places = around(scene);
  const open = scene.hands?.some((held) => held.length);
  const hands = seats.map((seat, index) => {
    const [held, side] = [scene.hands?.[index] ?? [], placeOf(index, you)];
    if (!held.length || side === 'south') return null;
    return el('div', { class: `held ${side}` }, laidOpen(french, held, side === 'north' ? held.length : 7, seat.name));
  });
  const stake = trick?.points ? once('stake', trick.points, () => el('span', { class: 'stake' }, words.points_lie.replace('…', trick.points))) : null;
  const pile = Math.max(0, 108 - now.sizes.reduce((one, two) => one + two, 0));
  const dealing = now.phase === 'dealing' || now.phase === 'calling'
    ? once('pile', pile, () => el('span', { class: 'pile', 'aria-hidden': 'true' }, String(pile))) : null;
  const kitty = lays?.kitty ? el('div', { class: 'turned' },
    el('h2', {}, words.kitty), el('span', { class: 'heap' }, ...lays.kitty.map((name) => lying(french, name)))) : null;
  const look = ['felt four', last ? 'past' : '', dealing ? 'deals' : '', open ? 'open' : '', narrow ? 'rows' : ''].filter(Boolean).join(' ');
  if (laid.className !== look) laid.className = look;
  laid.setAttribute('aria-label', words.table);
  arrange(laid, [...places, ...hands, ...(kitty ? [kitty] : plays), stake, dealing].filter(Boolean));
  return laid;
}

/** The ladder below a kitty that was turned over, in a frame of its own; whether it came just now. */
export function rungs({ you }, lays) {
  if (!lays?.levels || laid.querySelector('.ladder')) return false;
  laid.querySelector('.turned')?.append(ladder(lays.levels, you));
  return true;
}

/** The felt itself stays, as most of what lies there does from one play to the next. */
const laid = el('section', { class: 'felt four', 'data-goes': 'on' });

/** A hand that lies in order, by suits: trumps are one. */
export function suitsOf(names, { suit, level }) {
  const of = (name) => (/^J[+-]$/.test(name) || name.slice(0, -1) === level || name.endsWith(suit) ? 'trump' : name.slice(-1));
  return [...new Set(names.map(of))].map((one) => names.filter((name) => of(name) === one));
}

/** The ladder from 2 to the ace, with both sides on it. */
export function ladder(levels, you) {
  const own = (you ?? 0) % 2;
  const rungs = [2, 3, 4, 5, 6, 7, 8, 9, 10, 'J', 'Q', 'K', 'A'].map(String).map((rank) => {
    const [ours, theirs] = [levels[own] === rank, levels[1 - own] === rank];
    const mark = (here, side) => (here ? el('i', { class: side, 'data-move': `rung ${side}` }) : null);
    return el('span', {}, mark(theirs, 'other'), mark(ours, ours && theirs ? 'own half' : 'own'), el('b', {}, rank));
  });
  return el('div', {
    class: 'ladder', role: 'img', 'aria-label': `${words.we} ${levels[own]}, ${words.they} ${levels[1 - own]}`,
  }, ...rungs);
}

/** What lies below the words of a finished round: the ladder, its last trick and its kitty. */
export function ended(scene) {
  const { play: now, you } = scene;
  const row = (label, cards, look = 'heap') => (cards.length ? el('div', { class: 'turned' },
    el('h2', {}, label), el('span', { class: look }, ...cards)) : null);
  const trick = now.last?.plays.map(({ seat, cards }) => heap(scene, { seat, cards }, now.last.winning === seat)) ?? [];
  const long = now.last?.plays.some(({ cards }) => cards.length > NARROW);
  return [
    now.levels ? ladder(now.levels, you) : null,
    row(now.last?.said || words.last, trick, long ? 'plays long' : 'plays'),
    row(now.result.kitty, now.kitty.map((name) => lying(french, name))),
  ];
}

/** The cards that came with the kitty, as long as eight of the hand are to be buried. */
let kittyNow = [];

/** A scene in which nobody is waited for. */
const nobodys = (scene) => ({ ...scene, deadline: null, due: '', seats: scene.seats.map((seat) => ({ ...seat, due: false })) });

/** What is to be seen between two tables: a trick that was taken, the kitty, and how the round ended. */
export function steps(before, told) {
  const [was, is] = [before?.scene?.play, told.scene.play];
  const face = (scene) => {
    const { phase, round, trick, last, call, sizes } = scene.play;
    return [scene.stage, scene.between, phase, round, trick, last, call, sizes];
  };
  if (!was || before.scene.game !== told.scene.game) return [{ told, stays: 0 }];
  if (same(face(before.scene), face(told.scene))) return null;
  const stays = stay();
  if (is.phase === 'burying' && was.phase !== 'burying') kittyNow = without(is.hand.flat(), was.hand.flat());
  const taken = is.last && !same(is.last, was.last) && was.phase === 'playing' ? is.last : null;
  if (told.scene.between) {
    const ends = !before.scene.between;
    // The cards of the round are gone from what is told: they lie on the felt as they were, and how it ended is told after.
    const shown = (points) => ({
      ...told, news: [], page: { title: '', lines: [], controls: [] },
      scene: { ...nobodys(told.scene), between: false, play: {
        ...is, hand: [], turn: null, points, goal: was.goal, level: was.level, suit: was.suit, fixed: was.fixed,
        trump: was.trump, dealer: was.dealer, levels: was.levels, phase: 'playing', trick: null, last: null,
      } },
    });
    const against = taken && (taken.winning - was.dealer) % 2 ? taken.points : 0;
    return [
      ...(ends && taken ? [{ told: shown(was.points + against), lays: { trick: taken, says: taken.said }, stays: stays * 1.2 }] : []),
      ...(ends && is.kitty.length
        ? [{ told: shown(is.result?.points ?? was.points), lays: { kitty: is.kitty, levels: was.levels, taker: taken?.winning }, stays }] : []),
      { told, stays: 0, holds: ends },
    ];
  }
  if (!taken) return [{ told, stays: is.phase === 'playing' ? 260 : SMALL }];
  const next = { told: { ...told, news: [] }, lays: { taker: taken.winning }, stays: 260 };
  // What came after it meanwhile waits until the trick was seen.
  const quiet = is.trick?.plays.length ? {
    ...told, page: { ...told.page, title: ' ', lines: [] }, scene: { ...nobodys(told.scene), play: { ...is, turn: null } },
  } : told;
  return [{ told: quiet, lays: { trick: taken, says: taken.said }, stays }, next];
}

export function own(scene, does, size) {
  const { play: now } = scene;
  const { turn, hand: groups } = now;
  const cards = groups.flat();
  const groupOf = groups.flatMap((group, index) => group.map(() => index));
  const { played = [], advised = [] } = now.marks ?? {};
  const [laid, better] = [placed(cards, played, []), placed(cards, advised, [])];
  const raised = raisedNow();
  const hint = placed(cards, hintOf(turn), raised.filter((index) => hintOf(turn).includes(cards[index])));
  const fromKitty = placed(cards, now.phase === 'burying' && kittyNow.length === 8 ? kittyNow : [], []);
  const shown = cards.map((name, index) => ({
    name,
    group: groupOf[index],
    raised: raised.includes(index) || laid.includes(index),
    advised: better.includes(index),
    dimmed: Boolean(turn) && !mayBeChosen(turn, name),
    hinted: hint.includes(index),
    kitty: fromKitty.includes(index),
  }));
  if (scene.hands || now.marks) return hand(french, shown, size);
  return hand(french, shown, {
    ...size,
    tap: (index) => tap(scene, index, does),
    slide: (indices) => slide(scene, indices, does),
    flick: (index) => playAt(scene, index, does),
  });
}

/** Plays what is raised, as the button says; if nothing is, the card that has the focus is raised. */
function playNow(scene, does, focused) {
  if (focused !== undefined && !raisedNow().length) tap(scene, focused, does);
  else play(scene, does);
}
export { playNow as play };

export function playButton(scene, does) {
  const { turn } = scene.play;
  if (!turn?.play || (turn.comes && !turn.chosen.length)) return null;
  return el('button', {
    class: 'gold large',
    'data-key': 'play',
    'aria-disabled': turn.play.enabled ? null : 'true',
    click: () => play(scene, does),
  }, turn.play.label);
}

/** What is wrong with what is raised, or why it is; while burying, what that risks. */
export function note(scene) {
  const { turn, phase } = scene.play;
  return phase === 'calling' ? scene.due : turn?.note ?? '';
}

/** What the line of news says as long as this trick lies there, and why it is won. */
export function standing(scene, lays) {
  const { play: now } = scene;
  const trick = lays?.trick ?? now.trick;
  const taken = lays?.trick ?? (trick?.plays.length ? trick : now.last);
  // What is due begins with the call that stands.
  const beside = (text) => ['dealing', 'calling'].includes(now.phase) && scene.due.startsWith(text.split(/[.。]/)[0]);
  return { failed: trick?.failed ?? '', taken: Boolean(lays?.trick), why: whyOf(now, taken), beside };
}

/** Cards that can be looked at beside the trick: the last one, and the kitty. */
export function beside(scene, show, last) {
  const { play: now } = scene;
  if (now.marks) {
    return ['played', 'advised'].map((kind) => el('span', { class: `kitty ${kind}` },
      `${words[kind]} `, ...now.marks[kind].map((name) => lying(french, name))));
  }
  const has = now.last && now.phase === 'playing';
  const label = last ? words.now : words.last;
  return [has ? el('button', { 'data-key': 'last', 'aria-pressed': String(Boolean(last)), click: show }, label) : null];
}

/** What the column beside the felt shows: the points that were taken, and the kitty for whom it is open. */
export function column(scene) {
  const { play: now } = scene;
  const row = (label, cards) => (cards?.length ? el('section', {},
    el('h2', {}, label), el('span', { class: 'small-cards' }, ...cards.map((name) => lying(french, name)))) : null);
  return [row(words.taken, now.taken), row(words.kitty, now.kitty)];
}
