// What happened: one line on the felt, and the whole list beside it or behind a tap.

import { announce, el, words } from './dom.js';
import { ask, line, textOf } from './page.js';

/** The most lines of the list. */
const MOST = 80;

/** @type {import('./contract').Line[]} */
const all = [];
/** How many lines there were before those. */
let former = 0;
/** The line on the felt; what was said to this viewer alone takes its place until something happens. */
let now = '';
let said = '';

/**
 * Takes what happened, and says it to whoever listens. `says` is what the felt says of it; what is `small`, as a card that
 * is dealt, is seen anyway.
 */
export function happened(lines, says, small = false) {
  const told = lines.filter((one) => textOf(one).trim());
  if (small) return announce(told.map(textOf).join(' '));
  all.push(...told);
  former += all.splice(0, Math.max(0, all.length - MOST)).length;
  if (says ?? told.length) {
    now = says || told.slice(-2).map(textOf).join(' · ');
    said = '';
  }
  if (told.length) announce(told.map(textOf).join(' '));
  return undefined;
}

/** Says something to this viewer alone. */
export function say(text) {
  said = text;
  announce(text);
}

/** What was said is over: the viewer goes on. What happened is, too, where something may have been `missed`. */
export function hush(missed = false) {
  said = '';
  if (missed) now = '';
}

/** This is no longer so; whether it was still said. */
export function unsay(text) {
  for (const one of document.querySelectorAll('.toast')) if (one.textContent === text) one.remove();
  const was = said === text;
  if (was) said = '';
  return was;
}

/** What the trick that lies there adds: that its throw `failed`, whether it is `taken`, why it is won, and what is told beside it anyway. */
let trick = { failed: '', taken: false, why: [], beside: (_) => false };

/** The line on the felt; a tap shows why, and the list. */
export function newsLine(standing = trick) {
  trick = standing;
  const { failed, taken, beside } = trick;
  const text = said || (failed ? [taken ? now : '', failed].filter(Boolean).join(' · ') : beside(now) ? '' : now);
  if (!text) return el('p', { class: 'news empty' });
  return el('p', { class: `news ${said ? 'said' : ''}` },
    el('button', { 'data-key': 'news', title: words.news, click: showNews }, el('span', {}, text)));
}

export function showNews() {
  const told = trick.why.map((one) => [['bold', one]]);
  ask({ title: words.news, lines: [...told, ...all.slice(-40).toReversed()], controls: [] }, () => {});
}

/** The list, the newest above. */
export function newsList() {
  const shown = all.map((one, at) => el('li', { 'data-line': former + at }, ...line(one).childNodes)).reverse();
  return el('section', { class: 'log', 'aria-label': words.news },
    el('h2', {}, words.news), el('ol', { tabindex: 0 }, ...shown));
}
