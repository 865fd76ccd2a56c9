// The socket: one for each screen, opened again by itself, with answers found by their numbers.

const WAITS = [250, 500, 1000, 2000, 4000];
/** How long a lost connection may take to come back before it is told, in milliseconds. */
const UNTOLD = 1500;
/** How often an open socket is asked whether it lives, and how soon it has to answer. */
const ASKED_EVERY = 5_000;
const ANSWERS_WITHIN = 2500;
/** When a wish without an answer is given back. */
const GIVEN_BACK = 5000;

/**
 * Opens the table for whoever came by a link of their own, which stands behind the `#` and is worth nothing after. The
 * answer is what is to be said of it.
 */
async function redeem(table) {
  const link = location.hash.slice(1);
  if (!table || !link) return '';
  const body = JSON.stringify({ link, table, language: navigator.language });
  const answer = await fetch('/redeem', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (answer.status >= 500) throw new Error(`redeem: ${answer.status}`);
  history.replaceState(null, '', location.pathname);
  return answer.status === 200 ? (await answer.json()).said : '';
}

export class Link {
  /**
   * `place` says what is shown, as in the address of the page: a table, or a link for watching one, or neither.
   * `hears` has a function for each kind of what is told: hello, home, table; `redeemed(said)`, and `lost(is)` for the
   * connection itself.
   *
   * @param {Record<string, string>} place @param {Record<string, (told: any) => void>} hears
   */
  constructor(place, hears) {
    this.place = place;
    this.hears = hears;
    /** @type {Map<number, (answer: any) => void>} */
    this.asked = new Map();
    this.number = 0;
    this.failures = 0;
    this.connect();
    // A page that slept, or came back from the history, may have lost its socket without being told.
    const wake = () => document.hidden || this.look();
    document.addEventListener('visibilitychange', wake);
    addEventListener('pageshow', (event) => event.persisted && this.look());
    addEventListener('online', () => this.look());
    addEventListener('offline', () => this.tell(true));
    // Another link to this page was opened while it was here.
    addEventListener('hashchange', () => {
      this.isOver = false;
      this.connect();
    });
    setInterval(wake, ASKED_EVERY);
  }

  /** Whether what is asked for goes anywhere. */
  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN && !this.isTold;
  }

  /** Finds out whether the socket lives, and opens another one if not. */
  look() {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      this.connect();
      return;
    }
    const { socket } = this;
    clearTimeout(this.dying);
    this.dying = setTimeout(() => {
      if (socket !== this.socket) return;
      this.lost(socket);
      this.connect();
    }, ANSWERS_WITHIN);
    socket.send('{"id":0,"here":null}');
  }

  async connect() {
    if (this.connecting || this.isOver) return;
    this.connecting = true;
    clearTimeout(this.timer);
    try {
      const said = await redeem(this.place.table);
      if (said) this.hears.redeemed(said);
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
    // Whatever is heard says that it lives.
    clearTimeout(this.dying);
    this.tell(false);
    const [kind, what] = Object.entries(told)[0];
    // Whose screen is over opens no other one by itself.
    if (kind === 'ended') this.isOver = true;
    if (kind !== 'answer') return this.hears[kind]?.(what);
    const done = this.asked.get(what.id);
    this.asked.delete(what.id);
    done?.(what);
  }

  /** Tells the page that the connection is lost, or there again. */
  tell(isLost) {
    clearTimeout(this.untold);
    this.untold = null;
    if (this.isTold === isLost || (isLost && this.isOver)) return;
    this.isTold = isLost;
    this.hears.lost?.(isLost);
  }

  lost(socket) {
    if (socket !== this.socket) return;
    clearTimeout(this.dying);
    for (const done of this.asked.values()) done(null);
    this.asked.clear();
    if (this.isOver) return;
    this.untold ??= setTimeout(() => this.tell(true), UNTOLD);
    const wait = WAITS[Math.min(this.failures, WAITS.length - 1)];
    this.failures += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /**
   * Asks for something. The answer; null if the link was lost meanwhile, or nobody answers: then it is given back.
   *
   * @param {object} wish @returns {Promise<any>}
   */
  ask(wish) {
    if (!this.isOpen) return Promise.resolve(null);
    this.number += 1;
    const id = this.number;
    return new Promise((done) => {
      const given = setTimeout(() => {
        this.asked.delete(id);
        done(null);
        this.look();
      }, GIVEN_BACK);
      this.asked.set(id, (answer) => {
        clearTimeout(given);
        done(answer);
      });
      this.socket.send(JSON.stringify({ id, ...wish }));
    });
  }
}
