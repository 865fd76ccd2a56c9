// Counts how often it rings, and how often that sounds.
(() => {
  Object.assign(window, { rung: 0, sounded: 0 });
  navigator.vibrate = () => { window.rung += 1; };
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function counted() {
    window.sounded += 1;
    start.call(this);
  };
  return true;
})()
