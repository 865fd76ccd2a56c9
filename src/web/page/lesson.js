// What the lesson lays beside its words.

import { ladder } from './tractor.js';

/**
 * The ladder of the levels, where a step is about going up; nothing for other exhibits.
 *
 * @param {any} step @returns {(Node | null)[]}
 */
export function besideStep(step) {
  const { levels, points } = step?.scene?.play ?? {};
  return step?.said && levels && points === null ? [ladder(levels, step.scene.you)] : [];
}
