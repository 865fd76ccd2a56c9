// A table before the match: its seats, and how others come to it.

import { framed, invite } from './activity.js';
import { el, svg, words } from './dom.js';
import { ask, closeAsked, controls, line, lineOf, share } from './page.js';

/** The places of four seats round the table, the viewer's below, and what they are called in words that are typed. */
const PLACES = ['south', 'east', 'north', 'west'];

const tapOf = (control) => lineOf((control.button ?? control.menu)?.press ?? '');

/**
 * What is shown of a lobby instead of its page in words; null for the page.
 *
 * @param {import('./contract').Table} table @param {import('./contract').Hello} hello @param {import('./contract').Does} does
 * @returns {Element | null}
 */
export function lobby(table, hello, does) {
  const { scene, page } = table;
  const all = page.controls.flat();
  const of = (tap) => all.find((one) => tapOf(one) === tap);
  const start = of('start deal')?.button;
  if (!scene || !start) return null;
  const seats = { sit: of('join *')?.menu, add: of('computer *')?.menu };
  // How long the match is, and leaving it, is for those who sit there.
  const elsewhere = ['start deal', 'start computers', 'join', 'join *', 'computer *', ...(scene.you === null ? ['leave'] : [])];
  const rest = page.controls
    .map((row) => row.filter((one) => !elsewhere.includes(tapOf(one)) && (scene.you !== null || !tapOf(one).includes('='))))
    .filter((row) => row.length);
  const invited = framed ? el('button', { 'data-key': 'invite', click: invite }, words.invite) : invitation(table.invitation);
  const begins = el('div', { class: 'begin' },
    scene.you === null ? sitDown(scene, of('join')?.button, hello, does) : begin(start, of('start computers')?.button, does),
    ...controls(rest, does.press));
  return el('section', { class: 'lobby' },
    el('h1', { class: 'unseen' }, page.title),
    felt(scene, seats, does),
    // Who comes by the invitation sits down first.
    ...(scene.you === null ? [begins, invited] : [invited, begins]),
    // Its first lines tell of the seats.
    el('div', { class: 'told' }, ...page.lines.slice(Math.ceil(listed(scene) / 2)).map(line)));
}

/** How many seats the page lists. */
const listed = ({ seats }) => (seats.length > 4 ? seats.filter((seat) => seat.taken) : seats).length;

/** The seats, each to be tapped. */
function felt(scene, seats, does) {
  const own = scene.you ?? 2;
  const four = scene.game === 'tractor';
  // Where many can sit, one free seat is enough to be seen.
  const free = scene.seats.findIndex((seat) => !seat.taken);
  const shown = scene.seats.map((seat, index) => ({ seat, index })).filter(({ seat, index }) => four || seat.taken || index === free);
  const taken = scene.seats.filter((seat) => seat.taken).length;
  return el('div', { class: `seats ${four ? 'cross' : ''}` },
    ...shown.map(({ seat, index }) => {
      const at = (index - own + 4) % 4;
      const side = four ? (at % 2 ? 'other' : 'own') : '';
      const place = four ? PLACES[at] : '';
      const role = !seat.taken ? (scene.you === null ? words.tap_to_sit : words.tap_to_fill) : [
        four && at === 2 && scene.you !== null ? words.partner : null,
        scene.host === index ? words.host : null,
        seat.skill,
      ].filter(Boolean).join(' · ');
      return el('button', {
        class: `seat ${side} ${place} ${seat.taken ? '' : 'free'}`,
        'data-seat': index, 'data-key': `seat${index}`,
        disabled: scene.you === index || (seat.taken && !seat.computer),
        click: () => tapped(scene, index, seats, does),
      },
      el('span', { class: `ring ${side ? '' : `tone${index % 6}`}`, 'aria-hidden': 'true' }, el('span', {}, seat.taken ? [...seat.name][0] : '+')),
      el('span', { class: 'who' }, el('b', {}, seat.taken ? seat.name : words.free), el('small', {}, role)));
    }),
    el('b', { class: 'count', 'aria-hidden': 'true' }, `${taken} / ${scene.seats.length}`));
}

/** Sits down on a seat, or asks for a computer there; or what becomes of the one that is there. */
async function tapped(scene, index, { sit, add }, does) {
  const seat = scene.seats[index];
  const press = (menu, value) => () => {
    closeAsked();
    does.press(menu.press, [value]);
  };
  if (scene.you === null && sit) {
    // A name that is typed and not yet said goes first.
    const typed = /** @type {HTMLInputElement | null} */ (document.querySelector('form.name input'))?.value.trim();
    if (typed) await does.ask({ name: typed });
    return does.press(sit.press, [`#${index + 1}`]);
  }
  const where = scene.game === 'tractor' ? ` #${index + 1}` : '';
  const choices = (add?.options ?? []).filter(({ value }) => (seat.taken ? value === `off #${index + 1}` : !value.startsWith('off ')))
    .map(({ label, note, value }) => el('button', { click: press(add, seat.taken ? value : value + where) },
      el('b', {}, label), note ? el('small', {}, ` ${note}`) : null));
  const move = sit?.options.some(({ value }) => value === `#${index + 1}`)
    ? el('button', { click: press(sit, `#${index + 1}`) }, words.sit) : null;
  return ask({ title: seat.taken ? seat.name : words.free, lines: [], controls: [] }, does.press, ...choices, move);
}

/** What deals. */
function begin(start, quick, does) {
  const first = start.enabled || !quick ? start : quick;
  const button = (one, look) => el('button', {
    class: look, 'data-key': `$${tapOf({ button: one })}`, disabled: !one.enabled, click: () => does.press(one.press),
  }, one.label);
  return el('div', { class: 'row' }, button(first, 'gold large'), first === start && quick ? button(quick, 'plain') : null);
}

/** Sits down by one tap, with a name for who has none yet. */
function sitDown(scene, join, hello, does) {
  if (!join) return null;
  const sit = () => does.press(join.press);
  const label = (name) => (name.trim() ? words.sit_as.replace('…', name.trim()) : words.sit);
  if (hello.name || hello.linked) {
    return el('button', { class: 'gold large', 'data-key': '$join', disabled: !join.enabled, click: sit }, label(hello.name ?? ''));
  }
  const button = el('button', { class: 'gold large', 'data-key': '$join', disabled: !join.enabled }, words.sit);
  const input = el('input', {
    id: 'name', name: 'name', maxlength: 32, autocomplete: 'nickname', 'data-key': 'name', required: true,
    input: (event) => {
      button.textContent = label(event.target.value);
    },
  });
  const submit = async (event) => {
    event.preventDefault();
    if (!input.value.trim()) return;
    await does.ask({ name: input.value });
    sit();
  };
  return el('form', { class: 'name', submit }, el('label', { for: 'name' }, words.name_ask), input, button);
}

/** The address of the table for others, or how there is one. */
function invitation(invited) {
  if (!invited) return null;
  const told = line(invited.note);
  const copy = (text, from, said) => el('button', { 'data-key': 'copy', click: () => share(text, from, said) }, words.copy);
  if (!invited.address) {
    const command = told.querySelector('code');
    return el('section', { class: 'invitation' }, told,
      command && copy(command.textContent, command, `✓ ${command.textContent}`));
  }
  const text = el('p', { class: 'address', tabindex: 0 }, invited.address);
  return el('section', { class: 'invitation' },
    el('h2', {}, words.invite_title), code(invited), text, el('p', {}, el('small', {}, ...told.childNodes)), copy(invited.address, text));
}

/** The code of an address as a picture. */
function code({ code: rows, size, address }) {
  const path = rows.flatMap((row, y) => [...row].flatMap((digit, at) => [0, 1, 2, 3]
    .filter((bit) => (parseInt(digit, 16) >> (3 - bit)) & 1)
    .map((bit) => `M${at * 4 + bit} ${y}h1v1h-1z`))).join('');
  const box = `-3 -3 ${size + 6} ${size + 6}`;
  return svg('svg', { viewBox: box, class: 'code', role: 'img', 'aria-label': `QR: ${address}` }, svg('path', { d: path }));
}
