// What can be done next at the table, and where: the middle of what a thumb would press.
(() => {
  const seen = (of) => [...document.querySelectorAll(of)].find((one) => !one.disabled && one.checkVisibility());
  const asked = document.getElementById('asked');
  const due = document.querySelector('.seat.you.due');
  const next = asked.open ? seen('#asked .good, #asked .main, #asked button')
    : seen('.acts .large:not([aria-disabled=true])') ?? seen('.hand .hinted:not(.raised)') ?? seen('.square:not([disabled])')
    ?? seen('.acts .good, .acts .main') ?? (due && ((seen('.hand .hinted') && seen('.hand .raised:not(.hinted)')) ?? seen('.acts [data-key="$hint"]')
    ?? seen('.field') ?? seen('.hand .card:not(.dimmed, .raised)') ?? seen('.draws') ?? seen('.acts .row .plain:not([data-sheet])')));
  const box = next?.getBoundingClientRect();
  const up = next?.matches('.acts .large') && document.querySelector('.fan .raised')?.getBoundingClientRect();
  return {
    game: Boolean(document.querySelector('.felt')),
    over: document.querySelector('.panel h1')?.textContent ?? document.querySelector('.square.won') ?? '',
    offline: document.body.classList.contains('offline'),
    up: up ? [Math.round(up.left + 12), Math.round(up.top + 12)] : null,
    at: box ? [Math.round(box.left + Math.min(box.width / 2, 16)), Math.round(box.top + Math.min(box.height / 2, 16))] : null,
  };
})()
