// The live stream of one table, for all tabs of this browser that show it.
//
// A browser gives a server six connections over HTTP/1.1, so tabs share: of the tabs with one table
// the one that holds its lock has the stream and passes everything on. Of all tables only so many
// have a stream; a leader without one asks for the page every few seconds. Where there are no locks
// (they need a safe context) each tab that is seen has its own stream, and hidden ones ask.

const STREAMS = 4; // of the six connections; the rest are for pages and presses
const ASK_SEEN = 3000;
const ASK_HIDDEN = 15000;
const BACKOFF = [500, 1000, 2000, 5000, 10000];
const SILENT = 2.5; // signs of life that may be missed before a stream counts as dead

export class Stream {
  // handlers: entry(entry, leading), presence({say}), resync(n), gap(), refresh(), lost(), back()
  constructor({ address, events, heartbeat, after, handlers }) {
    this.name = `sniffi ${address}`;
    this.events = events;
    this.silence = heartbeat * SILENT * 1000;
    this.after = after;
    this.handlers = handlers;
    this.leading = false;
    this.tries = 0;
    this.lost = false;
    this.source = null;
    this.slot = null;
    this.heard = Date.now();
    this.channel = window.BroadcastChannel ? new BroadcastChannel(this.name) : null;
    this.locks = navigator.locks ?? null;
  }

  start() {
    if (this.channel) this.channel.onmessage = ({ data }) => this.passedOn(data);
    document.addEventListener("visibilitychange", () => this.wake());
    window.addEventListener("online", () => this.wake(true));
    window.addEventListener("pagehide", () => this.close());
    window.addEventListener("pageshow", (event) => event.persisted && this.wake(true));
    this.watch = setInterval(() => this.check(), Math.min(this.silence / 4, 5000));
    if (this.locks && this.channel) this.follow();
    else this.lead();
  }

  // --- Who leads ---

  follow(steal = false) {
    this.locks
      .request(this.name, { steal }, () => {
        this.lead();
        return new Promise((resolve) => {
          this.release = resolve;
        });
      })
      .catch(() => {
        // Another tab took over, since this one had been silent: a phone's tab that slept.
        this.leading = false;
        this.close();
        this.follow();
      });
  }

  async lead() {
    this.leading = true;
    await this.takeSlot();
    this.open();
  }

  async takeSlot() {
    if (!this.locks || this.slot) return;
    for (let number = 0; number < STREAMS && !this.slot; number++) {
      await new Promise((tried) => {
        this.locks.request(`sniffi stream ${number}`, { ifAvailable: true }, (lock) => {
          if (!lock) return tried();
          return new Promise((resolve) => {
            this.slot = resolve;
            tried();
          });
        });
      });
    }
  }

  get streams() {
    return this.locks ? this.slot !== null : document.visibilityState === "visible";
  }

  // --- The stream itself ---

  open() {
    if (!this.leading || this.source || !this.streams) return;
    const source = new EventSource(`${this.events}?after=${this.after}`);
    this.source = source;
    source.onopen = () => this.alive();
    source.onmessage = ({ data }) => this.pass({ kind: "entry", entry: JSON.parse(data) });
    source.addEventListener("heartbeat", () => this.pass({ kind: "heartbeat" }));
    source.addEventListener("presence", ({ data }) =>
      this.pass({ kind: "presence", say: JSON.parse(data).say }),
    );
    source.addEventListener("resync", ({ data }) =>
      this.pass({ kind: "resync", n: JSON.parse(data).n }),
    );
    // It is opened again here and not by the browser, so that it goes on from the last entry seen
    // however long that takes.
    source.onerror = () => this.fail();
  }

  close() {
    this.source?.close();
    this.source = null;
    clearTimeout(this.retry);
  }

  fail() {
    this.close();
    this.tries += 1;
    if (this.tries >= 2 && !this.lost) {
      this.lost = true;
      this.pass({ kind: "lost" });
    }
    const wait = BACKOFF[Math.min(this.tries, BACKOFF.length) - 1];
    this.retry = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  alive() {
    this.tries = 0;
    this.heard = Date.now();
    if (this.lost) {
      this.lost = false;
      this.pass({ kind: "back" });
    }
  }

  pass(message) {
    if (message.kind !== "lost" && message.kind !== "back") this.alive();
    this.channel?.postMessage(message);
    this.take(message);
  }

  passedOn(message) {
    if (this.leading) return;
    this.heard = Date.now();
    this.take(message);
  }

  take(message) {
    const { kind } = message;
    if (kind === "entry") {
      // A follower that slept may have missed some: then it is told by the page.
      if (message.entry.n > this.after + 1) this.handlers.gap(this.after, message.entry.n);
      this.after = Math.max(this.after, message.entry.n);
      this.handlers.entry(message.entry, this.leading);
    } else if (kind === "resync") {
      this.after = Math.max(this.after, message.n);
      this.handlers.resync(message.n);
    } else if (kind !== "heartbeat") {
      this.handlers[kind](message);
    }
  }

  // --- Sleep and silence ---

  check() {
    const silent = Date.now() - this.heard > this.silence;
    if (this.leading && !this.streams) return this.ask();
    if (!silent) return;
    this.heard = Date.now();
    if (!this.leading) return this.follow(true);
    // A stream can die without a word.
    this.close();
    this.open();
  }

  async ask() {
    const every = document.visibilityState === "visible" ? ASK_SEEN : ASK_HIDDEN;
    if (Date.now() - (this.asked ?? 0) < every) return;
    this.asked = Date.now();
    this.close();
    this.handlers.refresh();
    await this.takeSlot();
    this.open();
  }

  wake(certainly = false) {
    if (!this.locks && document.visibilityState === "hidden") return this.close();
    if (document.visibilityState === "hidden") return;
    const slept = Date.now() - this.heard > this.silence / 2;
    if (certainly || slept || (this.leading && !this.source)) {
      this.tries = 0;
      this.close();
      this.open();
      this.handlers.refresh();
    }
  }
}
