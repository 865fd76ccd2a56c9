// What lies on the table instead of the match: a step of a finished round, a decision that is reviewed, or a position
// of the lesson. The server has the steps; here is which is shown.

import { el, words } from './dom.js';
import { ladder, suitsOf } from './tractor.js';

/** How long each step stays while they go on by themselves. */
const STAYS = 1500;

/**
 * The step that is shown: its page, how many of its lines are `said` beside the table, the cards that are marked, and
 * its scene if anything lies there; null while the match does. In a scene with all `hands` nothing can be played.
 */
let step = null;
let running = false;
let timer = null;

export const shown = () => step;

/** Shows a step as `you` see it, whose hand lies below. */
export function show({ page, exhibit }, you, press) {
  const { scene = null, hands = [], said = 0, marks = null } = exhibit?.step ?? {};
  if (scene && hands.length) {
    const own = hands[you ?? 0] ?? [];
    Object.assign(scene.play.cards ?? scene.play, { hand: scene.play.cards ? [own] : suitsOf(own, scene.play), marked: false });
    Object.assign(scene, { hands });
  }
  if (scene) scene.you ??= you;
  if (marks) Object.assign(scene.play, { marks });
  step = { page, scene, said };
  clearTimeout(timer);
  const next = following();
  running &&= Boolean(next);
  if (running) timer = setTimeout(() => press(next, []), STAYS);
}

/** What shows the next step, if they can go on by themselves: there is nothing to read beside them, or to choose. */
function following() {
  const button = step.page.controls.flat().at(-1)?.button;
  return step.scene && !step.said && button?.enabled ? button.press : null;
}

/** Puts cards together that are to be chosen. */
export function put(cards) {
  const { turn } = step.scene.play;
  turn.chosen = cards;
  turn.play.enabled = turn.count === null ? cards.length > 0 : cards.length === turn.count;
}

/** The ladder of the levels, where a step of the lesson is about going up. @param {any} there @returns {(Node | null)[]} */
export function besideStep(there) {
  const { levels, points } = there?.scene?.play ?? {};
  return there?.said && levels && points === null ? [ladder(levels, there.scene.you)] : [];
}

export function leave() {
  clearTimeout(timer);
  running = false;
  step = null;
}

/** Buttons that let it run, and that go back to the match or the first page. */
export function buttons(press, back, whither) {
  const next = following();
  const run = () => {
    running = !running;
    clearTimeout(timer);
    if (running) press(next, []);
    else back(false);
  };
  return el('div', { class: 'row' },
    next ? el('button', { 'data-key': 'run', click: run }, running ? words.halt : words.run) : null,
    el('button', { 'data-key': 'back', click: () => back(true) }, whither));
}
