// The menu of a table, and the settings on the first page: what is seldom needed.

import { bell } from './bell.js';
import { el, words } from './dom.js';
import { languages, nameForm } from './home.js';
import { ask } from './page.js';

/**
 * Opens it. `rows` are elements of the table itself: the page in words, the command line, invitations.
 *
 * @param {Element[]} rows @param {import('./contract').Hello} hello @param {import('./contract').Does} does
 */
export function openMenu(rows, hello, does) {
  const title = rows.length ? words.menu : words.settings;
  ask({ title, lines: [], controls: [] }, does.press,
    ...rows,
    rows.length || hello.linked ? null : nameForm(words.name, hello, (name) => does.ask({ name })),
    el('h2', {}, words.this_device),
    bell(() => openMenu(rows, hello, does)),
    el('h2', {}, words.settings),
    el('button', { 'data-key': 'settings', click: () => does.ask({ words: 'settings' }) }, words.looks),
    languages(hello, does));
}
