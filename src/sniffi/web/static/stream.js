// The live stream of one table, for all tabs of this browser that show it.
//
// A browser gives a server six connections over HTTP/1.1, so tabs share: of the tabs with one table
// the one that holds its lock has the stream and passes everything on. Of all tables only so many
// have a stream; a leader without one opens one for a moment every few seconds, so it misses nothing
// either. Where there are no locks (they need a safe context) each tab that is seen has its own
// stream, and hidden ones ask like that.
//
// While a stream is open its tab tells the server now and then that it lives: a proxy may keep the
// stream of a page that is no more. The same shows the page whether the server can be reached.

const STREAMS = 4; // of the six connections; the rest are for pages and presses
const ASK_SEEN = 3000;
const ASK_HIDDEN = 15000;
const BACKOFF = [500, 1000, 2000, 5000, 10000];
const BEAT = 15000;
const BEAT_WAITS = 8000;
const DOUBT = 2000; // of a connection that seems lost: many are back before anybody needs to know
const SILENT = 2.5; // signs of life that may be missed before a stream counts as dead

export class Stream {
  // handlers: entry(entry, leading), presence({say}), resync(n), refresh(), lost(), back()
  constructor({ address, events, heartbeat, after, handlers }) {
    this.name = `sniffi ${address}`;
    this.events = events;
    this.beats = `${address}/beat`;
    this.silence = heartbeat * SILENT * 1000;
    this.after = after;
    this.handlers = handlers;
    this.leading = false;
    this.tries = 0;
    this.lost = false;
    this.doubting = null;
    this.source = null;
    this.slot = null;
    this.heard = Date.now();
    this.channel = window.BroadcastChannel ? new BroadcastChannel(this.name) : null;
    this.locks = navigator.locks ?? null;
  }

  start() {
    if (this.channel) this.channel.onmessage = ({ data }) => this.passedOn(data);
    document.addEventListener("visibilitychange", () => {
      this.wake();
      this.beat();
    });
    window.addEventListener("online", () => this.wake(true));
    window.addEventListener("offline", () => {
      this.doubt();
      this.beat();
    });
    window.addEventListener("pagehide", () => this.close());
    window.addEventListener("pageshow", (event) => event.persisted && this.wake(true));
    setInterval(() => this.check(), 1000);
    if (this.locks && this.channel) this.join();
    else this.lead();
  }

  async join() {
    this.follow();
    const { held } = await this.locks.query();
    // What came between the page and this tab's first message from the leader.
    if (held.some(({ name }) => name === this.name) && !this.leading) this.catchUp();
  }

  // --- Who leads ---

  follow(steal = false) {
    this.locks
      .request(this.name, { steal }, () => {
        this.lead();
        return new Promise(() => {});
      })
      .catch(() => {
        // Another tab took over, since this one had been silent: a phone's tab that slept.
        this.leading = false;
        this.close();
        this.slot?.();
        this.slot = null;
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
    const source = this.listen((message) => this.pass(message));
    this.source = source;
    source.onopen = () => {
      this.alive();
      this.beat();
    };
    // It is opened again here and not by the browser, so that it goes on from the last entry seen
    // however long that takes.
    source.onerror = () => this.fail();
  }

  listen(take, moment = "") {
    const source = new EventSource(`${this.events}?after=${this.after}${moment}`);
    const on = (kind, message) =>
      source.addEventListener(kind, ({ data }) => take({ kind, ...message(JSON.parse(data)) }));
    source.onmessage = ({ data }) => take({ kind: "entry", entry: JSON.parse(data) });
    on("heartbeat", () => ({}));
    on("presence", ({ say }) => ({ say }));
    on("resync", ({ n }) => ({ n }));
    return source;
  }

  // Hears what is new, from the last entry on, and hangs up.
  catchUp() {
    if (this.moment) return;
    const done = () => {
      this.moment?.close();
      this.moment = null;
    };
    this.moment = this.listen((message) => {
      if (this.leading) this.pass(message);
      else this.take(message);
      // Who is there is told at the beginning, after all entries.
      if (message.kind === "presence") done();
    }, "&moment");
    this.moment.onerror = done;
  }

  close() {
    this.source?.close();
    this.source = null;
    clearTimeout(this.retry);
  }

  fail() {
    this.close();
    this.tries += 1;
    this.doubt();
    const wait = BACKOFF[Math.min(this.tries, BACKOFF.length) - 1];
    this.retry = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  // The tab that has the stream speaks for all: a hidden one says so, since its timers are slow.
  async beat() {
    const { source } = this;
    if (!source) return;
    this.beaten = Date.now();
    const hidden = document.visibilityState === "hidden" ? "?hidden" : "";
    try {
      await fetch(this.beats + hidden, { signal: AbortSignal.timeout?.(BEAT_WAITS) });
      if (this.source === source) this.pass({ kind: "heartbeat" });
    } catch {
      if (this.source === source) this.fail();
    }
  }

  // Whatever comes meanwhile ends the doubt.
  doubt() {
    if (this.lost || this.doubting) return;
    this.doubting = setTimeout(() => {
      if (this.leading) this.pass({ kind: "lost" });
      else this.take({ kind: "lost" });
    }, DOUBT);
  }

  sure() {
    clearTimeout(this.doubting);
    this.doubting = null;
  }

  alive() {
    this.tries = 0;
    this.heard = Date.now();
    this.sure();
    if (this.lost) this.pass({ kind: "back" });
  }

  pass(message) {
    if (message.kind !== "lost" && message.kind !== "back") this.alive();
    this.channel?.postMessage(message);
    this.take(message);
  }

  passedOn(message) {
    if (this.leading) return;
    this.heard = Date.now();
    if (message.kind !== "lost" && this.lost) this.take({ kind: "back" });
    this.take(message);
  }

  take(message) {
    const { kind } = message;
    this.sure();
    if (kind === "lost" || kind === "back") {
      if (this.lost === (kind === "lost")) return;
      this.lost = !this.lost;
      this.handlers[kind]();
    } else if (kind === "entry") {
      const { n } = message.entry;
      if (n <= this.after) return;
      // A tab that slept may have missed some that another one passed on: it hears them first.
      if (n > this.after + 1) return this.catchUp();
      this.after = n;
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
    if (Date.now() - (this.beaten ?? 0) >= BEAT) this.beat();
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
    await this.takeSlot();
    if (this.streams) this.open();
    else this.catchUp();
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
