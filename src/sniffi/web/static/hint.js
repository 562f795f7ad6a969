// A hint that the reader asked for: shown under the hand, its tile and spot marked, until the
// position changes or it is closed. Nobody else is told, and no focus moves but that of who asked.
import { parse } from "./swap.js";

export class Hint {
  // get(path) fetches; asked() is the placement the reader has in mind, or null; refused(answer)
  // says what was refused, or with no answer that nothing got through.
  constructor(root, { get, asked, refused }) {
    Object.assign(this, { root, get, asked, refused });
    this.busy = false;
    // The page may have come with one; it is no place to come back to.
    this.html = this.shown?.outerHTML ?? null;
    if (this.shown) window.history.replaceState(null, "", root.dataset.address);
    root.addEventListener("click", (event) => {
      if (!event.target.closest(".advice .close")) return;
      event.preventDefault();
      this.close();
    });
  }

  get shown() {
    return this.root.querySelector(".advice");
  }

  get live() {
    return this.root.querySelector(".live");
  }

  async ask() {
    if (this.busy) return;
    this.busy = true;
    try {
      const about = this.asked();
      const query = about === null ? "" : `&about=${encodeURIComponent(about)}`;
      const answer = await this.get(`${this.root.dataset.address}/hint`, query);
      if (answer.ok) this.show(await answer.text());
      else await this.refused(answer);
    } catch {
      this.refused(null);
    } finally {
      this.busy = false;
    }
  }

  show(html) {
    const section = parse(html);
    // The table may have gone on while it was thought of.
    if (section.dataset.at !== this.live.dataset.at) return;
    this.html = html;
    this.put(section);
    this.mark();
    this.shown.scrollIntoView({ block: "nearest" });
    this.shown.querySelector("h2").focus({ preventScroll: true });
  }

  put(section) {
    const old = this.shown;
    if (old) old.replaceWith(section);
    else this.root.querySelector(".play").append(section);
  }

  // A new version of the page keeps the hint as long as it is for that position.
  keep(fresh) {
    const section = this.html === null ? null : parse(this.html);
    const holds =
      section?.dataset.at === fresh.dataset.at && fresh.hasAttribute("data-your-turn");
    if (!holds) this.html = null;
    else if (!fresh.querySelector(".advice")) fresh.querySelector(".play").append(section);
  }

  mark() {
    const { markTile: tile, markSpot: spot } = this.shown?.dataset ?? {};
    for (const held of this.root.querySelectorAll(".held")) {
      held.classList.toggle("hinted", held.dataset.tile === tile);
    }
    for (const mark of this.root.querySelectorAll(".pic-spot")) {
      const name = `${mark.dataset.tile}.${mark.dataset.port}`;
      mark.classList.toggle("pic-hinted", name === spot);
    }
  }

  close() {
    const within = this.shown?.contains(document.activeElement);
    this.shown?.remove();
    this.html = null;
    this.mark();
    if (within) this.root.querySelector(".ask-hint button")?.focus();
  }
}
