// The faces of a French deck: all of them are one picture, drawn here once. A card is then a single element, which a phone
// lays out and paints in no time; in a hand of 33, signs and ranks of their own would be hundreds.

import { words } from './dom.js';

/** In each row of the picture the ranks of a suit, and behind them a joker. */
const ROWS = 'SHDC';
const RANKS = [...'A23456789', '10', ...'JQK', 'joker'];
/** How wide and how high a face is, in the size of its letters, and how far its row is from the next; as in the sheet. */
const WIDE = 1 / 0.38;
const HIGH = WIDE * 1.41;
const PITCH = 4.4;

/** The class of a rank, by which the sheet finds it in the picture, as it finds its row by the suit. */
export const classOf = (rank) => `at${RANKS.indexOf(rank)}`;

let drawn = '';
/** @type {string | null} */
let address = null;

/** Draws all faces, unless that was done for this size, language and these colours. */
export function drawFaces() {
  const root = getComputedStyle(document.body);
  const sizes = ['--card', '--lay'].map((name) => parseFloat(root.getPropertyValue(name)));
  const cell = Math.ceil(Math.max(...sizes) * Math.min(3, devicePixelRatio));
  const four = document.body.classList.contains('suits4');
  const key = [cell, words.joker_big, four].join();
  if (key === drawn || !words.joker_big) return;
  drawn = key;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: cell * RANKS.length, height: Math.ceil(cell * 0.38 * PITCH * ROWS.length) });
  const on = canvas.getContext('2d');
  const [black, red] = ['--black', '--red'].map((name) => root.getPropertyValue(name));
  const inks = four ? [black, red, '#1549a8', '#1c6b2b'] : [black, red, red, black];
  [...ROWS].forEach((suit, row) => RANKS.forEach((rank, column) => {
    on.setTransform(cell * 0.38, 0, 0, cell * 0.38, column * cell, row * PITCH * cell * 0.38);
    on.fillStyle = on.strokeStyle = inks[row];
    if (rank !== 'joker') face(on, rank, suit);
    else if (row < 2) joker(on, row ? 'star' : 'ring-star', row ? words.joker_big : words.joker_small);
  }));
  canvas.toBlob((picture) => picture && show(URL.createObjectURL(picture)));
}

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/** Shows the picture on the cards, once it can be seen: until then, and where it cannot be, they have letters. */
function show(made) {
  const picture = new Image();
  picture.onload = () => {
    // In a rule it is found once; a property of that name would have each card look for it.
    sheet.replaceSync(`:where(.drawn) .french { background-image: url(${made}); }`);
    document.documentElement.classList.add('drawn');
    if (address) URL.revokeObjectURL(address);
    address = made;
  };
  picture.src = made;
}

/** Letters in the font of the page; sizes are those of a rank. */
function write(on, text, [x, y], size, weight) {
  on.save();
  on.translate(x, y);
  // Fonts of a pixel are none.
  on.scale(size / 100, size / 100);
  on.font = `${weight} 100px system-ui, "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif`;
  on.fillText(text, 0, 0);
  on.restore();
}

function face(on, rank, suit) {
  on.save();
  on.textAlign = rank === '10' ? 'left' : 'center';
  // A ten is as narrow as the others.
  if (rank === '10') on.scale(0.68, 1);
  write(on, rank, [rank === '10' ? 0.26 : 0.64, 1.05], 1, 700);
  on.restore();
  sign(on, suit, [0.26, 1.24], 0.78);
  sign(on, suit, [WIDE - 0.25 - 1.5, HIGH - 0.3 - 1.5], 1.5);
}

function joker(on, star, name) {
  sign(on, star, [0.22, 0.18], 0.95);
  on.textAlign = 'left';
  const upright = /[^\0-ÿ]/.test(name);
  on.save();
  on.translate(0.45, 1.3);
  if (upright) [...name].forEach((letter, at) => write(on, letter, [0, 0.5 + at * 0.62], 0.56, 800));
  else {
    on.rotate(Math.PI / 2);
    write(on, name, [0, 0], 0.5, 800);
  }
  on.restore();
  sign(on, star, [WIDE - 0.25 - 1.5, HIGH - 0.3 - 1.5], 1.5);
}

/** One of the signs of the page, which are drawn on squares of 32. */
function sign(on, name, [x, y], size) {
  const path = document.querySelector(`#${name} path`);
  const form = new Path2D(path.getAttribute('d'));
  on.save();
  on.translate(x, y);
  on.scale(size / 32, size / 32);
  on.lineJoin = 'round';
  on.lineWidth = 2.6;
  if (path.hasAttribute('stroke')) on.stroke(form);
  else on.fill(form);
  on.restore();
}
