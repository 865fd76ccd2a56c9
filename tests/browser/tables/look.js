// What somebody sees who presses without a thought: the main button, whether it can do anything, whether a choice is waited for, and
// what could be chosen with a finger.
(() => {
  const middle = (one) => {
    const box = one?.getBoundingClientRect();
    return box ? [Math.round(box.left + Math.min(box.width / 2, 16)), Math.round(box.top + Math.min(box.height / 2, 16))] : null;
  };
  const all = (of) => [...document.querySelectorAll(of)].filter((one) => !one.disabled && one.checkVisibility());
  const { scene } = window.told ?? {};
  const main = all('.acts .large')[0] ?? all('.panel .good, .panel .large')[0];
  const chosen = scene?.play?.turn?.chosen;
  const waits = Boolean(scene?.seats[scene.you]?.due && document.querySelector('.seat.you.due') && !all('.acts .large:not([aria-disabled])').length
    && (!chosen || chosen.length === document.querySelectorAll('.hand .raised').length));
  const raised = all('.hand .card.raised');
  // Where more was raised than can be played, one of it is lowered; what is tapped in vain, as a card that cannot be
  // played, is followed by another one.
  const many = raised.length > (scene?.play?.turn?.count ?? 1) - 1;
  const cards = many ? raised : [...all('.hand .card:not([aria-disabled], .raised)'), ...all('.acts .row > .plain:not([data-sheet], .tool)')];
  window.looked = (window.looked ?? 0) + 1;
  const card = all('.field')[0] ?? all('.square')[0] ?? cards[window.looked % cards.length];
  return {
    over: scene?.stage === 'over' || Boolean(scene?.between && scene.play?.round > 1),
    main: middle(main), waits, card: middle(card),
    says: document.querySelector('.news.said, .say .note:not(:empty), .say h1')?.textContent ?? '',
    sent: window.sent.splice(0),
  };
})()
