// A table before the match: its seats, and how others come to it.

/**
 * What is shown of a lobby instead of its page in words; null for the page.
 *
 * @param {import('./contract').Table} _table @param {import('./contract').Hello} _hello @param {import('./contract').Does} _does
 * @returns {Element | null}
 */
export function lobby(_table, _hello, _does) {
  return null;
}
