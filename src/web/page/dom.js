// Elements, and the words of the page. Text is always set as text, never as markup.

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an element with these attributes (handlers as functions) and children. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** The same in a drawing. */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** One of the signs that the page has drawn: a suit or a star. */
export const sign = (name, look = '') => svg('svg', { class: `sign ${look}`, 'aria-hidden': 'true' }, svg('use', { href: `#${name}` }));

/** What this browser alone knows of its viewer; where a page may keep nothing, until it is left. */
const known = new Map();

/** @returns {string | null} */
export function kept(name) {
  try {
    return known.get(name) ?? localStorage.getItem(name);
  } catch {
    return known.get(name) ?? null;
  }
}

export function keep(name, value) {
  known.set(name, value);
  try {
    localStorage.setItem(name, value);
  } catch { /* until it is left */ }
}

export const words = {};

/** Takes over the words of the page in the viewer's language. */
export function setWords(hello) {
  Object.assign(words, hello.words);
  document.documentElement.lang = hello.language;
  document.title = words.title;
}

/**
 * Puts these children into an element, and keeps the focus on what has the same key.
 *
 * @param {HTMLElement} parent @param {any[]} children
 */
export function fill(parent, ...children) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const key = parent.contains(focused) ? focused.dataset.key : undefined;
  arrange(parent, children.flat().filter(Boolean));
  if (key === undefined || focused === document.activeElement) return;
  const keyed = /** @type {HTMLElement[]} */ ([...parent.querySelectorAll('[data-key]')]);
  const again = keyed.find((one) => one.dataset.key === key);
  /** @type {HTMLElement | null} */
  const next = again ?? parent.querySelector('.hand .card, .square:not([disabled])')
    ?? parent.querySelector('button:not([disabled])');
  next?.focus({ preventScroll: true });
}

/**
 * Puts these children into an element, and leaves those alone that are there: what is drawn anew costs time. The focus of
 * one that is gone goes to its neighbour.
 *
 * @param {Element} parent @param {Node[]} children
 */
export function arrange(parent, children) {
  const wanted = new Set(children);
  const all = [...parent.childNodes];
  const at = all.indexOf(/** @type {any} */ (document.activeElement));
  const near = at < 0 || wanted.has(all[at]) ? null : [...all.slice(at), ...all.slice(0, at).reverse()].find((one) => wanted.has(one));
  for (const one of all) if (!wanted.has(one)) one.remove();
  children.forEach((child, index) => {
    const there = parent.childNodes[index] ?? null;
    if (there !== child) parent.insertBefore(child, there);
  });
  /** @type {HTMLElement | null} */ (near)?.focus({ preventScroll: true });
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [['hour', 3600], ['minute', 60], ['second', 1]];

/** A point of time, in seconds since 1970: how far away it is, or its date once that is a day. */
export function timeOf(seconds) {
  const lang = document.documentElement.lang;
  const left = Math.round(seconds - Date.now() / 1000);
  if (Math.abs(left) >= 86_400) {
    return new Date(seconds * 1000).toLocaleString(lang, { dateStyle: 'medium', timeStyle: 'short' });
  }
  const [unit, length] = UNITS.find((one) => Math.abs(left) >= one[1]) ?? UNITS[2];
  return new Intl.RelativeTimeFormat(lang).format(Math.trunc(left / length), unit);
}

/** Where short lines are said instead: the answer is whether it was. @type {(text: string) => boolean} */
let speaker = () => false;

export function setSpeaker(speaks) {
  speaker = speaks;
}

/** Says a short line in the line of news, or above everything for a while. */
export function toast(...lines) {
  if (speaker(lines.map((one) => one.textContent ?? one).join(' '))) return;
  const box = document.getElementById('toasts');
  const shown = el('p', { class: 'toast', role: 'status' }, ...lines);
  shown.addEventListener('click', () => shown.remove());
  box.replaceChildren(shown);
  setTimeout(() => shown.remove(), 6000);
}

/** The window above the table. */
export const asked = () => /** @type {HTMLDialogElement} */ (document.getElementById('asked'));

/** What an event is about. @param {Event} event */
export const target = (event) => /** @type {HTMLElement & { value: string }} */ (event.target);

let spoken = '';

/** Says what happened to whoever listens instead of looking; what is said at once comes one after the other. */
export function announce(text) {
  if (!spoken) setTimeout(() => { spoken = ''; });
  spoken = `${spoken} ${text}`.trim();
  document.getElementById('live').textContent = spoken;
}
