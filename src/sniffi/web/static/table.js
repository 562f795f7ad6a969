// The page of a table: joins the stream, the hand, the voice, the sounds and the motion.
import { aimAll } from "./camera.js";
import { Hand } from "./hand.js";
import { Hint } from "./hint.js";
import { withMotion } from "./motion.js";
import { bindSettings, keep, recall, session, settings } from "./settings.js";
import { shapeIn } from "./shape.js";
import { playPlaced, playYourTurn } from "./sound.js";
import { partInWords, Speaker } from "./speak.js";
import { Stream } from "./stream.js";
import { parse, remember, renew, swap } from "./swap.js";
import { sentenceOf, Teller } from "./teller.js";

const SCRIPT = { "X-Requested-With": "sniffi" };
const SETTLED = 150; // milliseconds after which a window has the size that it will have
const ZOOMS = [1, 1.6, 2.4];

export function startTable(root) {
  new TablePage(root).start();
}

class TablePage {
  constructor(root) {
    this.root = root;
    this.address = root.dataset.address;
    this.texts = document.getElementById("script-texts").dataset;
    this.message = document.getElementById("message");
    this.heading = document.querySelector("h1");
    this.links = document.getElementById("links");
    this.speaker = new Speaker(
      document.getElementById("told"),
      document.getElementById("answer"),
    );
    const key = `sniffi-told ${this.address}`;
    const told = recall(session, key);
    this.teller = new Teller(told === null ? null : Number(told), this.number, (n) =>
      keep(session, key, String(n)),
    );
    this.turnKey = `sniffi-turn ${this.address}`;
    this.turnToTell = null;
    this.busy = false;
    this.zoom = 0;
    this.hand = new Hand(root, {
      send: (form, button) => this.send(form, button),
      say: (text) => this.speaker.say(text),
      hush: () => this.speaker.hush(),
      again: this.texts.again,
      cancelled: this.texts.cancelled,
    });
    this.hint = new Hint(root, {
      get: (path, query) => fetch(this.here(path) + query, { headers: SCRIPT }),
      asked: () => this.hand.decided,
      refused: (answer) => (answer ? this.refused(answer) : this.show(this.texts.notSent)),
    });
  }

  get live() {
    return this.root.querySelector(".live");
  }

  get number() {
    return Number(this.live.dataset.number);
  }

  start() {
    document.documentElement.classList.add("scripted");
    remember(this.root);
    remember(this.links);
    this.last = null;
    this.settle();
    // What the page shows as it is loaded is read there.
    this.noteTurn(false);
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      if (event.target.matches(".ask-hint")) this.hint.ask();
      else this.send(event.target, event.submitter);
    });
    this.root.addEventListener("click", (event) => this.zooming(event));
    document.addEventListener("keydown", (event) => this.key(event));
    this.message.addEventListener("click", () => this.show(null));
    window.addEventListener("resize", () => {
      clearTimeout(this.resizing);
      this.resizing = setTimeout(() => this.resized(), SETTLED);
    });
    this.dialog();
    this.stream = new Stream({
      address: this.address,
      events: this.root.dataset.events,
      heartbeat: Number(this.root.dataset.heartbeat),
      after: this.teller.told,
      handlers: {
        entry: (entry, leading) => this.entry(entry, leading),
        presence: ({ say }) => {
          for (const sentence of say ?? []) this.speaker.tell(sentence);
          this.refresh(true);
        },
        resync: (n) => this.resync(n),
        refresh: () => this.refresh(true),
        lost: () => this.show(this.texts.lost),
        back: () => this.show(null),
      },
    });
    this.stream.start();
  }

  // --- What comes ---

  entry(entry, leading) {
    const told = this.teller.hear(entry);
    if (told) {
      this.speaker.tell(sentenceOf(told, settings.announce), told.n);
      // One tab makes the sound for all.
      if (told.fresh && leading && told.kind === "placed") playPlaced();
      this.tellTurn();
    }
    if (entry.n > this.number) this.refresh();
  }

  resync(n) {
    this.teller.skipTo(n);
    this.tellTurn();
    this.refresh();
  }

  // Fetches the page's live part, once for all that came meanwhile.
  async refresh(certainly = false) {
    if (this.fetching) {
      this.again = true;
      return;
    }
    this.fetching = true;
    try {
      do {
        this.again = false;
        const answer = await fetch(this.here(this.root.dataset.fragment), { headers: SCRIPT });
        if (answer.ok) this.take(await answer.text());
        else await this.refused(answer);
      } while (this.again);
    } catch {
      // The network is away: the stream tells when it is back, and then the page is fetched.
      if (!certainly) this.stream.wake(false);
    } finally {
      this.fetching = false;
    }
  }

  here(path) {
    return `${path}?shape=${this.shape}`;
  }

  // The layout is drawn anew when the window changes, not when a line of text takes some room.
  resized() {
    const shape = shapeIn(this.root);
    if (!shape || shape === this.shape) return;
    this.shape = shape;
    this.refresh(true);
  }

  take(html) {
    if (html === this.last) return;
    const fresh = parse(html);
    // An older page can come after a newer one.
    if (!fresh || Number(fresh.dataset.number) < this.number) return;
    this.last = html;
    const tile = placedNow(this.live, fresh);
    withMotion(() => this.put(fresh), tile, tile && this.origin(tile));
  }

  put(fresh) {
    // A newer one may have come while the motion was being made ready.
    if (Number(fresh.dataset.number) < this.number) return;
    const wasYours = this.hand.yours;
    const links = fresh.nextElementSibling;
    this.hint.keep(fresh);
    swap(this.live, fresh);
    renew(this.links, links);
    this.settle();
    this.noteTurn(true, wasYours);
  }

  // Where a placed tile comes from: the own hand, or who held it.
  origin(tile) {
    return (
      this.root.querySelector(`.held[data-tile="${tile}"] .tile`) ??
      this.root.querySelector(".seat.turn .backs i")
    );
  }

  settle() {
    document.title = this.live.dataset.title;
    this.heading.textContent = this.live.dataset.heading;
    const empty = !this.root.querySelector(".layout");
    if (empty || !this.shape) this.shape = shapeIn(this.root) ?? this.shape ?? "even";
    aimAll(this.root);
    this.applyZoom();
    this.hand.refresh();
    this.hint.mark();
  }

  // That it is the reader's turn is told once for each turn, whatever is loaded again.
  // A turn that goes on after a draw is told and makes no sound.
  noteTurn(tell, wasYours = false) {
    const { at, yourTurn } = this.live.dataset;
    if (yourTurn === undefined) return;
    this.showPlayable();
    if (recall(session, this.turnKey) === at) return;
    keep(session, this.turnKey, at);
    if (!tell) return;
    this.turnToTell = this.number;
    this.tellTurn();
    if (this.stream.leading && !wasYours) playYourTurn();
  }

  // What happened first: the answer to a press can be here before the stream has told of it.
  tellTurn() {
    if (this.turnToTell === null || this.turnToTell > this.teller.told) return;
    this.turnToTell = null;
    if (this.live.dataset.yourTurn === undefined) return;
    this.speaker.tell(this.root.querySelector(".what").textContent.trim());
  }

  // A long hand is scrolled to where a tile can be played, the page itself is not.
  showPlayable() {
    const hand = this.root.querySelector(".hand .tiles");
    const playable = [...(hand?.querySelectorAll(".playable") ?? [])];
    const seen = hand?.getBoundingClientRect();
    const inside = ({ left, right }) => left >= seen.left && right <= seen.right;
    if (!playable.length || playable.some((tile) => inside(tile.getBoundingClientRect()))) return;
    const { left, width } = playable[0].getBoundingClientRect();
    hand.scrollLeft += left + width / 2 - seen.left - seen.width / 2;
  }

  // --- What is sent ---

  async send(form, button) {
    // A double press sends once; the server refuses what is out of date all the same.
    if (this.busy) return;
    this.busy = true;
    this.root.setAttribute("aria-busy", "true");
    const data = new URLSearchParams(new FormData(form));
    if (button?.name) data.set(button.name, button.value);
    try {
      const answer = await this.post(form.getAttribute("action"), data);
      if (!answer.ok) {
        await this.refused(answer);
        await this.refresh(true);
      } else if (answer.headers.get("content-type")?.startsWith("application/json")) {
        window.location.assign((await answer.json()).go);
        return;
      } else {
        this.show(null);
        this.hand.cancel(false);
        this.take(await answer.text());
      }
    } catch {
      this.show(this.texts.notSent);
      this.stream.wake(true);
    } finally {
      this.busy = false;
      this.root.removeAttribute("aria-busy");
    }
  }

  async post(action, body) {
    const go = () => fetch(this.here(action), { method: "POST", headers: SCRIPT, body });
    try {
      return await go();
    } catch {
      // Once more: a press that did get through is known by where it was made, and done once.
      return go();
    }
  }

  async refused(answer) {
    let say = this.texts.notSent;
    try {
      ({ say } = await answer.json());
    } catch {
      // No answer of ours, such as a proxy's: the sentence stands.
    }
    this.show(say);
  }

  show(sentence) {
    this.message.hidden = !sentence;
    this.message.textContent = sentence ?? "";
  }

  // --- Closer views ---

  zooming(event) {
    const press = event.target.closest("[data-zoom]");
    if (!press) return;
    const closer = press.dataset.zoom === "in";
    this.zoom = closer ? Math.min(this.zoom + 1, ZOOMS.length - 1) : 0;
    this.applyZoom(true);
    // The button pressed may be gone: the other one does the opposite.
    if (press.hidden) press.parentElement.querySelector("button:not([hidden])").focus();
  }

  applyZoom(toLast = false) {
    const by = ZOOMS[this.zoom];
    for (const svg of this.root.querySelectorAll(".layout > svg")) {
      svg.style.inlineSize = svg.style.blockSize = by === 1 ? "" : `${by * 100}%`;
      if (toLast && by > 1 && svg.getBoundingClientRect().width) {
        svg
          .querySelector(".pic-corners")
          ?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      }
    }
    for (const zoom of this.root.querySelectorAll(".zoom")) {
      zoom.hidden = false;
      zoom.querySelector('[data-zoom="in"]').hidden = this.zoom === ZOOMS.length - 1;
      zoom.querySelector('[data-zoom="out"]').hidden = this.zoom === 0;
    }
  }

  // --- Keys and the dialog ---

  dialog() {
    this.help = document.getElementById("help");
    bindSettings(document.getElementById("settings"), (name) => {
      if (name === "sound" && settings.sound) playPlaced();
    });
    document.querySelector('.site a[href="/help"]')?.addEventListener("click", (event) => {
      event.preventDefault();
      this.help.showModal();
    });
    this.keys = new Map(
      [...this.help.querySelectorAll("kbd[data-speaks]")].map((kbd) => [
        kbd.textContent.trim().toLowerCase(),
        kbd.dataset.speaks,
      ]),
    );
  }

  key(event) {
    if (event.key === "Escape") {
      this.show(null);
      this.hint.close();
    }
    if (!settings.keys || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (this.help.open || event.target.closest("input, select, textarea")) return;
    const part = this.keys.get(event.key.toLowerCase());
    if (!part) return;
    event.preventDefault();
    if (part === "help") this.help.showModal();
    else if (part === "hint") this.hint.ask();
    else this.speaker.say(partInWords(this.live, part) || this.texts.nothing);
  }
}

// The tile that a new version of the page has on the table and the present one has not.
function placedNow(live, fresh) {
  const tiles = (root) =>
    new Set([...root.querySelectorAll(".pic-tile")].map((tile) => tile.dataset.tile));
  const before = tiles(live);
  const added = [...tiles(fresh)].filter((tile) => !before.has(tile));
  return added.length === 1 ? added[0] : null;
}
