// Talk at the table: reactions and short lines.

/**
 * What is said at the table, and how to say something: part of the column beside the felt, and of the menu on phones.
 *
 * @param {import('./contract').Table} _table @param {import('./contract').Does} _does
 * @returns {Element | null}
 */
export function talk(_table, _does) {
  return null;
}

/** Takes what was said since the frame before. @param {import('./contract').Table} _table */
export function overhear(_table) {}
