// Elements, and the words of the page. Text is always set as text, never as markup.

const SVG = 'http://www.w3.org/2000/svg';

/** What is the same element in what is drawn next has one of these in common, or else its first class. */
const KEYS = ['data-key', 'data-move', 'data-seat', 'data-line'];

/** Creates an element with these attributes (handlers as functions) and children. */
export function el(tag, attributes = {}, ...children) {
  const element = /** @type {any} */ (document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') {
      element[`on${name}`] = value;
      element.acts = true;
    } else {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  // To ask the browser for all of it again, whenever something is drawn, takes a phone too long.
  element.fresh = FRESH.includes(tag) || children.flat().some((child) => child?.fresh);
  element.kind = `${tag} ${KEYS.map((key) => attributes[key]).find(Boolean) ?? attributes.class?.split(' ')[0] ?? ''}`;
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
  refocused(parent, () => arrange(parent, children.flat().filter(Boolean)));
}

/** The same, but what is there already becomes what it should be: only what is another is written. */
export function renew(parent, ...children) {
  refocused(parent, () => grow(parent, children.flat().filter(Boolean)));
}

/** What is as it was is left alone, as what it does knows its own parts; and what is always another. */
const WHOLE = 'form, .invitation, svg';
const FRESH = ['select', 'fieldset'];
const HANDLERS = ['onclick', 'oninput', 'onchange', 'onsubmit'];

const kindOf = (/** @type {any} */ one) => one.kind ?? one.nodeName;

/** Puts new children into an element, in which those that are there already stand for their like. */
function grow(parent, children) {
  const there = new Map();
  for (const one of parent.childNodes) there.set(kindOf(one), [...(there.get(kindOf(one)) ?? []), one]);
  arrange(parent, children.map((child) => {
    const old = child.parentNode === parent ? null : there.get(kindOf(child))?.shift();
    return old ? become(old, child) : child;
  }));
}

/** The one that is there as the new one should be, or the new one itself. */
function become(old, fresh) {
  if (fresh.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  if (FRESH.includes(fresh.localName)) return fresh;
  const same = !fresh.fresh && old.isEqualNode(fresh);
  if (fresh.matches(WHOLE)) return same ? old : fresh;
  if (same) return acting(old, fresh);
  for (const { name, value } of fresh.attributes) {
    // A style may be set by its properties alone.
    if (name === 'style') old.style.cssText = fresh.style.cssText;
    else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  act(old, fresh);
  grow(old, [...fresh.childNodes]);
  return old;
}

/** What was made under a name, and from what. @type {Map<string, { key: string, element: Element }>} */
const made = new Map();

/** The element of this name as it should be: made only if it comes from another than before. */
export function once(name, from, make) {
  const key = JSON.stringify([document.documentElement.lang, from]);
  const there = made.get(name);
  if (there?.key === key) return there.element;
  const fresh = make();
  const element = there && kindOf(there.element) === kindOf(fresh) ? become(there.element, fresh) : fresh;
  made.set(name, { key, element });
  return element;
}

/** The one that is there, which looks like the new one, doing what that does. */
function acting(old, fresh) {
  const does = fresh.querySelectorAll('button');
  old.querySelectorAll('button').forEach((one, at) => {
    if (!one.closest(WHOLE)) act(one, does[at]);
  });
  act(old, fresh);
  return old;
}

function act(old, fresh) {
  if (!old.acts && !fresh.acts) return;
  for (const handler of HANDLERS) old[handler] = fresh[handler];
  old.acts = fresh.acts;
}

/** @param {HTMLElement} parent @param {() => void} change */
function refocused(parent, change) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const key = parent.contains(focused) ? focused.dataset.key : undefined;
  change();
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
  if (!spoken) {
    setTimeout(() => {
      document.getElementById('live').textContent = spoken;
      spoken = '';
    });
  }
  spoken = `${spoken} ${text}`.trim();
}
