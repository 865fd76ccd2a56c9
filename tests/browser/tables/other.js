// Where a single card lies that is not the hint and may be played instead, one with points if there is any.
(() => {
  if (document.querySelectorAll('.hand .raised').length !== 1 || !document.querySelector('.seat.you.due')) return null;
  const open = [...document.querySelectorAll('.hand .card:not([aria-disabled]):not(.raised)')];
  const box = (open.find((one) => /^(10|K)/.test(one.dataset.face ?? '')) ?? open.at(-1))?.getBoundingClientRect();
  return box ? [Math.round(box.left + 12), Math.round(box.top + 12)] : null;
})()
