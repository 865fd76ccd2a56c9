// What is wrong with a screen.
(() => {
  const faults = [];
  // What moves is looked at where it comes to lie.
  for (const one of document.getAnimations()) one.finish();
  if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than the screen');
  const markup = document.body.textContent.match(/<(t|@|#|:)[^ ]*>|\*\*|`/);
  if (markup) faults.push(`markup: ${markup[0]}`);
  for (const one of document.querySelectorAll('button:not(.fan .card), select, a.tool')) {
    if (!one.checkVisibility()) continue;
    const box = one.getBoundingClientRect();
    if (box.width < 40 || box.height < 40) faults.push(`too small: ${one.outerHTML.slice(0, 90)}`);
    const named = one.textContent.trim() || one.getAttribute('aria-label');
    if (!named) faults.push(`without a name: ${one.outerHTML.slice(0, 90)}`);
  }
  const cards = [...document.querySelectorAll('button.card')].map((one) => one.getBoundingClientRect());
  cards.forEach((box, at) => {
    const next = cards[at + 1];
    if (box.left < 0 || box.right > innerWidth + 1) faults.push('a card beside the screen');
    if (innerWidth < 700 && next && Math.abs(next.top - box.top) < 20 && next.left - box.left < 18) {
      faults.push(`a card of ${next.left - box.left} points`);
    }
  });
  return faults;
})()
