// The first page: what can be opened, and the tables where one sits.

import { bell } from './bell.js';
import { el, fill, words } from './dom.js';
import { line } from './page.js';

/**
 * Draws it. `does.ask(wish)` carries a wish out; `does.redraw()` draws anew.
 *
 * @param {HTMLElement} root @param {import('./contract').Home} home
 * @param {import('./contract').Hello} hello @param {import('./contract').Does} does
 */
export function drawHome(root, home, hello, does) {
  const open = (game, computers) => does.ask({ open: { game, computers } });
  const games = home.games.map(({ game, name }) => el('li', {},
    el('h2', {}, name),
    el('div', { class: 'row' },
      el('button', { class: 'good', 'data-key': `${game}1`, click: () => open(game, true) }, words.computers),
      el('button', { 'data-key': `${game}2`, click: () => open(game, false) }, words.others))));
  const tables = home.tables.map((one) => el('li', {},
    el('a', { href: `/t/${one.key}` }, `${one.name}: ${one.people}`)));
  fill(root, el('div', { class: 'home' },
    el('h1', {}, words.title),
    home.note ? line(home.note) : null,
    tables.length ? el('section', {}, el('h2', {}, words.tables), el('ul', {}, ...tables)) : null,
    el('ul', { class: 'games' }, ...games),
    ...(hello.linked ? [] : [
      el('button', { 'data-key': 'lesson', click: () => does.ask({ words: 'practice' }) }, words.lesson),
      nameForm(words.name, hello, (name) => does.ask({ name })),
    ]),
    el('div', { class: 'row' }, bell(does.redraw)),
    languages(hello, does)));
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
  return el('div', { class: 'row' }, ...others);
}
