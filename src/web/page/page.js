// Pages: titles, lines and controls, in the middle of the table or in a window of their own.

import { asked, el, fill, timeOf, toast, words } from './dom.js';

/** A line whose markup came taken apart. */
export function line(pieces) {
  const shown = pieces.map(([style, text]) => {
    if (style === 'bold') return el('strong', {}, text);
    if (style === 'code') return el('code', {}, text);
    if (style === 'small') return el('small', {}, text);
    if (style === 'time') return el('time', { 'data-at': text }, timeOf(text));
    return text;
  });
  return el('p', {}, ...shown);
}

export function textOf(pieces) {
  return pieces.map(([style, text]) => (style === 'time' ? timeOf(text) : text)).join('');
}

export const titleOf = ({ title, lines }) => title || textOf(lines[0] ?? []);

/** What is due, as a title: a game whose page has its name there says whose turn it is. */
export const turnTitle = (scene, page) => (scene.game === 'ttt' && scene.seats[scene.you]?.due ? words.your_turn : titleOf(page));

/** What a press types. @param {string} code */
export const lineOf = (code) => code.split('.').slice(2).join('.');

/** By which a control is found again when it is drawn anew. @param {string} code */
const keyOf = (code) => `$${lineOf(code)}`;

/** What only shows something. */
const SHEETS = /^(hand|score|last|verify|more|help|rules(?!.*=)|surrender \?)/;

/** The controls of a page; `press(code, values)` does what they do. */
export function controls(rows, press) {
  return rows.map((row) => el('div', { class: 'row' }, row.map((one) => control(one, press))));
}

function control({ button, menu }, press) {
  if (button) {
    return el('button', {
      class: button.style,
      disabled: !button.enabled,
      'data-key': keyOf(button.press),
      'data-sheet': SHEETS.test(lineOf(button.press)) ? '' : null,
      click: () => press(button.press, []),
    }, button.label);
  }
  return menu.at_most > 1 ? choices(menu, press) : choice(menu, press);
}

/** A menu for one choice. */
function choice(menu, press) {
  const options = menu.options.map(({ label, value, note, chosen }) => el('option', {
    value,
    selected: chosen,
  }, note && note !== value ? `${label} – ${note}` : label));
  const none = menu.options.some((option) => option.chosen)
    ? [] : [el('option', { value: '', selected: true, disabled: true }, menu.label)];
  return el('select', {
    'aria-label': menu.label,
    'data-key': keyOf(menu.press),
    change: (event) => press(menu.press, [event.target.value]),
  }, ...none, ...options);
}

/** A menu for several. */
function choices(menu, press) {
  const boxes = menu.options.map(({ label, value, chosen }) => el('label', {},
    el('input', { type: 'checkbox', value, checked: chosen }), label));
  const chosen = () => boxes.map((box) => box.firstChild).filter((box) => box.checked);
  return el('fieldset', {},
    el('legend', {}, menu.label),
    ...boxes,
    el('button', { class: 'main', click: () => press(menu.press, chosen().map((box) => box.value)) },
      words.choose));
}

/** A whole page as a panel. */
export function panel(page, press, ...before) {
  return el('section', { class: 'panel' },
    ...before,
    page.title ? el('h1', {}, page.title) : null,
    ...page.lines.map(line),
    ...controls(page.controls, press));
}

/** Shows a page in a window above the table. */
export function ask(page, press, ...more) {
  const box = asked();
  const close = () => box.close();
  fill(box, panel(page, press), ...more,
    el('button', { class: 'close', 'aria-label': words.close, click: close }, '✕'));
  // A tap beside it closes it, too.
  box.onclick = (event) => {
    if (event.target === box) close();
  };
  if (!box.open) box.showModal();
  // What has the focus stands below: what is read begins above.
  box.scrollTop = 0;
}

export function closeAsked() {
  asked().close();
}

/** Shows an answer where it belongs: at the table itself, as a short line, or in a window. */
export function answered(answer, shown, press) {
  if (answer.file) keep(answer.file);
  const known = new Set(shown.map(textOf));
  // From its title on a hand says what stands at the table anyway.
  const head = answer.hand ? answer.page.lines.findIndex((one, at) => at && one.length === 1 && one[0][0] === 'bold') : -1;
  const said = answer.page.lines.slice(0, head < 0 ? undefined : head).filter((one) => textOf(one) && !known.has(textOf(one)));
  if (answer.outcome === 'done') {
    closeAsked();
  } else if (answer.hand) {
    closeAsked();
    if (said.length) toast(...said.slice(0, 4).map(line));
  } else if (!answer.page.title && !answer.page.controls.length) {
    closeAsked();
    toast(...answer.page.lines.map(line));
  } else {
    ask(answer.page, press);
  }
}

/** Copies an address to be sent, or a command. Where a page may not copy, it is shown, and the `text` of it chosen. */
export async function share(address, text = null, said = words.invited) {
  try {
    await navigator.clipboard.writeText(address);
    toast(said);
  } catch {
    if (text) getSelection()?.selectAllChildren(text);
    toast(words.copy_by_hand, ` ${address}`);
  }
}

/** Offers a file that came with an answer. */
function keep({ name, text }) {
  const address = URL.createObjectURL(new Blob([text]));
  el('a', { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
