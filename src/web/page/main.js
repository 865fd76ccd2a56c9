// The page: which place it shows, what happens to what is told, and what keys do.

import { announce, asked, el, fill, setSpeaker, setWords, target, toast, words } from './dom.js';
import { enter, framed, invite } from './activity.js';
import { attend } from './bell.js';
import { setLetters } from './cards.js';
import * as exhibit from './exhibit.js';
import { drawFaces } from './faces.js';
import { drawHome, nameForm } from './home.js';
import { Link } from './link.js';
import { happened, hush, newsLine, say, showNews, unsay } from './news.js';
import { answered, ask, closeAsked, lineOf, panel, share, titleOf, turnTitle } from './page.js';
import { Queue } from './queue.js';
import { drawTable, settle } from './table.js';
import { heard, overhear } from './talk.js';
import { checked, see } from './verify.js';

/** What draws each game. @type {Record<string, import('./contract').GameFace>} */
const GAMES = Object.fromEntries(await Promise.all((document.body.dataset.games ?? '').split(' ')
  .map(async (game) => [game, await import(`./${game}.js`)])));
const root = document.getElementById('main');
const [, kind, named] = framed ? [null, 't', await enter(root)] : location.pathname.split('/');
const key = kind === 't' || kind === 'w' ? named : null;
const place = key ? { [kind === 't' ? 'table' : 'watch']: key } : {};

/** A press is refused that was offered so little ago: it was meant for what stood there before. */
const TOO_SOON = 400;

let hello = null;
let home = null;
/** What is shown, with what lies on the felt instead of the trick. */
let table = null;
let lays = null;
/** Drafts on their way. */
let drafts = 0;
/** The last trick is looked at; the page is read in words. */
const looks = { last: 0, words: false };
/** Which turn is shown, and since when. */
let turnShown = '';
let turnBegan = -TOO_SOON;
/** When a tap was refused for that. */
let refused = -TOO_SOON;
/** What the page offers, and what of it could be called before already: that means the same in every turn. */
let offered = new Set();
let calls = new Set();


const faceOf = (scene) => GAMES[scene?.game] ?? null;

/** Whether both tell how the same round ended: in other words, or with what was said of it since. */
const sameEnd = (was, is) => was?.between && is?.between && was.stage === is.stage && was.play?.round === is.play?.round;

const queue = new Queue(
  (before, told) => (sameEnd(before?.scene, told.scene) ? null : (faceOf(told.scene)?.steps ?? whole)(before, told)),
  ({ told, lays: on }) => {
    const news = told.news.splice(0);
    const [was, is] = [table?.scene?.play, told.scene?.play];
    const deals = is?.phase === 'dealing' && was?.phase === 'dealing' && JSON.stringify(was.call) === JSON.stringify(is.call);
    if (told.scene?.play?.trick?.plays.length === 1) looks.last = 0;
    table = told;
    lays = on ?? null;
    if (news.length || on?.says) happened(news, on?.says, deals);
    attend(told.scene, on);
    adopted();
  },
);

/** A game that says nothing else is shown as it comes; how it ended stays. */
const whole = (before, told) => [{
  told, stays: before?.scene?.stage === 'playing' ? 300 : 0, holds: Boolean(told.scene?.between && before?.scene && !before.scene.between),
}];

const link = new Link(place, {
  hello: (told) => {
    // The program was updated meanwhile, and has another page.
    if (hello && hello.version !== told.version) location.reload();
    hello = told;
    setWords(told);
    drawFaces();
    draw();
  },
  home: (told) => {
    home = told;
    draw();
  },
  said: heard,
  redeemed: (said) => toast(said),
  ended: (why) => {
    closeAsked();
    exhibit.leave();
    [hello, home, table] = [null, null, null];
    document.body.className = '';
    document.title = words.title;
    const shown = panel({ title: words.title, lines: [why], controls: [] }, null);
    shown.append(el('button', { class: 'main', 'data-key': 'again', click: () => location.reload() }, words.again));
    fill(root, el('div', { class: 'middle' }, shown));
  },
  table: (told) => {
    setLetters(told.looks.letters);
    document.body.classList.toggle('suits4', told.looks.four_colors);
    drawFaces();
    told.skew = Date.now() / 1000 - told.now;
    see(told.scene);
    overhear(told);
    queue.take(told);
  },
  thinks: (does) => {
    if (does) speak(words.thinks);
    else if (unsay(words.thinks)) root.querySelector('.news')?.replaceWith(newsLine());
  },
  lost: (isLost) => {
    document.body.classList.toggle('offline', isLost);
    const box = document.getElementById('lost');
    if (box) box.textContent = isLost ? words.offline ?? '…' : '';
    if (isLost) return;
    hush(true);
    draw();
  },
});

setSpeaker((text) => {
  const speaks = Boolean(table && root.querySelector('.news'));
  if (speaks) speak(text);
  return speaks;
});

/** Says something to this viewer in the line of news. */
function speak(text) {
  if (!text) return;
  const shown = root.querySelector('.news');
  if (!table || !shown) return toast(text);
  say(text);
  shown.replaceWith(newsLine());
}

/** Draws the table as it was told last, unless something else lies there. */
function adopted() {
  if (exhibit.shown()) return;
  const game = shownGame();
  game?.adopt(table.scene, drafts > 0);
  noteTurn();
  draw(false, true);
  game?.goOn(table.scene, doesHere);
}

/** Notes when what can be pressed belongs to another turn. */
function noteTurn() {
  const { scene } = table;
  const held = scene?.play?.hand ?? scene?.play?.cards?.hand ?? [];
  // A card that is dealt makes no other turn: what can be called stays where it was.
  const count = scene?.play?.phase === 'dealing' ? 0 : held.flat().length;
  const turn = [scene?.stage, scene?.between, scene?.play?.phase, scene?.seats.map((seat) => seat.due), count].join();
  const before = offered;
  offered = new Set(table.page.controls.flat().map(({ button, menu }) => lineOf((button ?? menu).press)));
  if (turn === turnShown) return;
  calls = ['dealing', 'calling'].includes(scene?.play?.phase) ? before : new Set();
  if (scene?.seats[scene.you]?.due) {
    const title = turnTitle(scene, table.page);
    announce(title.startsWith(words.your_turn) ? title : `${words.your_turn}. ${title}`);
  }
  // What is shown first took no place of another.
  if (turnShown) turnBegan = performance.now();
  turnShown = turn;
  hush();
}

/** The game whose cards lie on the table. */
function shownGame() {
  const { scene } = exhibit.shown() ?? table ?? {};
  return scene?.play && !scene.between ? faceOf(scene) : null;
}

/** Goes to another step of what lies there instead of the match. */
async function turn(code, values) {
  const answer = await link.ask({ press: { code, values } });
  if (!exhibit.shown()) return;
  // The last page has words alone.
  if (answer?.outcome === 'shown' && !answer.hand) lay(answer);
  else received(answer, turn);
}

/** Lays a step on the table. */
function lay(answer) {
  closeAsked();
  exhibit.show(answer, table?.scene?.you ?? null, turn);
  const { scene, page, said } = exhibit.shown();
  shownGame()?.adopt(scene, false);
  draw();
  if (said) happened(page.lines.slice(0, said), '');
}

/** Draws anew, or goes back to the match or the first page as they are. */
function goBack(leaves) {
  if (leaves) exhibit.leave();
  draw();
  if (leaves && table) adopted();
}

async function carryOut(wish) {
  if (wish.words === 'hint' || lineOf(wish.press?.code ?? '') === 'hint') shownGame()?.advised?.();
  const answer = await link.ask(wish);
  if (answer?.exhibit?.step) return lay(answer);
  received(answer, doesHere.press);
  if (answer?.exhibit?.deal && table?.scene) {
    document.querySelector('#asked h1').after(checked(answer.exhibit.deal, table.scene));
  }
}

/** Goes to the table of an answer, or shows it here. */
function received(answer, press) {
  if (!answer) return toast((link.isOpen ? words.unanswered : words.offline) ?? '…');
  const elsewhere = answer.table && answer.table !== key && answer.outcome !== 'refused';
  // A window of Discord stays at its table.
  if (elsewhere && !framed) return location.assign(`/t/${answer.table}`);
  return answered(answer, table?.page.lines ?? [], press);
}

/** Does what others will see under a name, once there is one. */
function underName(then) {
  if (hello.name || hello.linked) return then();
  return ask({ title: words.name_ask, lines: [], controls: [] }, doesHere.press, nameForm(words.name, hello, async (name) => {
    closeAsked();
    await link.ask({ name });
    then();
  }));
}

/** What sits down. */
const SITS = ['join', 'join *'];

/** Whether a tap was meant for what stood there before; a second one that follows it at once was, too. */
function isTooSoon() {
  const now = performance.now();
  const soon = now - turnBegan < TOO_SOON;
  const follows = now - refused < TOO_SOON && now - turnBegan < 2 * TOO_SOON;
  if (soon) refused = now;
  return soon || follows;
}

/** Presses without an answer so far: whoever taps again meanwhile means the same. */
const underWay = new Set();

/** @type {import('./contract').Does} */
const doesHere = {
  ask: (/** @type {any} */ wish) => (wish.open && !wish.open.computers ? underName(() => carryOut(wish)) : carryOut(wish)),
  press: async (code, values = []) => {
    const same = `${code} ${values}`;
    if (underWay.has(same)) return;
    const tap = lineOf(code);
    // A hint plays nothing, and a window that somebody opened stays where it is in another turn.
    if (tap !== 'hint' && !calls.has(tap) && !asked().open && isTooSoon()) return speak(words.too_soon);
    if (!hello.name && !hello.linked && SITS.includes(tap)) return underName(() => doesHere.press(code, values));
    underWay.add(same);
    goOn();
    try {
      await carryOut({ press: { code, values } });
    } finally {
      underWay.delete(same);
    }
  },
  draft: async (cards) => {
    drafts += 1;
    draw();
    const answer = await link.ask({ draft: cards });
    drafts -= 1;
    if (!answer) received(answer, doesHere.press);
  },
  busy: () => drafts > 0,
  say: speak,
  explain: (what, why) => ask({ title: what || words.why, lines: why.map((one) => [['', one]]), controls: [] }, () => {}),
  choose: (page) => ask(page, (code, values) => {
    closeAsked();
    doesHere.press(code, values);
  }),
  redraw: () => draw(),
  comeBack: () => {
    const back = `join #${table.scene.you + 1}`;
    const found = table.page.controls.flat().find(({ button }) => button && lineOf(button.press) === back);
    if (found) doesHere.press(found.button.press);
  },
};

/** The same where something lies there instead: nothing of it is put together at the table. */
const doesThere = {
  ...doesHere,
  press: (code) => turn(code, [exhibit.shown().scene.play.turn.chosen.join(' ')]),
  draft: (cards) => {
    exhibit.put(cards.split(' ').filter(Boolean));
    draw();
  },
  busy: () => false,
};

/** A finger is down: what it touches must stay until it is lifted. */
let held = false;
let stale = false;
let lifting = 0;
/** How soon a click follows what was lifted. */
const CLICKS = 80;
function lifted() {
  held = false;
  if (stale) draw();
}
const lifts = (within) => {
  clearTimeout(lifting);
  lifting = setTimeout(lifted, within);
};
for (const begin of ['pointerdown', 'keydown', 'click']) addEventListener(begin, settle, true);
addEventListener('pointerdown', (event) => {
  held = !target(event).matches('select, option, input');
  // Should nobody say that it was lifted.
  lifts(2000);
}, true);
// What a finger has pressed is told by a click some time after it was lifted, if at all.
addEventListener('pointerup', () => lifts(CLICKS), true);
for (const end of ['click', 'pointercancel']) addEventListener(end, () => lifts(0), true);

/** Whoever taps the felt goes on at once, on this screen alone. */
const goOn = () => queue.goOn();
root.addEventListener('click', (event) => {
  if (target(event).closest('[data-goes]') && !target(event).closest('button, a') && !exhibit.shown()) goOn();
});

// A tap on a card that comes while something else is shown still means the card as it will lie then.
root.addEventListener('click', (event) => {
  const card = /** @type {HTMLElement | null} */ (target(event).closest('.hand .card'));
  if (!card || !queue.isBehind || exhibit.shown()) return;
  event.stopImmediatePropagation();
  goOn();
  setTimeout(() => {
    const again = root.querySelector(`.hand [data-key="${CSS.escape(card.dataset.key ?? '')}"]`);
    /** @type {HTMLElement | null} */ (again)?.click();
  });
}, true);

function draw(still = false, soon = false) {
  if (!hello) return;
  stale = held;
  if (held) return;
  const there = exhibit.shown();
  const told = there ? { scene: there.scene, page: there.page, news: [], skew: 0 } : table;
  const game = shownGame();
  document.body.classList.toggle('playing', Boolean(game));
  document.body.classList.toggle('at-table', Boolean(told));
  if (!told) {
    if (home) drawHome(root, home, hello, doesHere);
    return;
  }
  const more = there ? exhibit.buttons(turn, goBack, table ? words.table : words.home) : afterwards(told.scene);
  drawTable(root, {
    told, lays: there ? null : lays, game, faceOf, looks, hello, there, still, soon, buttons: more,
    does: there ? doesThere : doesHere,
    press: there ? turn : doesHere.press,
    behind: queue.isBehind && !there,
    goOn,
    further: () => {
      if (isTooSoon()) return;
      // Each press goes one trick further back, and after the first one to the trick on the table.
      looks.last = (looks.last + 1) % (2 + (told.scene.play.earlier?.length ?? 0));
      draw();
    },
    inWords: () => {
      looks.words = !looks.words;
      draw();
    },
    invite: () => (framed ? invite() : share((hello.outside ?? location.origin) + location.pathname)),
    command, showNews,
  });
}

/** What a round leaves to be looked at. */
function afterwards(scene) {
  const done = scene?.play && (scene.stage === 'over' || (scene.between && scene.play.round > 1));
  // It comes to lie where cards were played.
  const click = () => (isTooSoon() ? speak(words.too_soon) : carryOut({ words: 'replay' }));
  return done && kind !== 'w' ? el('div', { class: 'row' }, el('button', { 'data-key': 'replay', click }, words.replay)) : null;
}

function command() {
  const input = el('input', { name: 'words', autocomplete: 'off', 'aria-label': words.command, maxlength: 400 });
  const submit = (event) => {
    event.preventDefault();
    closeAsked();
    if (input.value.trim()) carryOut({ words: input.value });
  };
  const form = el('form', { class: 'command', submit }, input, el('button', {}, words.send));
  ask({ title: words.command, lines: [[['small', words.keys]]], controls: [] }, doesHere.press, form);
  input.focus();
}

/** Moves the focus among the cards, or the squares. */
function move(by) {
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('.hand .card, .square')]);
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = at < 0 ? 0 : (at + by + all.length) % all.length;
  all[next]?.focus({ preventScroll: true });
}

/** Plays what is raised, or else raises the card that has the focus. */
function play(focused) {
  const { at } = focused.dataset;
  const there = exhibit.shown();
  shownGame()?.play((there ?? table).scene, there ? doesThere : doesHere, at === undefined ? undefined : Number(at));
}

document.addEventListener('keydown', (event) => {
  // A key that is held presses once.
  if (event.repeat && event.key === 'Enter' && !target(event).matches('input, textarea')) return event.preventDefault();
  const typing = target(event).matches('input, select, textarea');
  if (typing || !hello || event.ctrlKey || event.metaKey || event.altKey || asked().open) return;
  const row = root.querySelector('.fan, .board');
  const side = row?.classList.contains('board') ? Math.sqrt(row.childElementCount) : row?.childElementCount ?? 1;
  const keys = {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    ArrowUp: () => move(-side),
    ArrowDown: () => move(side),
    Enter: () => play(target(event)),
    Escape: goOn,
    h: () => carryOut({ words: 'hint' }),
    '/': command,
    '?': command,
  };
  // Enter on any other button is that button.
  if (event.key === 'Enter' && !target(event).matches('.hand .card, body')) return;
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

let resized = 0;
addEventListener('resize', () => {
  cancelAnimationFrame(resized);
  resized = requestAnimationFrame(() => draw(true));
});
