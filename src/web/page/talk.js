// Talk at the table: four signs and short lines, shown at the seat for a while and in a list.

import { announce, el, toast, words } from './dom.js';
import { ask, closeAsked } from './page.js';

const SIGNS = ['👍', '😂', '😮', '👏'];
/** How long a line stays at its seat, in milliseconds: who said it knows it, and wants to see what lies below. */
const STAYS = 5000;
const STAYS_OWN = 1500;
/** The most lines of the list, and the most characters of one. */
const MOST = 60;
const LONG = 120;

/** @type {{ name: string, text: string }[]} */
const all = [];
/** The table as it was told last, and what is being written. @type {import('./contract').Table | null} */
let shown = null;
let writing = '';

/** Takes the table, to know who may talk there. @param {import('./contract').Table} table */
export function overhear(table) {
  shown = table;
}

/** Whether somebody is there to be talked to. */
function isTalk(scene) {
  const others = scene?.seats.some((seat, at) => at !== scene.you && seat.taken && !seat.computer);
  return Boolean(scene && scene.you !== null && scene.stage !== 'closed' && (others || all.length));
}

/** What somebody says. @param {{ seat: number | null, name: string, text: string }} said */
export function heard(said) {
  all.push(said);
  all.splice(0, Math.max(0, all.length - MOST));
  announce(`${said.name}: ${said.text}`);
  const seat = /** @type {HTMLElement | null} */ (document.querySelector(`[data-seat="${said.seat}"]`));
  if (seat?.checkVisibility()) bubble(seat, said.text);
  else toast(el('b', {}, said.name), ` ${said.text}`);
  for (const one of document.querySelectorAll('.talk ol')) {
    one.replaceChildren(...lines());
    one.scrollTop = one.scrollHeight;
  }
}

/** Shows a line at a seat. */
function bubble(seat, text) {
  const box = seat.getBoundingClientRect();
  const number = seat.getAttribute('data-seat');
  document.querySelector(`.bubble[data-of="${number}"]`)?.remove();
  const element = el('p', { class: `bubble ${SIGNS.includes(text) ? 'sign-only' : ''}`, 'data-of': number, 'aria-hidden': 'true' }, text);
  document.body.append(element);
  const own = element.getBoundingClientRect();
  const left = Math.max(6, Math.min(box.left + box.width / 2 - own.width / 2, innerWidth - own.width - 6));
  const below = box.bottom + own.height + 8 < innerHeight / 2;
  element.style.left = `${left}px`;
  element.style.top = `${below ? box.bottom + 6 : Math.max(6, box.top - own.height - 6)}px`;
  setTimeout(() => element.remove(), Number(number) === shown?.scene?.you ? STAYS_OWN : STAYS);
}

const lines = () => (all.length
  ? all.map((said) => el('li', {}, el('b', {}, said.name), ` ${said.text}`))
  : [el('li', {}, el('small', {}, words.nothing_said))]);

const signs = (does) => SIGNS.map((sign) => el('button', {
  'data-key': `sign ${sign}`, click: () => does.ask({ words: `chat ${sign}` }),
}, sign));

/** The list. A line is written in a window of its own, which is not drawn anew while the game goes on. */
const list = () => el('ol', { tabindex: 0, 'aria-label': words.talk }, ...lines());

/** A line to write. @param {import('./contract').Does} does */
function form(does) {
  const input = el('input', {
    name: 'line', maxlength: LONG, autocomplete: 'off', 'aria-label': words.say, value: writing,
    input: (event) => {
      writing = event.target.value;
    },
  });
  const submit = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    writing = '';
    if (text) does.ask({ words: `chat ${text}` });
  };
  return el('form', { submit }, input, el('button', {}, words.say_it));
}

/** Whom one does not want to hear: by oneself, or as the host for all. */
function people(does) {
  const scene = shown?.scene;
  const others = scene?.seats.map((seat, at) => ({ seat, at }))
    .filter(({ seat, at }) => at !== scene.you && seat.taken && !seat.computer) ?? [];
  const hosts = scene && scene.host === scene.you;
  const acts = others.flatMap(({ seat }) => [
    ['block', 'block'], ...(hosts ? [['mute', 'chat mute'], ['unmute', 'chat unmute']] : []),
  ].map(([word, command]) => el('button', {
    'data-key': `${word} ${seat.name}`, click: () => does.ask({ words: `${command} ${seat.name}` }),
  }, words[word].replace('…', seat.name))));
  return acts.length ? el('details', {}, el('summary', {}, '⋯'), el('div', { class: 'row' }, ...acts)) : null;
}

/**
 * What is said at the table, and how to say something: part of the column beside the felt.
 *
 * @param {import('./contract').Table} table @param {import('./contract').Does} does
 * @returns {Element | null}
 */
export function talk(table, does) {
  if (!isTalk(table.scene)) return null;
  return el('section', { class: 'talk', 'aria-label': words.talk },
    el('h2', {}, words.talk), list(),
    el('div', { class: 'row' }, ...signs(does), el('button', { 'data-key': 'talk', click: () => open(does) }, words.say)));
}

function open(does) {
  const closes = {
    ...does,
    ask: (wish) => {
      closeAsked();
      return does.ask(wish);
    },
  };
  ask({ title: words.talk, lines: [], controls: [] }, does.press, el('section', { class: 'talk' },
    list(), el('div', { class: 'row' }, ...signs(closes)), form(closes), people(closes)));
  document.getElementById('asked')?.querySelector('input')?.focus();
}

/** The same behind a button, where there is no column. @returns {Element | null} */
export function talkButton(table, does) {
  if (!isTalk(table.scene)) return null;
  return el('button', { class: 'tool talks', 'data-key': 'talks', 'aria-label': words.talk, title: words.talk, click: () => open(does) }, '💬');
}
