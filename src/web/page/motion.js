// Cards that move: what is drawn anew begins where it lay before. Nothing moves for who does not want that.

/** How long a card flies, in milliseconds. */
const FLIES = 220;
const SLIDES = 140;
const CLIMBS = 700;
/** One card after the other, where several set out together. */
const AFTER = 25;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Where everything that can move lies, by its name. @typedef {Map<string, { box: DOMRect, element: HTMLElement }>} Places */

/** @type {Set<Animation>} */
const flights = new Set();

/** @param {Element} root @returns {Places | null} */
export function remember(root) {
  if (still.matches || document.hidden) return null;
  const places = new Map();
  for (const element of root.querySelectorAll('[data-move]')) {
    const { move } = /** @type {HTMLElement} */ (element).dataset;
    places.set(move, { box: element.getBoundingClientRect(), element });
  }
  // What flies goes on from where it is now.
  for (const flight of flights) if (flight.playState !== 'finished') flight.cancel();
  flights.clear();
  return places;
}

/** @param {Element} element @param {DOMRect} from @param {DOMRect} to @param {KeyframeAnimationOptions} how */
function fly(element, from, to, how) {
  const [x, y] = [
    from.left + from.width / 2 - to.left - to.width / 2,
    from.top + from.height / 2 - to.top - to.height / 2,
  ];
  // Each card that moves is a layer of its own: a step of some pixels is not worth one.
  if (Math.abs(x) + Math.abs(y) < 9) return;
  flights.add(element.animate([{ translate: `${x}px ${y}px` }, { translate: '0 0' }], { easing: 'ease-out', fill: 'backwards', ...how }));
}

/** The name of a card, whose hand or heap it may lie in: `hand 10H#1` and `heap2 10H#1` have `10H`. */
const nameOf = (move) => move.split(' ')[1]?.split('#')[0];

/**
 * Lets what was drawn anew come from where it was: cards of the felt from the hand or the seat that played them, cards
 * of the hand from the pile, and what is gone from the felt to who took it.
 *
 * @param {Element} root @param {Places | null} before @param {{ taker?: number | null }} [told]
 */
export function move(root, before, { taker } = {}) {
  if (!before?.size) return;
  const seats = new Map();
  for (const seat of root.querySelectorAll('[data-seat]')) {
    seats.set(/** @type {HTMLElement} */ (seat).dataset.seat, seat.getBoundingClientRect());
  }
  const pile = root.querySelector('.felt')?.getBoundingClientRect();
  const left = new Map(before);
  const fresh = [];
  const moves = [...root.querySelectorAll('[data-move]')].map((found) => {
    const element = /** @type {HTMLElement} */ (found);
    return { element, name: element.dataset.move ?? '', box: element.getBoundingClientRect() };
  });
  for (const { element, name, box } of moves) {
    const was = left.get(name);
    left.delete(name);
    if (was) fly(element, was.box, box, { duration: name.startsWith('rung') ? CLIMBS : SLIDES });
    else fresh.push({ element, name, box });
  }
  let after = 0;
  for (const { element, name, box } of fresh) {
    const played = name.startsWith('heap');
    const from = played
      ? [...left.entries()].find(([one]) => one.startsWith('hand ') && nameOf(one) === nameOf(name)) : null;
    if (from) left.delete(from[0]);
    const start = from?.[1].box ?? (played ? seats.get(name.slice(4).split(' ')[0]) : pile);
    if (start) fly(element, start, box, { duration: FLIES, delay: after });
    if (after < 8 * AFTER) after += AFTER;
  }
  const to = taker === null || taker === undefined ? null : seats.get(String(taker));
  if (to) sweep([...left].filter(([name]) => name.startsWith('heap')), to);
}

/** Lets cards that lie no longer fly to a seat. */
function sweep(gone, to) {
  for (const [, { box, element }] of gone) {
    const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
    ghost.classList.add('ghost');
    ghost.removeAttribute('data-move');
    ghost.setAttribute('aria-hidden', 'true');
    Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    document.body.append(ghost);
    const [x, y] = [to.left + to.width / 2 - box.left - box.width / 2, to.top + to.height / 2 - box.top - box.height / 2];
    const flight = ghost.animate(
      [{ translate: '0 0', opacity: 1 }, { translate: `${x}px ${y}px`, scale: '.4', opacity: 0.2 }],
      { duration: FLIES + 30, easing: 'ease-in' },
    );
    flight.finished.finally(() => ghost.remove());
  }
}
