// The page: which place it shows, and what keys do.

import { announce, el, fill, setWords, toast, words } from './dom.js';
import { enter, framed } from './activity.js';
import { attend, bell } from './bell.js';
import { setLetters } from './cards.js';
import * as exhibit from './exhibit.js';
import { drawHome, nameForm } from './home.js';
import { Link } from './link.js';
import { answered, ask, closeAsked, controls, line, panel, textOf } from './page.js';
import { runDown } from './seats.js';
import * as tractor from './tractor.js';
import * as ttt from './ttt.js';
import * as uno from './uno.js';
import { checked, see } from './verify.js';

const GAMES = { tractor, ttt, uno };
const root = document.getElementById('main');
const [, kind, named] = framed ? [null, 't', await enter(root)] : location.pathname.split('/');
const key = kind === 't' || kind === 'w' ? named : null;
const place = key ? { [kind === 't' ? 'table' : 'watch']: key } : {};

let hello = null;
let home = null;
let table = null;
/** Drafts on their way. */
let drafts = 0;
/** The last trick is looked at; the page is read in words. */
let looks = { last: 0, words: false };

const link = new Link(place, {
  hello: (told) => {
    // The program was updated meanwhile, and has another page.
    if (hello && hello.version !== told.version) location.reload();
    hello = told;
    setWords(told);
    draw();
  },
  home: (told) => {
    home = told;
    draw();
  },
  moved: (address) => {
    if (!framed) location.replace(address);
  },
  table: (told) => {
    if (told.scene?.play?.trick?.plays.length === 1) looks.last = 0;
    table = told;
    setLetters(told.looks.letters);
    document.body.classList.toggle('suits4', told.looks.four_colors);
    table.skew = Date.now() / 1000 - told.now;
    see(told.scene);
    attend(told.scene);
    adopted();
    if (told.news.length) announce(told.news.map(textOf).join(' '));
  },
});

/** Draws the table as it was told last, unless something else lies there. */
function adopted() {
  if (exhibit.shown()) return;
  const game = shownGame();
  game?.adopt(table.scene, drafts > 0);
  draw();
  game?.goOn(table.scene, doesHere);
}

/** The game whose cards lie on the table. */
function shownGame() {
  const { scene } = exhibit.shown() ?? table ?? {};
  return scene?.play && !scene.between ? GAMES[scene.game] : null;
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
  if (said) announce(page.lines.slice(0, said).map(textOf).join(' '));
}

/** Draws anew, or goes back to the match or the first page as they are. */
function goBack(leaves) {
  if (leaves) exhibit.leave();
  draw();
  if (leaves && table) adopted();
}

async function carryOut(wish) {
  const answer = await link.ask(wish);
  if (answer?.exhibit?.step) return lay(answer);
  received(answer, doesHere.press);
  if (answer?.exhibit?.deal && table?.scene) {
    document.querySelector('#asked h1').after(checked(answer.exhibit.deal, table.scene));
  }
}

/** Goes to the table of an answer, or shows it here. */
function received(answer, press) {
  const elsewhere = answer?.table && answer.table !== key && answer.outcome !== 'refused';
  // A window of Discord stays at its table.
  if (elsewhere && !framed) location.assign(`/t/${answer.table}`);
  else answered(answer, table?.page.lines ?? [], press);
}

/** Presses without an answer so far: whoever taps again meanwhile means the same. */
const underWay = new Set();

const doesHere = {
  press: async (code, values) => {
    const same = `${code} ${values}`;
    if (underWay.has(same)) return;
    underWay.add(same);
    try {
      await carryOut({ press: { code, values } });
    } finally {
      underWay.delete(same);
    }
  },
  draft: async (cards) => {
    drafts += 1;
    draw();
    await link.ask({ draft: cards });
    drafts -= 1;
  },
  busy: () => drafts > 0,
  say: (text) => toast(text),
  choose: (page) => ask(page, (code, values) => {
    closeAsked();
    doesHere.press(code, values);
  }),
  redraw: () => draw(),
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
let lifting = null;
function lifted() {
  held = false;
  if (stale) draw();
}
addEventListener('pointerdown', (event) => {
  held = !event.target.matches('select, option, input');
  clearTimeout(lifting);
  // Should nobody say that it was lifted.
  lifting = setTimeout(lifted, 2000);
}, true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => setTimeout(lifted), true);

function draw() {
  if (!hello) return;
  stale = held;
  if (held) return;
  document.body.classList.toggle('playing', Boolean(shownGame()));
  if (exhibit.shown() || table) drawTable();
  else if (home) drawHome(root, home, hello, { ...doesHere, ask: carryOut });
}

function bar(game) {
  const { scene } = exhibit.shown() ?? table;
  const invite = async () => {
    const address = (hello.outside ?? location.origin) + location.pathname;
    try {
      await navigator.clipboard.writeText(address);
      toast(words.invited);
    } catch {
      toast(address);
    }
  };
  const tool = (sign, label, click, pressed) => el('button', {
    class: 'tool', 'aria-label': label, title: label, 'data-key': label, click,
    'aria-pressed': pressed === undefined ? null : String(pressed),
  }, sign);
  return el('header', {},
    framed ? null : el('a', { class: 'tool', href: '/', 'aria-label': words.home, title: words.home }, '⌂'),
    el('div', { class: 'strip' }, ...(GAMES[scene?.play && scene.game]?.strip(scene) ?? [])),
    game ? tool('≡', words.details, () => {
      looks.words = !looks.words;
      draw();
    }, looks.words) : null,
    tool('/', words.command, command),
    hello.linked || !table ? null : tool('+', words.invite, invite));
}

/** What a round leaves to be looked at. */
function afterwards(scene) {
  const done = scene?.play && (scene.stage === 'over' || (scene.between && scene.play.round > 1));
  return done && kind !== 'w' ? el('div', { class: 'row' },
    el('button', { 'data-key': 'replay', click: () => carryOut({ words: 'replay' }) }, words.replay)) : null;
}

function drawTable() {
  const there = exhibit.shown();
  const { scene, page, said } = there ?? table;
  const game = shownGame();
  const does = there ? doesThere : doesHere;
  const press = there ? turn : does.press;
  const more = there ? exhibit.buttons(turn, goBack, table ? words.table : words.home) : afterwards(scene);
  root.className = scene?.game ?? '';
  const unnamed = !hello.name && !hello.linked && scene && scene.you === null && scene.stage !== 'closed';
  const named = unnamed ? [nameForm(words.name_ask, hello, (name) => carryOut({ name }))] : [];
  if (!game) {
    const shown = panel(page, press, ...named);
    if (!page.title) shown.prepend(el('h1', { class: 'unseen' }, words.title));
    shown.append(more ?? '');
    fill(root, bar(null), el('div', { class: 'middle' }, shown));
    runDown(root, scene?.deadline, table?.skew);
    return;
  }
  const title = page.title || (page.lines[0] ? textOf(page.lines[0]) : '');
  const own = scene.seats[scene.you]?.due;
  const notes = [game.note(scene), own || title === scene.due ? '' : scene.due];
  const size = measured();
  const lines = page.lines.map(line);
  const told = said ? lines.slice(0, said)
    : [el('p', { class: 'note' }, scene.you === null ? words.watching : notes.find(Boolean) ?? '')];
  fill(root,
    bar(game),
    looks.words ? el('section', { class: 'panel words', 'aria-label': words.details }, ...lines.slice(said ?? 0), bell(draw))
      : game.felt(scene, looks, does),
    el('div', { class: 'say', tabindex: said ? 0 : null }, el('h1', {}, title), ...told, ...named),
    el('div', { class: 'acts' },
      game.playButton(scene, does),
      el('div', { class: 'row' },
        ...game.beside(scene, () => {
          // Each press goes one trick further back, and after the first one to the trick on the table.
          looks.last = (looks.last + 1) % (2 + (scene.play.earlier?.length ?? 0));
          draw();
        }),
        ...controls(page.controls, press), more)),
    el('div', { class: 'hand', 'aria-label': words.hand, role: 'group' }, ...game.own(scene, does, size)));
  runDown(root, scene.deadline, table?.skew);
}

/** The width for the hand, and of a card in it. */
function measured() {
  const style = getComputedStyle(document.documentElement);
  const card = parseFloat(style.getPropertyValue('--card'));
  return { width: Math.min(root.clientWidth, 1280) - 16, card };
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
  const all = [...root.querySelectorAll('.hand .card, .square')];
  const at = all.indexOf(document.activeElement);
  const next = at < 0 ? 0 : (at + by + all.length) % all.length;
  all[next]?.focus({ preventScroll: true });
}

document.addEventListener('keydown', (event) => {
  const typing = event.target.matches('input, select, textarea');
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.getElementById('asked').open) return;
  const row = root.querySelector('.fan, .board');
  const side = row?.classList.contains('board') ? Math.sqrt(row.childElementCount) : row?.childElementCount ?? 1;
  const keys = {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    ArrowUp: () => move(-side),
    ArrowDown: () => move(side),
    Enter: () => shownGame()?.play((exhibit.shown() ?? table).scene, exhibit.shown() ? doesThere : doesHere),
    h: () => carryOut({ words: 'hint' }),
    '/': command,
    '?': command,
  };
  // Enter on any other button is that button.
  if (event.key === 'Enter' && !event.target.matches('.hand .card, body')) return;
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

let resized = null;
addEventListener('resize', () => {
  cancelAnimationFrame(resized);
  resized = requestAnimationFrame(draw);
});
