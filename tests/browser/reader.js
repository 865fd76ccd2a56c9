// What is read of the page of a match: which step is shown, and the cards of its round that are seen.
(() => {
  const seen = (of) => [...document.querySelectorAll(of)].filter((one) => one.checkVisibility());
  const steps = [...document.querySelectorAll('article')];
  const shown = seen('article');
  const now = Number(shown[0]?.dataset.n);
  const cards = [...(shown[0]?.parentElement.querySelectorAll('.hands .c') ?? [])];
  return {
    steps: steps.length,
    at: steps.indexOf(shown[0]),
    shown: shown.length,
    rounds: seen('section').length,
    words: shown[0]?.innerText.trim().length ?? 0,
    wrong: cards.filter((card) => card.checkVisibility() === (Number(card.dataset.t) < now)).length,
    cards: cards.length,
    wide: document.documentElement.scrollWidth > innerWidth,
    languages: seen('h1').length,
    small: seen('button').filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width < 44 || box.height < 44;
    }).length,
  };
})()
