// A sound and a short vibration when the viewer's turn begins: off until they want it, and known by this browser alone.

import { el, words } from './dom.js';

const KEPT = 'bell';
/** How long it sounds, in seconds. */
const LASTS = 0.3;

let wanted = false;
/** Whether the viewer was waited for. Nothing rings for a turn that they find when they come. */
let awaited = true;
let sound = null;

// Where a page may keep nothing it is off again next time.
try {
  wanted = localStorage.getItem(KEPT) === 'on';
} catch { /* off */ }

/** Before somebody has touched a page it may do nothing of this. */
const isTouched = () => navigator.userActivation?.hasBeenActive ?? true;

/** Some browsers let a page sound only if it asks for that while it is touched. */
async function wake() {
  if (!wanted || !isTouched()) return;
  try {
    sound ??= new AudioContext();
    await sound.resume();
  } catch { /* it has no sound here */ }
}
for (const touch of ['click', 'keydown']) addEventListener(touch, wake);

function ring() {
  if (isTouched()) navigator.vibrate?.(60);
  // What has to wait for a touch would come too late.
  if (sound?.state !== 'running') return;
  const [tone, volume, now] = [sound.createOscillator(), sound.createGain(), sound.currentTime];
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.15, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + LASTS);
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(now + LASTS);
}

/** Rings once when the viewer's turn has begun. */
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
    if (wanted) wake().then(ring);
    else sound?.suspend();
    redraw();
  };
  return el('button', {
    class: wanted ? 'main' : 'plain', 'data-key': 'bell', 'aria-pressed': String(wanted), click: turn,
  }, el('span', { 'aria-hidden': 'true' }, wanted ? '🔔 ' : '🔕 '), words.bell);
}
