// The table: header, felt, what is due, and the hand, whatever is played; and the page of a table where nothing lies.

import { arrange, el, keep, renew, words } from './dom.js';
import { framed } from './activity.js';
import { besideStep } from './exhibit.js';
import { drawFaces } from './faces.js';
import { nameForm, openMenu } from './home.js';
import { lobby } from './lobby.js';
import { move, places, remember } from './motion.js';
import { newsLine, newsList } from './news.js';
import { ask, closeAsked, controls, line, panel, turnTitle } from './page.js';
import { pace, paces } from './queue.js';
import { runDown } from './seats.js';
import { talk, talkButton } from './talk.js';

/** What is done in these parts of a round takes more words. */
const TELLS = ['dealing', 'calling', 'burying'];

/** Signs of buttons that everybody knows; each has its words for who is read to, and under the pointer. */
const TOOLS = { $hint: '💡', $sort: '⇅', $more: '⋯' };

/**
 * Draws it. `view` has what is shown (`told`, `lays`), the `game` if its cards lie there, `looks`, `hello`, what lies there
 * instead (`there`), its `buttons`, and what the page does (`does`, `press`).
 *
 * @param {HTMLElement} root @param {any} view
 */
export function drawTable(root, view) {
  const { told, game, hello, does, there, lays } = view;
  const { scene } = told;
  // What is not another is not written: a class of the whole page costs all that is on it.
  const kind = scene?.game ?? '';
  if ((root.classList[0] ?? '') !== kind) root.className = kind;
  // Where there is more to read cards are smaller.
  const tells = Boolean(there?.said);
  if (root.classList.contains('told') !== tells) fits = false;
  root.classList.toggle('told', tells);
  nameTab(scene);
  const unnamed = !hello.name && !hello.linked && scene && scene.you === null && scene.stage !== 'closed';
  const named = unnamed ? [nameForm(words.name_ask, hello, (name) => does.ask({ name }))] : [];
  if (game) return drawFelt(root, view, named);
  const before = scene?.between && !view.still ? remember(root) : null;
  const later = drawPage(root, view, named);
  runDown(root, scene?.deadline, there ? 0 : told.skew);
  waiting = [() => {
    later();
    move(root, before);
  }];
  if (view.soon && !document.hidden) drawSoon();
  else settle();
}

/** What is drawn one frame after the other: all of it at once takes a phone too long. @type {(() => boolean | void)[]} */
let waiting = [];
let frame = 0;

/** Draws on, to where something was another. */
function drawOn() {
  while (waiting.length && !waiting.shift()?.());
  if (waiting.length) drawSoon();
}

/** The same in the next frame: what is told comes between two of them, and takes its time; what a finger does is seen at once. */
function drawSoon() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    drawOn();
  });
}

/** Draws what waits at once: somebody means what is seen then. */
export function settle() {
  while (waiting.length) waiting.shift()?.();
}

/** The title of the tab says whose turn it is. @param {import('./contract').Scene | null | undefined} scene */
function nameTab(scene) {
  const due = scene?.seats.filter((seat) => seat.due) ?? [];
  const own = scene?.seats[scene.you ?? -1]?.due;
  const turn = own ? `● ${words.your_turn}` : due.length === 1 ? words.turn_of.replace('…', due[0].name) : '';
  const title = [turn, words.title].filter(Boolean).join(' · ');
  // It takes the browser some milliseconds, which the cards need while they move.
  clearTimeout(naming);
  naming = setTimeout(() => {
    if (document.title !== title) document.title = title;
  }, 400);
}

let naming = 0;

/** What a table says where no cards lie: the lobby, how a round ended, or why there is nothing. */
function drawPage(root, view, named) {
  const { told, hello, does, press, buttons, faceOf, there } = view;
  const { scene } = told;
  // Who reads how a round ended while the match goes on is told nothing that was to come.
  const page = { ...told.page, lines: told.page.lines.filter((one) => !view.behind || !one.some(([style]) => style === 'time')) };
  const shown = (scene?.stage === 'lobby' && !there && lobby(told, hello, does)) || panel(page, press, ...named);
  if (!page.title) shown.prepend(el('h1', { class: 'unseen' }, words.title));
  const ends = !there && scene?.play && (scene.stage === 'over' || (scene.between && (scene.play.result || scene.play.round > 1)));
  // How a round ended is said first, and shown in the next frame.
  const lies = ends && scene.play.result ? () => (faceOf(scene)?.ended?.(scene) ?? []).filter(Boolean) : () => [];
  const early = view.soon && !root.querySelector('.result');
  if (ends) {
    shown.classList.add('result');
    const told = [...shown.querySelectorAll(':scope > p')].filter((one) => one.textContent);
    shown.querySelector('h1')?.after(el('div', { class: 'lines', tabindex: 0 }, ...told, ...(early ? [] : lies())));
  }
  shown.append(buttons ?? '');
  if (ends) folded(shown, press, view.behind);
  if (!scene && !there && !hello.linked && !framed) shown.append(el('a', { class: 'button', href: '/', 'data-key': 'home' }, words.home));
  if (view.behind) shown.append(el('button', { class: 'gold large', 'data-key': 'on', click: view.goOn }, words.go_on));
  renew(root, bar(root, view), el('div', { class: 'middle' }, shown), aside(view));
  return () => early && root.querySelector('.result .lines')?.append(...lies());
}

/** What a result has beside going on and looking back stands behind one button. */
const SELDOM = /^\$(score|verify|rules|more|leave|profile)$/;

/** Lets a result have two rows of buttons: the one that goes on, unless the match has gone on meanwhile, and what else there is. */
function folded(shown, press, behind) {
  const rows = [...shown.querySelectorAll(':scope > .row')];
  const all = /** @type {HTMLElement[]} */ (rows.flatMap((row) => [...row.children]));
  const seldom = all.filter((one) => SELDOM.test(one.dataset.key ?? ''));
  for (const row of rows) row.remove();
  const back = (one) => /^\$join #/.test(one.dataset.key ?? '');
  const main = behind ? null : all.find((one) => one.matches('.good') && !back(one)) ?? all.find((one) => one.matches('.good'));
  const quiet = all.filter((one) => one !== main && !seldom.includes(one) && !(behind && one.matches('.good') && !back(one)));
  for (const one of quiet) one.classList.remove('good');
  const more = el('button', {
    class: 'tool', 'data-key': 'more', 'aria-label': words.more, title: words.more,
    click: () => ask({ title: words.more, lines: [], controls: [] }, press, ...seldom),
  }, '⋯');
  shown.append(main ? el('div', { class: 'row' }, main) : '', el('div', { class: 'row' }, ...quiet, seldom.length ? more : null));
}

/** What header and felt were drawn from, and whether one of them was another. @type {Record<string, string>} */
const drawn = {};
let wrote = false;

/** Whether this part is there, drawn from the same. */
const isDrawn = (root, name, from) => drawn[name] === JSON.stringify(from) && Boolean(root.querySelector(`:scope > ${name}`));

/** A part of the page that is there, if it was drawn from the same; else one that is drawn anew. */
function unless(root, name, from, make) {
  if (isDrawn(root, name, from)) return root.querySelector(`:scope > ${name}`);
  drawn[name] = JSON.stringify(from);
  wrote = true;
  return make();
}

/** How many cards the viewer holds. */
const heldBy = ({ play }) => (play.hand ?? play.cards?.hand ?? []).flat().length;

/** What the felt is drawn from: what is put together, and how long there is, changes nothing above the hand. */
function feltOf({ told: { scene, looks: faces }, lays, looks, there }) {
  return [{ ...scene, due: '', deadline: 0, play: { ...scene.play, hand: 0, turn: 0 } }, lays, looks.last, faces, document.documentElement.lang, Boolean(there)];
}

/** The parts of a table where cards lie, from above. */
const PARTS = ['header', '.felt, :scope > .words', '.news', '.say', '.acts', '.hand', '.beside'];

/** Puts these in the places of those that stand there. */
function put(root, fresh) {
  renew(root, ...PARTS.map((part) => (part in fresh ? fresh[part] : root.querySelector(`:scope > ${part}`))));
}

function drawFelt(root, view, named) {
  const { told, game, does, lays, there, still } = view;
  const { scene } = told;
  const before = root.querySelector(':scope > .hand');
  const held = before ?? el('div', { class: 'hand', role: 'group' });
  held.setAttribute('aria-label', words.hand);
  const [bars, felt, news, say, acts, , beside] = PARTS;
  const column = aside(view);
  const runs = () => runDown(root, scene.deadline, there ? 0 : told.skew);
  const lies = () => {
    wrote = false;
    // To look where cards lie is to have all laid out: only where some are to move.
    const moves = !still && before && !isDrawn(root, '.felt', feltOf(view));
    const on = moves ? remember(root.querySelector(':scope > .felt')) : null;
    const own = moves && heldBy(scene) < before.querySelectorAll('.card').length ? places(before) : null;
    put(root, { [felt]: lying(root, view) });
    if (moves) move(root.querySelector(':scope > .felt'), on, { taker: lays?.taker, you: scene.you, hand: own });
    runs();
    return wrote;
  };
  const above = () => {
    wrote = false;
    put(root, { [bars]: bar(root, view), [news]: there ? null : newsLine(game.standing?.(scene, lays) ?? NOTHING) });
    return wrote;
  };
  const holds = () => {
    const moves = !still && before && !isDrawn(root, '.hand', [scene.play.hand ?? scene.play.cards?.hand, size]);
    drawn['.hand'] = JSON.stringify([scene.play.hand ?? scene.play.cards?.hand, size]);
    const on = moves ? remember(before) : null;
    arrange(held, game.own(scene, does, size));
    if (moves) move(held, on);
    return true;
  };
  const due = () => {
    put(root, { [say]: said(view, named), [acts]: can(view) });
    runs();
    return Boolean(column);
  };
  const tells = () => put(root, { [beside]: column });
  // Seats and cards at once would take a phone too long.
  const sits = () => Boolean(!isDrawn(root, '.felt', feltOf(view)) && game.around?.(scene));
  waiting = [sits, lies, () => game.rungs?.(scene, lays), above, holds, due, tells];
  if (before && fits && besides === Boolean(column) && !still && !document.hidden) return view.soon ? drawSoon() : drawOn();
  // The first time, and in a window of another size, it is not known before how wide the hand is.
  if (!before) put(root, { [say]: el('div', { class: 'say' }), [acts]: el('div', { class: 'acts' }), '.hand': held });
  settle();
  size = measured(root);
  [fits, besides] = [true, Boolean(column)];
  holds();
}

const NOTHING = { failed: '', taken: false, why: [], beside: () => false };

/** What lies on the felt, or what is said of it in words. */
function lying(root, view) {
  const { told, game, does, looks, lays, there } = view;
  const { scene, page } = told;
  if (looks.words) return el('section', { class: 'panel words', 'aria-label': words.details, tabindex: 0 }, ...page.lines.slice(there?.said ?? 0).map(line));
  return unless(root, '.felt', feltOf(view), () => game.felt(scene, { last: looks.last, lays: lays ?? null, looks: told.looks }, does));
}

/** What is due, beside the own seat. */
function said({ told, game, there }, named) {
  const { scene, page } = told;
  const title = turnTitle(scene, page);
  const own = scene.seats[scene.you]?.due;
  const notes = [game.note(scene), own || title === scene.due ? '' : scene.due];
  const noted = scene.you === null ? words.watching : notes.find(Boolean) ?? '';
  const spoken = there?.said ? page.lines.slice(0, there.said).map(line) : [el('p', { class: 'note' }, noted)];
  return el('div', { class: `say ${TELLS.includes(scene.play.phase) ? 'calls' : ''}`, tabindex: there?.said ? 0 : null },
    game.me?.(scene) ?? null,
    el('div', { class: 'due-line' }, el('h1', { class: noted ? null : 'alone' }, title), ...spoken, ...named, ...besideStep(there)));
}

/** What can be done. */
function can(view) {
  const { told, game, does, press, buttons, there } = view;
  const { tools, others, plain } = sorted(told.page.controls, press);
  const button = game.playButton(told.scene, does);
  const asks = told.asks && !there ? [el('div', { class: 'row more asks' }, ...told.asks.lines.map(line), ...controls(told.asks.controls, press))] : [];
  return el('div', { class: 'acts' },
    ...asks,
    el('div', { class: 'row more' }, ...others, buttons),
    el('div', { class: button?.matches('.fields') ? 'row wraps' : 'row' }, button, ...beside(view, button), ...(button ? [] : plain), ...tools, there ? null : talkButton(told, does)));
}

/** The size for which the hand was laid out, and whether it is still that: to look is to have all laid out at once. */
let size = { width: 0, height: 0, card: 0 };
let fits = false;
let besides = false;
addEventListener('resize', () => {
  fits = false;
});

/** What can be looked at beside the trick; where there is a play to be made it is a sign alone. */
function beside({ game, told, further, looks }, button) {
  const shown = game.beside(told.scene, further, looks.last);
  for (const one of shown) if (one?.matches('[data-key=last]') && button) asTool(one, '↶');
  return shown;
}

/** Makes a button a sign with its words beside it. */
function asTool(button, sign) {
  const label = button.textContent ?? '';
  button.setAttribute('aria-label', label);
  button.setAttribute('title', label);
  button.classList.add('tool');
  button.textContent = sign;
}

/** The controls of a page: those that have a sign, those that only show something, and the others. */
function sorted(rows, press) {
  const tools = [];
  const plain = [];
  const others = [];
  for (const row of controls(rows, press)) {
    for (const one of [...row.children]) {
      const sign = TOOLS[/** @type {HTMLElement} */ (one).dataset.key ?? ''];
      if (!sign) {
        const shows = one.matches('.plain[data-sheet]');
        (shows ? plain : others).push(one);
        if (shows) one.classList.add('text');
        continue;
      }
      asTool(one, sign);
      tools.push(one);
    }
  }
  return { tools, others, plain };
}

/** The width for the hand, and of a card in it. */
function measured(root) {
  drawFaces();
  const hand = root.querySelector('.hand');
  const style = getComputedStyle(hand ?? root);
  const number = (name) => parseFloat(style.getPropertyValue(name));
  return { width: (hand?.clientWidth || root.clientWidth) - 16, height: innerHeight, card: number('--card') };
}

/** The table as it was drawn last, for what is asked of it later. @type {any} */
let latest = null;

function bar(root, view) {
  latest = view;
  if (!view.game) return header(view);
  const { scene, looks } = view.told;
  const { phase, fixed, call, trump, suit, level, order, dealer, points, goal, levels, round, scores, cards } = scene.play;
  const play = [phase, fixed, call, trump, suit, level, order, dealer, points, goal, levels, round, scores, cards?.owed];
  return unless(root, 'header', [scene.game, scene.you, play, looks, document.documentElement.lang, Boolean(view.there)], () => header(view));
}

function header(view) {
  const { told, game, does } = view;
  const { scene } = told;
  const menu = el('button', {
    class: 'tool menu', 'aria-label': words.menu, title: words.menu, 'data-key': 'menu', click: () => openMenu(menuRows(latest), latest.hello, latest.does),
  }, '☰');
  const chips = scene?.play && view.faceOf(scene)?.strip(scene, does);
  const lies = scene?.stage === 'lobby';
  return el('header', {}, menu, el('div', { class: 'strip' }, ...(chips || [])),
    chips ? null : el('b', { class: 'place-name', 'aria-hidden': String(lies) }, lies ? told.page.title : words.title),
    game || view.there ? null : talkButton(told, does));
}

/** What says how a game goes; the house rules are told from there. */
const rulesOf = (game) => (game === 'tractor' ? 'intro' : game ? `help ${game}` : 'rules');

/** What the table adds to its menu. */
function menuRows(view) {
  const { told, game, looks, does, hello } = view;
  const item = (key, label, click, pressed) => el('button', {
    'data-key': key, click, class: pressed ? 'main' : null, 'aria-pressed': pressed === undefined ? null : String(pressed),
  }, pressed ? `✓ ${label}` : label);
  const pick = el('select', {
    'aria-label': words.speed, 'data-key': 'speed', change: (event) => keep('pace', event.target.value),
  }, ...paces.map((one) => el('option', { value: one, selected: one === pace() }, `${words.speed}: ${words[one]}`)));
  return [
    framed ? null : el('a', { class: 'button', href: '/' }, words.home),
    game ? item('words', words.details, () => {
      closeAsked();
      view.inWords();
    }, looks.words) : null,
    item('command', words.command_line, view.command),
    (hello.linked && !framed) || !told.scene || view.there ? null : item('invite', words.invite, () => {
      closeAsked();
      view.invite();
    }),
    item('log', words.news, () => view.showNews()),
    item('rules', words.rules, () => does.ask({ words: rulesOf(told.scene?.game) })),
    item('help', words.help, () => does.ask({ words: 'help' })),
    typeof told.looks?.suggestions !== 'boolean' ? null : item('suggestions', words.suggestions, () => {
      does.ask({ words: `settings suggestions ${told.looks.suggestions ? 'off' : 'on'}` });
    }, told.looks.suggestions),
    told.scene?.play ? pick : null,
  ].filter(Boolean);
}

/** As in the sheet. */
const wide = matchMedia('(min-width: 1100px) and (min-height: 560px)');

/** The column beside the felt on wide screens. */
function aside(view) {
  const { told, there, does } = view;
  const { scene } = told;
  if (!scene || there || !wide.matches) return null;
  const [extra, talks] = [scene.play && !scene.between ? view.faceOf(scene)?.column?.(scene) ?? [] : [], talk(told, does)];
  if (!scene.play && !talks) return null;
  return el('aside', { class: 'beside', 'aria-label': words.news }, newsList(), ...extra, talks);
}

