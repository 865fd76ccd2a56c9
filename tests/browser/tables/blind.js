// Hears what the server tells of a table, and judges each press that the page sends by what was told: `forced` is the only
// play that there is, `chosen` any other, and everything else, as to deal, is no play. What is sent once more is the same play.
window.sent = [];
localStorage.setItem('pace', 'quick');
{
  const judged = new Map();
  const made = new Set();
  const judge = ({ scene, page }) => {
    const { turn, cards, squares, hand = [] } = scene?.play ?? {};
    const only = turn && (hand.flat().length === (turn.count ?? 1) || (turn.plays.length === 1 && turn.fixed.length === turn.count));
    const say = (button, says) => button && judged.set(button.press, says);
    for (const { button } of page.controls.flat()) say(button, 'none');
    for (const { button } of squares ?? []) say(button, 'chosen');
    for (const { button } of cards?.plays ?? []) say(button, 'chosen');
    for (const name of ['pass', 'challenge', 'uno', 'catch']) say(cards?.[name], 'chosen');
    say(cards?.draw, cards?.plays.length || cards?.challenge ? 'chosen' : 'forced');
    say(turn?.play, only ? 'forced' : 'chosen');
  };
  window.WebSocket = class extends WebSocket {
    constructor(address) {
      super(address);
      this.addEventListener('message', ({ data }) => {
        const { table } = JSON.parse(data);
        if (!table) return;
        window.told = table;
        judge(table);
      });
    }

    send(text) {
      const { press } = JSON.parse(text);
      if (press) window.sent.push(made.has(press.code) ? 'none' : judged.get(press.code) ?? 'unknown');
      made.add(press?.code);
      super.send(text);
    }
  };
}
