// A finished round on the table where it was played, step by step. The server has the steps; here is which is shown.

import { el, words } from './dom.js';

/** How long each step stays while they go on by themselves. */
const STAYS = 1500;

/** The step that is shown: its page, and its scene if anything lies on the table; null while nothing is replayed. */
let step = null;
let running = false;
let timer = null;

export const shown = () => step;

/** Shows a step; the hand of `you` lies below. */
export function show({ page, exhibit }, you, press) {
  const { scene = null, hands = [] } = exhibit?.step ?? {};
  if (scene) {
    Object.assign(scene.play.cards ?? scene.play, { hand: [hands[you ?? 0] ?? []], marked: false });
    scene.you = you;
  }
  step = { page, scene };
  clearTimeout(timer);
  const next = following();
  running &&= Boolean(next);
  if (running) timer = setTimeout(() => press(next), STAYS);
}

/** What shows the next step, if there is one. */
function following() {
  const button = step.page.controls.flat().at(-1)?.button;
  return button?.enabled ? button.press : null;
}

export function leave() {
  clearTimeout(timer);
  running = false;
  step = null;
}

/** Buttons that let it run, and that go back to the table. */
export function buttons(press, back) {
  const next = following();
  const run = () => {
    running = !running;
    clearTimeout(timer);
    if (running) press(next);
    else back(false);
  };
  return el('div', { class: 'row' },
    next ? el('button', { 'data-key': 'run', click: run }, running ? words.halt : words.run) : null,
    el('button', { 'data-key': 'back', click: () => back(true) }, words.table));
}
