// Cards that move: what is drawn anew begins where it lay before. Nothing moves for who does not want that.

/** How long a card flies, in milliseconds. */
const FLIES = 220;
const SLIDES = 140;
const CLIMBS = 700;
/** A step of so few pixels is not worth one. */
const NEAR = 9;
/** One card after the other, where several set out together. */
const AFTER = 25;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Where everything that can move lies, by its name. @typedef {Map<string, { box: DOMRect, element: HTMLElement }>} Places */

/** @type {Map<Element, Animation>} */
const flights = new Map();

/** @param {Element | null} part @returns {Places | null} */
export function places(part) {
  if (!part || still.matches || document.hidden) return null;
  const found = /** @type {HTMLElement[]} */ ([...part.querySelectorAll('[data-move]')]);
  return new Map(found.map((element) => [element.dataset.move ?? '', { box: element.getBoundingClientRect(), element }]));
}

/** The same before it is drawn anew: what flies goes on from where it is now. @param {Element | null} part */
export function remember(part) {
  const all = places(part);
  for (const [element, flight] of flights) if (part?.contains(element)) flight.cancel();
  return all;
}

/** How far the middle of one is from that of the other. @param {DOMRect} from @param {DOMRect} to @returns {[number, number]} */
const between = (from, to) => [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];

/** @param {Element} element @param {[number, number]} far @param {KeyframeAnimationOptions} how */
function fly(element, [x, y], how) {
  if (Math.abs(x) + Math.abs(y) < NEAR) return;
  const flight = element.animate([{ translate: `${x}px ${y}px` }, { translate: '0 0' }], { easing: 'ease-out', fill: 'backwards', ...how });
  flights.set(element, flight);
  const ends = () => flights.get(element) === flight && flights.delete(element);
  Object.assign(flight, { onfinish: ends, oncancel: ends });
}

/** The name of a card, whose hand or heap it may lie in: `hand 10H#1` and `heap2 10H#1` have `10H`. */
const nameOf = (move) => move.split(' ')[1]?.split('#')[0];

/**
 * Lets what was drawn anew come from where it was: cards of the felt from the own `hand` or the seat that played them,
 * cards of the hand from the pile, and what is gone from the felt to who took it.
 *
 * @param {Element | null} part @param {Places | null} before @param {{ taker?: number | null, you?: number | null, hand?: Places | null }} [told]
 */
export function move(part, before, { taker, you, hand } = {}) {
  if (!part || !before) return;
  const left = new Map(before);
  const fresh = [];
  const moves = [...part.querySelectorAll('[data-move]')].map((found) => {
    const element = /** @type {HTMLElement} */ (found);
    return { element, name: element.dataset.move ?? '', box: element.getBoundingClientRect() };
  });
  // All is looked at before anything moves: to look again would have all laid out again.
  const seats = new Map(/** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-seat]')]).map((one) => [one.dataset.seat, one.getBoundingClientRect()]));
  const pile = part.querySelector('.card.back')?.getBoundingClientRect();
  const felt = part.parentElement?.querySelector('.felt')?.getBoundingClientRect();
  const to = seats.get(String(taker));
  // What moves is a layer of its own. One for each card takes a phone longer than a frame: a row of the hand moves as one,
  // as most of its cards do, and so does a play that comes from a seat.
  const rows = new Map();
  let after = 0;
  const comes = (element, start, box) => {
    if (start && !rows.has(element)) fly(element, between(start, box), { duration: FLIES, delay: after });
    if (!rows.has(element) && after < 8 * AFTER) after += AFTER;
    rows.set(element, []);
  };
  for (const { element, name, box } of moves) {
    const was = left.get(name);
    left.delete(name);
    const row = /** @type {Element} */ (element.parentElement);
    if (!was) fresh.push({ element, row, name, box });
    else if (row.matches('.fan')) rows.set(row, [...rows.get(row) ?? [], between(was.box, box)]);
    else fly(element, between(was.box, box), { duration: name.startsWith('rung') ? CLIMBS : SLIDES });
  }
  for (const [row, all] of rows) fly(row, all.toSorted((one, two) => one[0] - two[0])[all.length >> 1], { duration: SLIDES });
  for (const { element, row, name, box } of fresh) {
    const own = ownOf(name, you, hand);
    if (own) comes(element, own, box);
    else if (name.startsWith('heap')) comes(row, seats.get(name.slice(4).split(' ')[0]) ?? pile, box);
    else comes(element, felt, box);
  }
  if (to) sweep([...left].filter(([name]) => name.startsWith('heap')), to);
}

/** Where a card that is played lay in the own hand: of equal ones the last one goes. */
function ownOf(name, you, hand) {
  const own = name.startsWith(`heap${you} `) && [...hand ?? []].findLast(([one]) => nameOf(one) === nameOf(name));
  if (own) hand.delete(own[0]);
  return own ? own[1].box : null;
}

/** Lets cards that lie no longer fly to a seat, those of a play as one. */
function sweep(gone, to) {
  const plays = new Map();
  for (const [name, one] of gone) plays.set(name.split(' ')[0], [...plays.get(name.split(' ')[0]) ?? [], one]);
  for (const cards of plays.values()) {
    const from = cards[0].box;
    const ghost = document.createElement('div');
    ghost.className = 'ghost';
    ghost.setAttribute('aria-hidden', 'true');
    Object.assign(ghost.style, { left: `${from.left}px`, top: `${from.top}px` });
    for (const { box, element } of cards) {
      const card = /** @type {HTMLElement} */ (element.cloneNode(true));
      card.removeAttribute('data-move');
      Object.assign(card.style, { left: `${box.left - from.left}px`, top: `${box.top - from.top}px`, width: `${box.width}px`, height: `${box.height}px` });
      ghost.append(card);
    }
    document.body.append(ghost);
    const [x, y] = between(to, from);
    const flight = ghost.animate(
      [{ translate: '0 0', opacity: 1 }, { translate: `${x}px ${y}px`, scale: '.4', opacity: 0.2 }],
      { duration: FLIES + 30, easing: 'ease-in' },
    );
    flight.finished.finally(() => ghost.remove());
  }
}
