// The socket: one for each screen, opened again by itself, with answers found by their numbers.

const WAITS = [250, 500, 1000, 2000, 4000];
/** How long a lost connection may take to come back before it is told, in milliseconds. */
const UNTOLD = 1500;
/** How often an open socket is asked whether it lives, and how soon it has to answer. */
const ASKED_EVERY = 2500;
const ANSWERS_WITHIN = 2500;
/** When a wish without a sign is given back, or a try to connect; and when it is said that an answer is being thought of. */
const GIVEN_BACK = 5000;
const THINKS = 600;

/** Posts something; who does not answer has no connection. */
const post = (path, more = {}) => fetch(path, { method: 'POST', signal: AbortSignal.timeout(GIVEN_BACK), ...more });

/**
 * Opens the table for whoever came by a link of their own, which stands behind the `#` and is worth nothing after. The
 * answer is what is to be said of it.
 */
async function redeem(table) {
  const link = location.hash.slice(1);
  if (!table || !link) return '';
  const body = JSON.stringify({ link, table, language: navigator.language });
  const answer = await post('/redeem', { headers: { 'content-type': 'application/json' }, body });
  if (answer.status >= 500) throw new Error(`redeem: ${answer.status}`);
  history.replaceState(null, '', location.pathname);
  return answer.status === 200 ? (await answer.json()).said : '';
}

export class Link {
  /**
   * `place` says what is shown, as in the address of the page: a table, or a link for watching one, or neither.
   * `hears` has a function for each kind of what is told: hello, home, table; `redeemed(said)`, `thinks(is)` while an
   * answer is waited for, and `lost(is)` for the connection itself.
   *
   * @param {Record<string, string>} place @param {Record<string, (told: any) => void>} hears
   */
  constructor(place, hears) {
    this.place = place;
    this.hears = hears;
    /** What was asked: `done` takes its answer, and `wait` waits on. @type {Map<number, { done: (answer: any) => void, wait: () => void }>} */
    this.asked = new Map();
    this.number = 0;
    /** The socket that was heard last. @type {WebSocket | null} */
    this.heard = null;
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
      [this.isOver, this.isKnown] = [false, false];
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
    const { socket } = this;
    if (socket?.readyState === WebSocket.CONNECTING) return;
    if (socket?.readyState !== WebSocket.OPEN) {
      this.connect();
      return;
    }
    this.expect(socket);
    socket.send('{"id":0,"here":null}');
  }

  /** Who says nothing by then is dead, and that is told at once. */
  expect(socket, within = ANSWERS_WITHIN) {
    this.dying ??= setTimeout(() => this.renew(socket), within);
  }

  /** Opens another socket instead of this one. */
  renew(socket) {
    if (socket !== this.socket || this.isOver) return;
    this.socket = null;
    socket?.close();
    this.lost(null);
    this.tell(true);
  }

  async connect() {
    if (this.connecting || this.isOver) return;
    this.connecting = true;
    clearTimeout(this.timer);
    try {
      // Who is known opens a socket at once: what else is asked may wait in vain for a connection that died, too.
      if (!this.isKnown) await this.comeIn();
      const query = new URLSearchParams({ language: navigator.language, ...this.place });
      const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
      const socket = new WebSocket(`${scheme}//${location.host}/socket?${query}`);
      const former = this.socket;
      this.socket = socket;
      former?.close();
      this.alive();
      this.expect(socket, GIVEN_BACK);
      socket.addEventListener('message', (event) => {
        if (socket === this.socket) this.take(JSON.parse(event.data));
      });
      socket.addEventListener('close', () => {
        if (socket === this.socket) this.isKnown = this.heard === socket;
        this.lost(socket);
      });
    } catch {
      this.lost(this.socket);
    } finally {
      this.connecting = false;
    }
  }

  /** Gets a session, by a link or without one. */
  async comeIn() {
    const said = await redeem(this.place.table);
    if (said) this.hears.redeemed(said);
    const session = await post('/session');
    if (!session.ok) throw new Error(`session: ${session.status}`);
  }

  /** Whatever is heard says that the socket lives. */
  alive() {
    clearTimeout(this.dying);
    this.dying = null;
  }

  take(told) {
    this.failures = 0;
    [this.heard, this.isKnown] = [this.socket, true];
    this.alive();
    this.tell(false);
    const [kind, what] = Object.entries(told)[0];
    // Whose screen is over opens no other one by itself.
    if (kind === 'ended') this.isOver = true;
    if (kind === 'here') return this.asked.get(what)?.wait();
    if (kind !== 'answer') return this.hears[kind]?.(what);
    return this.asked.get(what.id)?.done(what);
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
    this.alive();
    for (const { done } of [...this.asked.values()]) done(null);
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
    return new Promise((answered) => {
      const { socket } = this;
      let given = 0;
      const done = (answer) => {
        clearTimeout(given);
        clearTimeout(thinks);
        this.asked.delete(id);
        this.hears.thinks?.(false);
        answered(answer);
      };
      // Who does not even say that it is being thought of has lost the wish: another socket is opened.
      const wait = () => {
        clearTimeout(given);
        given = setTimeout(() => {
          done(null);
          this.renew(socket);
        }, GIVEN_BACK);
      };
      const thinks = setTimeout(() => this.hears.thinks?.(true), THINKS);
      this.asked.set(id, { done, wait });
      wait();
      socket.send(JSON.stringify({ id, ...wish }));
    });
  }
}
