// A sound and a short vibration when the viewer is waited for: off until they want it, and known by this browser alone.

import { el, words } from './dom.js';

const KEPT = 'bell';
/** How long it sounds, in seconds. */
const LASTS = 0.3;

let wanted = false;
let awaited = false;
let tones = null;

// Where a page may keep nothing it is off again next time.
try {
  wanted = localStorage.getItem(KEPT) === 'on';
} catch { /* off */ }

function ring() {
  navigator.vibrate?.(60);
  tones ??= new AudioContext();
  // A browser lets a page sound only once somebody has touched it.
  tones.resume();
  const [tone, volume, now] = [tones.createOscillator(), tones.createGain(), tones.currentTime];
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.15, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + LASTS);
  tone.connect(volume).connect(tones.destination);
  tone.start();
  tone.stop(now + LASTS);
}

/** Rings once whenever the viewer's turn begins. */
export function attend(scene) {
  const before = awaited;
  awaited = Boolean(scene?.seats[scene.you]?.due);
  if (wanted && awaited && !before) ring();
}

/** The switch. */
export function bell(redraw) {
  const turn = () => {
    wanted = !wanted;
    try {
      localStorage.setItem(KEPT, wanted ? 'on' : 'off');
    } catch { /* for this time */ }
    if (wanted) ring();
    redraw();
  };
  return el('button', { 'data-key': 'bell', 'aria-pressed': String(wanted), click: turn }, `🔔 ${words.bell}`);
}
