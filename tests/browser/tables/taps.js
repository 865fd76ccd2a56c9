// Taps at positions of a turn of tractor, in the page's own code. A position has the taps and what is raised after them;
// `played` if a tap plays what is raised instead. The answer is what came out otherwise.
((positions) => import(document.querySelector('link[href$="/tractor.js"]').href).then(({ adopt, own }) => {
  const size = { width: 360, card: 60 };
  const wrong = [];
  for (const { it, hand, turn, taps, raised, phase = 'playing', played = false } of positions) {
    let waits = false;
    let plays = false;
    const does = {
      busy: () => waits,
      draft: () => { waits = true; },
      press: () => { plays = true; },
      say: () => {},
    };
    const given = { count: null, fixed: [], plays: [], hint: [], ready: false, note: '', ...turn };
    given.play = { enabled: true, press: 'play', label: '' };
    const scene = { due: '', play: { phase, hand: [hand.split(' ')], turn: given } };
    const cards = () => own(scene, does, size).flatMap((line) => [...line.children]);
    adopt({ play: { hand: [[]], turn: null } }, false);
    adopt(scene, false);
    for (const name of taps) {
      cards().find((card) => card.dataset.key.startsWith(`${name}#`)).click();
      given.ready = false;
    }
    const up = cards().filter((card) => card.matches('.raised')).map((card) => card.dataset.key.split('#')[0]);
    if (up.join(' ') !== raised || plays !== played) wrong.push(`${it}: ${up.join(' ')}${plays ? ', played' : ''}`);
  }
  adopt({ play: { hand: [[]], turn: null } }, false);
  return { tapped: positions.length, wrong };
}))([
  { it: 'another card takes the place of the hint beside a card that has to be played', hand: 'KS 5D 3D 7C',
    turn: { count: 2, fixed: ['7C'], open: ['KS', '5D', '3D'], chosen: ['7C', 'KS'], ready: true },
    taps: ['3D'], raised: '3D 7C' },
  { it: 'a card that has to be played stays raised when it is tapped', hand: 'KS 5D 7C',
    turn: { count: 2, fixed: ['7C'], open: ['KS', '5D'], chosen: ['7C', 'KS'] },
    taps: ['7C'], raised: 'KS 7C' },
  { it: 'a lead taps over the hint', hand: 'AS AS KH KH',
    turn: { open: ['AS', 'KH'], chosen: ['AS', 'AS'], ready: true }, taps: ['KH'], raised: 'KH' },
  { it: 'a card of the hint that is tapped is the first of a lead of ones own', hand: 'AS AS KH KH',
    turn: { open: ['AS', 'KH'], chosen: ['AS', 'AS'], ready: true }, taps: ['AS'], raised: 'AS' },
  { it: 'what one has raised of a lead is lowered by a tap', hand: 'AS AS KH',
    turn: { open: ['AS', 'KH'], chosen: ['AS', 'AS'] }, taps: ['AS'], raised: 'AS' },
  { it: 'a second tap on a raised card lowers it', hand: 'AS KS',
    turn: { count: 1, open: ['AS', 'KS'], chosen: ['KS'] }, taps: ['KS'], raised: '' },
  { it: 'a lead taps over what was advised', hand: 'AS AS KH KH',
    turn: { open: ['AS', 'KH'], chosen: ['AS', 'AS'], hint: ['AS', 'AS'] }, taps: ['KH'], raised: 'KH' },
  { it: 'another card of a single takes its place', hand: 'AS KS',
    turn: { count: 1, open: ['AS', 'KS'], chosen: ['KS'], ready: true }, taps: ['AS'], raised: 'AS' },
  { it: 'where a pair is due both of its cards are raised', hand: '9S 9S 5S 5S 3S',
    turn: { count: 2, open: ['9S', '5S'], chosen: [], plays: [['9S', '9S'], ['5S', '5S']] },
    taps: ['5S'], raised: '5S 5S' },
  { it: 'another pair takes the place of the one that is raised', hand: '9S 9S 5S 5S 3S',
    turn: { count: 2, open: ['9S', '5S'], chosen: ['5S', '5S'], plays: [['9S', '9S'], ['5S', '5S']] },
    taps: ['9S'], raised: '9S 9S' },
  { it: 'a card that fits no play is left lying', hand: '9S 9S 3S',
    turn: { count: 2, open: ['9S'], chosen: [] }, taps: ['3S'], raised: '' },
  { it: 'a full kitty takes no card more', hand: '3S 4S 5S', phase: 'burying',
    turn: { count: 2, open: ['3S', '4S', '5S'], chosen: ['3S', '4S'] }, taps: ['5S'], raised: '3S 4S' },
  { it: 'a tap on a card of the kitty takes it out', hand: '3S 4S 5S', phase: 'burying',
    turn: { count: 2, open: ['3S', '4S', '5S'], chosen: ['3S', '4S'] }, taps: ['3S', '5S'], raised: '4S 5S' },
])
