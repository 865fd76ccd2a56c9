// The socket: one for each screen, opened again by itself, with answers found by their numbers.

import { toast, words } from './dom.js';

const WAITS = [250, 500, 1000, 2000, 4000];

/** Opens the table for whoever came by a link of their own, which stands behind the `#` and is worth nothing after. */
async function redeem(table) {
  const link = location.hash.slice(1);
  if (!table || !link) return;
  const answer = await fetch('/redeem', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ link, table }),
  });
  if (answer.status >= 500) throw new Error(`redeem: ${answer.status}`);
  history.replaceState(null, '', location.pathname);
}

export class Link {
  /**
   * `place` says what is shown, as in the address of the page: a table, or a link for watching one, or neither.
   * `hears` has a function for each kind of what is told: hello, home, table.
   */
  constructor(place, hears) {
    this.place = place;
    this.hears = hears;
    this.asked = new Map();
    this.number = 0;
    this.failures = 0;
    this.connect();
    // A page that slept may have lost its socket without being told.
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && this.socket?.readyState !== WebSocket.OPEN) this.connect();
    });
    // Another link to this page was opened while it was here.
    addEventListener('hashchange', () => this.connect());
  }

  async connect() {
    if (this.connecting) return;
    this.connecting = true;
    clearTimeout(this.timer);
    try {
      await redeem(this.place.table);
      const session = await fetch('/session', { method: 'POST' });
      if (!session.ok) throw new Error(`session: ${session.status}`);
      const query = new URLSearchParams({ language: navigator.language, ...this.place });
      const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
      const socket = new WebSocket(`${scheme}//${location.host}/socket?${query}`);
      const former = this.socket;
      this.socket = socket;
      former?.close();
      socket.addEventListener('message', (event) => {
        if (socket === this.socket) this.take(JSON.parse(event.data));
      });
      socket.addEventListener('close', () => this.lost(socket));
    } catch {
      this.lost(this.socket);
    } finally {
      this.connecting = false;
    }
  }

  take(told) {
    this.failures = 0;
    document.body.classList.remove('offline');
    const [kind, what] = Object.entries(told)[0];
    if (kind !== 'answer') return this.hears[kind]?.(what);
    const done = this.asked.get(what.id);
    this.asked.delete(what.id);
    done?.(what);
  }

  lost(socket) {
    if (socket !== this.socket) return;
    for (const done of this.asked.values()) done(null);
    this.asked.clear();
    document.body.classList.add('offline');
    if (this.failures === 1) toast(words.offline ?? '…');
    const wait = WAITS[Math.min(this.failures, WAITS.length - 1)];
    this.failures += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** Asks for something; the answer, or null if the link was lost meanwhile. */
  ask(wish) {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null);
    this.number += 1;
    const id = this.number;
    return new Promise((done) => {
      this.asked.set(id, done);
      this.socket.send(JSON.stringify({ id, ...wish }));
    });
  }
}
