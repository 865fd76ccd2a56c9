// The first page: what can be played, and the tables where one sits.

import { bell } from './bell.js';
import { lying, french } from './cards.js';
import { el, fill, timeOf, words } from './dom.js';
import { ask, line } from './page.js';

/** What lies on the felt of the first page. */
const SHOWN = ['J+', '2H', 'AS', 'KD', '10C'];

/**
 * Draws it. `does.ask(wish)` carries a wish out; `does.redraw()` draws anew.
 *
 * @param {HTMLElement} root @param {import('./contract').Home} home
 * @param {import('./contract').Hello} hello @param {import('./contract').Does} does
 */
export function drawHome(root, home, hello, does) {
  const say = (text) => () => does.ask({ words: text });
  const game = ({ game: kind, name }, first) => el('li', { class: first ? 'first' : '' },
    el('h2', {}, name),
    first ? el('p', {}, words.about) : null,
    el('div', { class: 'row' },
      el('button', { class: first ? 'gold' : '', 'data-key': `${kind}1`, click: () => does.ask({ open: { game: kind, computers: true } }) }, words.computers),
      el('button', { 'data-key': `${kind}2`, click: () => does.ask({ open: { game: kind, computers: false } }) }, words.others)));
  const [tables, older] = listed(home.tables);
  const tile = (key, sign, label, note, click) => el('button', { 'data-key': key, click },
    el('span', { 'aria-hidden': 'true' }, sign), el('span', {}, label, note ? el('small', {}, note) : null));
  root.className = '';
  fill(root, el('div', { class: 'home' },
    el('div', { class: 'brand', 'aria-hidden': 'true' }, ...SHOWN.map((name) => lying(french, name))),
    el('h1', {}, words.title),
    home.note ? line(home.note) : null,
    tables.length ? el('section', {}, el('h2', {}, words.continue), el('ul', { class: 'open' }, ...tables),
      older.length ? el('details', {}, el('summary', {}, words.more), el('ul', { class: 'open' }, ...older)) : null) : null,
    el('ul', { class: 'games' }, ...home.games.map((one, at) => game(one, at === 0))),
    hello.linked ? null : el('div', { class: 'tiles' },
      tile('lesson', '🎓', words.lesson, '', say('practice')),
      home.daily ? tile('daily', '📅', words.daily, home.daily, say('daily')) : null,
      tile('profile', '🏅', words.profile, hello.name ?? '', say('profile')),
      tile('settings', '⚙️', words.settings, '', () => openMenu([], hello, does))),
    languages(hello, does)));
}

/** So many tables are seen at once. */
const SEEN = 3;

/** The tables of the viewer, the latest first, and those that are seldom gone on with; of those without anybody else, the latest. */
function listed(tables) {
  const latest = tables.toSorted((one, two) => two.since - one.since);
  const alone = latest.find((one) => !one.people);
  const items = latest.filter((one) => one.people || one === alone).map((one) => el('li', {},
    el('a', { href: `/t/${one.key}` }, el('b', {}, one.name), el('span', {}, one.people || words.alone), el('small', {}, timeOf(one.since)))));
  return [items.slice(0, SEEN), items.slice(SEEN)];
}

/**
 * Opens the menu of a table, or the settings: what is seldom needed. `rows` are elements of the table itself.
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

/** Asks for a name. */
export function nameForm(label, hello, done) {
  const input = el('input', {
    id: 'name', name: 'name', maxlength: 32, autocomplete: 'nickname', value: hello.name ?? '', 'data-key': 'name',
  });
  const submit = (event) => {
    event.preventDefault();
    if (input.value.trim()) done(input.value);
  };
  return el('form', { class: 'name', submit },
    el('label', { for: 'name' }, label), input, el('button', { 'data-key': 'named' }, words.name_set));
}

/** The other languages that there are. */
export function languages(hello, does) {
  const others = hello.other_languages.map(([tag, name]) => el('button', {
    class: 'plain', lang: tag, 'data-key': `language ${tag}`,
    click: () => does.ask({ words: `settings language ${tag}` }),
  }, name));
  return el('div', { class: 'row languages' }, ...others);
}
