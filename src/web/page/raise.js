// What is raised of a hand of tractor: taps put a play together, and the server says what comes of it.

import { words } from './dom.js';

/** What is raised, by place in the hand. */
let raised = [];
/** It is played as soon as the server has agreed. */
let eager = false;
/** The hint that another card has made go away. */
let gone = '';

export const raisedNow = () => raised;

const textOf = (names) => [...names].sort().join(' ');

/** Takes over what the server says is put together. */
export function adopt(scene, busy) {
  const cards = scene.play.hand.flat();
  if (!scene.play.turn) {
    raised = [];
    eager = false;
    gone = '';
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

/** The cards that were advised, unless the viewer went on by another card. */
export function hintOf(turn) {
  const hint = turn?.hint ?? [];
  if (gone && textOf(hint) !== gone) gone = '';
  return gone ? [] : hint;
}

/** A hint that is asked for again is marked again. */
export function advised() {
  gone = '';
}

const namesOf = (cards, places) => places.map((index) => cards[index]);

/** These names without those, copies counted. */
export function without(names, gone) {
  const rest = [...gone];
  return names.filter((name) => {
    const at = rest.indexOf(name);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** What these lists of names have in common, copies counted. */
const common = (lists) => lists.reduce((one, two) => without(one, without(one, two)));

const holds = (play, names) => !without(names, play).length;

/** Whether a card is in anything that may be played. */
export const mayBeChosen = (turn, name) => (turn.plays.length ? turn.plays.some((play) => play.includes(name))
  : turn.open.includes(name) || turn.fixed.includes(name));

/** Raises or lowers a card, and raises whatever every legal play has with it. */
export function tap(scene, index, does) {
  const { turn, hand: groups } = scene.play;
  const cards = groups.flat();
  if (scene.seats?.[scene.you]?.away) return does.comeBack();
  if (!turn) return does.say(scene.due);
  const name = cards[index];
  if (!mayBeChosen(turn, name)) return does.say(turn.why || turn.note || scene.due);
  const advised = turn.hint.length > 0 && textOf(namesOf(cards, raised)) === textOf(turn.hint);
  const gives = turn.count === null && !does.busy() && (turn.ready || (advised && !gone));
  if (turn.hint.length && !turn.hint.includes(name)) gone = textOf(turn.hint);
  if (raised.includes(index) && !gives) {
    if (turn.fixed.includes(name)) return does.say(turn.note || turn.why || '');
    raised = raised.filter((other) => other !== index);
    return send(scene, does);
  }
  // A hint that nobody touched gives way.
  if (gives) raised = [];
  const single = turn.count === 1;
  const full = turn.count !== null && raised.length >= turn.count;
  if (full && !single && scene.play.phase === 'burying') return does.say(turn.why || words.full);
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
  return send(scene, does);
}

/** Raises all that a finger went over, or lowers it if the first one was raised. */
export function slide(scene, indices, does) {
  const { turn, hand: groups } = scene.play;
  const cards = groups.flat();
  if (!turn) return does.say(scene.due);
  const lowers = raised.includes(indices[0]);
  const open = indices.filter((index) => mayBeChosen(turn, cards[index]) && raised.includes(index) === lowers);
  if (!open.length) return does.say(turn.why || scene.due);
  if (lowers) {
    raised = raised.filter((index) => !open.includes(index) || turn.fixed.includes(cards[index]));
  } else {
    const room = turn.count === null ? open.length : Math.max(0, turn.count - raised.length);
    raised = [...raised, ...open.slice(0, room)];
  }
  return send(scene, does);
}

/** Places in the hand of these names, those already wanted first. */
export function placed(cards, names, wanted) {
  const places = [...wanted];
  for (const name of without(names, namesOf(cards, wanted))) {
    const index = cards.findIndex((other, at) => other === name && !places.includes(at));
    if (index >= 0) places.push(index);
  }
  return places;
}

function send(scene, does) {
  const { turn, hand: groups } = scene.play;
  does.draft(without(namesOf(groups.flat(), raised), turn.fixed).join(' '));
}

/** Plays what is raised, once the server has said that it is what it thinks, too. */
export function play(scene, does) {
  const { turn, hand: groups } = scene.play;
  if (!turn?.play) return does.say(turn?.note || scene.due);
  const agreed = !does.busy() && textOf(turn.chosen) === textOf(namesOf(groups.flat(), raised));
  eager = !agreed;
  if (!agreed) return undefined;
  if (turn.play.enabled) return does.press(turn.play.press, []);
  return does.say((scene.play.phase === 'burying' && turn.why) || turn.note || turn.why);
}

/** Raises this card in place of the others if it is not raised, and plays. */
export function playAt(scene, index, does) {
  if (!raised.includes(index)) tap(scene, index, does);
  if (raised.includes(index)) play(scene, does);
}

/** What waited for the server's word. */
export function goOn(scene, does) {
  if (eager && !does.busy()) {
    eager = false;
    play(scene, does);
  }
}
