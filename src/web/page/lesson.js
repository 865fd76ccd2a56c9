// What the lesson lays on the felt beside its cards.

/**
 * Nodes below the words of a step of the lesson; none for other exhibits.
 *
 * @param {object} _step @returns {(Node | null)[]}
 */
export function besideStep(_step) {
  return [];
}
