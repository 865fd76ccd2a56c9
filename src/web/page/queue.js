// What is shown one after another: a trick stays until it was read, then comes what happened since.
//
// The server tells whole tables, each as it is. A game says what is to be seen between two of them.

import { kept } from './dom.js';

/** How long a trick stays, by how somebody wants to play; in milliseconds. */
const STAYS = { slow: 3000, normal: 1600, quick: 800 };
export const paces = Object.keys(STAYS);
export const pace = () => paces.find((one) => one === kept('pace')) ?? 'normal';
export const stay = () => STAYS[pace()];
/** Steps that stay no longer are small. */
export const SMALL = 60;
/** With so many steps waiting each of them is shown for a shorter time. */
const MANY = 5;

/**
 * A step: a table, what lies on the felt instead of its trick, and how long that stays. What `holds` stays until the
 * viewer goes on.
 *
 * @typedef {{ told: import('./contract').Table, lays?: any, stays: number, holds?: boolean }} Step
 */

export class Queue {
  /**
   * @param {(before: import('./contract').Table | null, told: import('./contract').Table) => Step[] | null} steps
   *   what is seen between two tables; null if they look the same
   * @param {(step: Step) => void} show
   */
  constructor(steps, show) {
    this.steps = steps;
    this.show = show;
    /** @type {Step[]} */
    this.waiting = [];
    /** @type {Step | null} */
    this.shown = null;
    /** @type {import('./contract').Table | null} */
    this.newest = null;
    document.addEventListener('visibilitychange', () => document.hidden && this.catchUp());
  }

  /** Whether something waits to be shown. */
  get isBehind() {
    return this.waiting.length > 0;
  }

  /** @param {import('./contract').Table} told */
  take(told) {
    const before = this.newest;
    this.newest = told;
    const steps = this.steps(before, told);
    if (!steps) {
      // Only what is put together, or said, is another: it is shown where the table is.
      const last = this.waiting.at(-1) ?? this.shown;
      if (last) {
        last.told = { ...told, news: [...(last === this.shown ? [] : last.told.news), ...told.news] };
        if (last === this.shown) this.show(last);
        return;
      }
    }
    const next = steps ?? [{ told, stays: 0 }];
    const last = this.waiting.at(-1);
    // Small steps that nobody has seen are left out, such as cards that are dealt faster than they can be drawn.
    if (last && next.length === 1 && Math.max(last.stays, next[0].stays) <= SMALL && !last.holds) {
      this.waiting.pop();
      told.news.unshift(...last.told.news);
    }
    this.waiting.push(...next);
    if (document.hidden) this.catchUp();
    else if (!this.timer && !this.shown?.holds) this.next();
  }

  next() {
    clearTimeout(this.timer);
    this.timer = null;
    const step = this.waiting.shift();
    if (!step) return;
    this.shown = step;
    this.show(step);
    if (step.holds) return;
    const hurry = this.waiting.length > MANY ? 4 : 1;
    if (step.stays) this.timer = setTimeout(() => this.next(), step.stays / hurry);
    else this.next();
  }

  /** Goes on at once, to what holds or is the newest. The answer is whether there was anything. */
  goOn() {
    if (!this.waiting.length) {
      if (this.shown?.holds) this.shown.holds = false;
      return false;
    }
    const news = [];
    do {
      this.shown = /** @type {Step} */ (this.waiting.shift());
      news.push(...this.shown.told.news);
    } while (this.waiting.length && !this.shown.holds);
    clearTimeout(this.timer);
    this.timer = null;
    this.show({ ...this.shown, told: { ...this.shown.told, news } });
    return true;
  }

  /** Passes over what was not seen, as nobody looks, but for what holds. */
  catchUp() {
    if (!this.shown?.holds && this.waiting.length) this.goOn();
  }
}
