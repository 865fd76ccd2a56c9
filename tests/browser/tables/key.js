// The key that leads somebody without a thumb to what they press next, or presses it: the hint, or the button of who has no card to play.
((wanted) => {
  const here = document.activeElement === wanted;
  if (!wanted?.matches('.card')) return wanted && (here ? 'Enter' : 'Tab');
  return !here ? 'ArrowRight' : wanted.matches('.raised') ? 'Enter' : ' ';
})(document.getElementById('asked').open ? document.querySelector('#asked .good, #asked .main')
  : document.querySelector('.seat.you.due') && (document.querySelector('.field')
    ?? document.querySelector('.hand .hinted, .acts .good:not(.large), .acts .row .plain:not([data-sheet])')
    ?? document.querySelector('.hand .card:not(.dimmed)') ?? document.querySelector('[data-key=draws]')))
