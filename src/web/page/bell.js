// A sound and a short vibration when the viewer's turn begins: off until they want it, and known by this browser alone.

import { el, keep, kept, words } from './dom.js';

/** How long it sounds, in seconds. */
const LASTS = 0.3;

let wanted = kept('bell') === 'on';
/** Whether the viewer was waited for. Nothing rings for a turn that they find when they come. */
let awaited = true;
let sound = null;

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
  tone(660, 0, 0.15);
}

/** Sounds of what happens: tones, each with its frequency, when it begins and how loud it is. */
const SOUNDS = {
  card: [[190, 0, 0.05]],
  call: [[523, 0, 0.08], [659, 0.09, 0.08]],
  trick: [[330, 0, 0.07], [262, 0.1, 0.07]],
  win: [[523, 0, 0.1], [659, 0.12, 0.1], [784, 0.24, 0.12]],
};

/** Sounds as one of these. */
function play(name) {
  if (!wanted || sound?.state !== 'running') return;
  for (const [pitch, after, loud] of SOUNDS[name]) tone(pitch, after, loud);
}

function tone(pitch, after, loud) {
  const [made, volume, from] = [sound.createOscillator(), sound.createGain(), sound.currentTime + after];
  made.frequency.value = pitch;
  volume.gain.setValueAtTime(loud, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + LASTS);
  made.connect(volume).connect(sound.destination);
  made.start(from);
  made.stop(from + LASTS);
}

/** What lay on the felt when it was looked at last. */
let felt = { lies: 0, call: '', between: true };

/** Sounds as what has happened, and rings once when the viewer's turn has begun. */
export function attend(scene, lays) {
  const before = awaited;
  awaited = Boolean(scene?.seats[scene.you]?.due);
  const now = {
    lies: lays?.trick ? 4 : scene?.play?.trick?.plays.length ?? 0,
    call: JSON.stringify(scene?.play?.call ?? ''),
    between: Boolean(scene?.between),
  };
  const was = felt;
  felt = now;
  if (wanted && awaited && !before) return ring();
  if (now.between && !was.between) return play('win');
  if (lays?.trick) return play('trick');
  if (now.call !== was.call && scene?.play?.call) return play('call');
  if (now.lies > was.lies) return play('card');
  return undefined;
}

/** The switch. */
export function bell(redraw) {
  const turn = () => {
    wanted = !wanted;
    keep('bell', wanted ? 'on' : 'off');
    if (wanted) wake().then(ring);
    else sound?.suspend();
    redraw();
  };
  return el('button', {
    class: wanted ? 'main' : 'plain', 'data-key': 'bell', 'aria-pressed': String(wanted), click: turn,
  }, el('span', { 'aria-hidden': 'true' }, wanted ? '🔔 ' : '🔕 '), words.bell);
}
