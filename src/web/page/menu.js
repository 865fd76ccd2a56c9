// The menu of a table: what is seldom needed.

import { bell } from './bell.js';
import { words } from './dom.js';
import { languages } from './home.js';
import { ask } from './page.js';

/**
 * Opens it. `rows` are elements of the table itself: the page in words, the command line, invitations.
 *
 * @param {Element[]} rows @param {import('./contract').Hello} hello @param {import('./contract').Does} does
 */
export function openMenu(rows, hello, does) {
  ask({ title: words.menu, lines: [], controls: [] }, does.press, ...rows, bell(() => openMenu(rows, hello, does)), languages(hello, does));
}
