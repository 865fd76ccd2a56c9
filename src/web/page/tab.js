// The tab of the browser: its title says whose turn it is.

import { words } from './dom.js';

/** @param {import('./contract').Scene | null | undefined} scene */
export function nameTab(scene) {
  const due = scene?.seats.filter((seat) => seat.due) ?? [];
  const own = scene?.seats[scene.you ?? -1]?.due;
  const turn = own ? `● ${words.your_turn}` : due.length === 1 ? words.turn_of.replace('…', due[0].name) : '';
  document.title = [turn, words.title].filter(Boolean).join(' · ');
}
