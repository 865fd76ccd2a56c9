// The page in a window of Discord: it asks Discord who is there, hands that to the server, and hears how the window looks.

import { el, fill, toast, words as said } from './dom.js';

/** The kinds of messages between the page and Discord. */
const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;

/** How long Discord may be silent before that is said. */
const PATIENCE = 15000;
/** The window is a small picture beside something else. */
const SMALL = 1;
/** A phone may be turned. */
const UNLOCKED = 1;
const LAYOUT = 'ACTIVITY_LAYOUT_MODE_UPDATE';

const query = new URLSearchParams(location.search);

/** Whether the page was opened in a window of Discord. */
export const framed = query.has('frame_id');

/** Why nobody came in: one of the words that the server gives, and what Discord says of it. */
class Trouble extends Error {
  constructor(word, detail = '') {
    super(word);
    this.detail = detail;
  }
}

/** Discord, as far as it is spoken to from its window. */
class Parent {
  constructor({ application, parents }) {
    this.application = application;
    // On a phone the program itself takes the place of a page around this one.
    this.window = window.parent === window ? window : window.parent.opener ?? window.parent;
    this.origins = window.parent === window ? [location.origin] : parents;
    const around = location.ancestorOrigins?.[0] ?? (document.referrer && new URL(document.referrer).origin);
    this.targets = this.origins.includes(around) ? [around] : this.origins;
    this.asked = new Map();
    this.number = 0;
    this.ready = new Promise((done) => {
      this.begin = done;
    });
    addEventListener('message', (event) => this.take(event));
  }

  send(kind, what) {
    for (const origin of this.targets) this.window.postMessage([kind, what], origin);
  }

  shakeHands() {
    this.send(HANDSHAKE, {
      v: 1, encoding: 'json', client_id: this.application, frame_id: query.get('frame_id'),
    });
  }

  /** Asks for something; what is answered, or an error with what Discord says. */
  ask(cmd, args, evt) {
    this.number += 1;
    const nonce = `tractor-${this.number}`;
    return new Promise((done, failed) => {
      this.asked.set(nonce, { done, failed });
      this.send(FRAME, { cmd, args, evt, nonce });
    });
  }

  take({ origin, source, data }) {
    if (source !== this.window || !this.origins.includes(origin) || !Array.isArray(data)) return;
    const [kind, what] = data;
    if (kind === CLOSE) {
      for (const { failed } of this.asked.values()) failed(new Error(what?.message));
      this.asked.clear();
      return;
    }
    if (kind !== FRAME || !what) return;
    if (what.evt === 'READY') this.begin();
    else if (what.cmd === 'DISPATCH' && what.evt === LAYOUT) {
      document.body.classList.toggle('small', what.data?.layout_mode === SMALL);
    }
    const asked = this.asked.get(what.nonce);
    this.asked.delete(what.nonce);
    if (what.evt === 'ERROR') asked?.failed(new Error(what.data?.message));
    else asked?.done(what.data);
  }
}

/** Discord around this window, once somebody came in. @type {Parent | null} */
let around = null;

/** Has Discord invite others to this window; where there is no dialog for that, as in direct messages, by a link. */
export async function invite() {
  try {
    await around?.ask('OPEN_INVITE_DIALOG', {});
  } catch {
    around?.ask('SHARE_LINK', { message: said.about }).catch((error) => toast(error.message));
  }
}

/** Comes in; the key of the table that is there. */
async function comeIn(parent) {
  let timer;
  const silence = new Promise((_, failed) => {
    timer = setTimeout(() => failed(new Trouble('silent')), PATIENCE);
  });
  parent.shakeHands();
  await Promise.race([parent.ready, silence]);
  clearTimeout(timer);
  const given = await parent.ask('AUTHORIZE', {
    client_id: parent.application, response_type: 'code', state: '', prompt: 'none', scope: ['identify'],
  }).catch((error) => {
    throw new Trouble('declined', error.message);
  });
  const body = JSON.stringify({ code: given?.code ?? '', instance: query.get('instance_id') ?? '' });
  let told;
  try {
    const answer = await fetch('/activity', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    told = await answer.json();
  } catch {
    throw new Trouble('unreachable');
  }
  if (!told.table) throw new Trouble(told.refused);
  // Without them the window is only not made small, and not turned.
  parent.ask('SUBSCRIBE', {}, LAYOUT).catch(() => {});
  parent.ask('SET_ORIENTATION_LOCK_STATE', { lock_state: UNLOCKED }).catch(() => {});
  around = parent;
  return told.table;
}

/** What the page has to know of the window; null if the server has none. */
async function facts() {
  for (;;) {
    try {
      const answer = await fetch(`/activity?${new URLSearchParams({ language: navigator.language })}`);
      if (answer.ok) return await answer.json();
      if (answer.status === 404) return null;
    } catch {
      // It is asked again.
    }
    await new Promise((done) => setTimeout(done, 2000));
  }
}

/** Waits until somebody came in, and says meanwhile what is the matter. The answer is the key of the table there. */
export async function enter(root) {
  const known = await facts();
  if (!known) return null;
  const parent = new Parent(known);
  const { words } = known;
  const say = (...shown) => fill(root, el('div', { class: 'middle' }, el('section', { class: 'panel' }, ...shown)));
  for (;;) {
    say(el('p', { role: 'status' }, words.waits));
    try {
      return await comeIn(parent);
    } catch (trouble) {
      const again = new Promise((done) => {
        say(
          el('p', { role: 'alert' }, words[trouble.message] ?? words.unreachable),
          trouble.detail ? el('small', {}, trouble.detail) : null,
          el('button', { class: 'main', 'data-key': 'again', click: done }, words.again),
        );
      });
      await Promise.race(trouble.message === 'silent' ? [again, parent.ready] : [again]);
    }
  }
}
