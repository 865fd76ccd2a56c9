// A socket whose other end only says that it is there: what it would send is told to the page.
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  constructor() {
    super();
    window.tell = (data) => this.dispatchEvent(new MessageEvent('message', { data }));
  }
  send(text) {
    const { id, here } = JSON.parse(text);
    if (here !== undefined) setTimeout(() => window.tell(JSON.stringify({ here: id })));
  }
  close() {}
};
localStorage.setItem('pace', 'quick');
