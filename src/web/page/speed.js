// What this browser alone knows of its viewer: how quickly things are shown.

const KEPT = 'pace';
const PACES = ['slow', 'normal', 'quick'];

/** @type {string} */
let chosen = 'normal';
// Where a page may keep nothing it is as usual next time.
try {
  chosen = localStorage.getItem(KEPT) ?? chosen;
} catch { /* as usual */ }

export const paces = PACES;

/** @returns {'slow' | 'normal' | 'quick'} */
export function pace() {
  return /** @type {any} */ (PACES.includes(chosen) ? chosen : 'normal');
}

export function setPace(wanted) {
  chosen = wanted;
  try {
    localStorage.setItem(KEPT, wanted);
  } catch { /* for this time */ }
}
