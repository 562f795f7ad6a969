// The own hand: choosing a tile and a spot by pressing, by keys and by dragging.
//
// A press on a tile chooses it and shows where it may go; the second press, or a press on a spot,
// places it. So no slip of the finger plays a tile, and a quick double press still does it.

const FAR = 8; // pixels that a pointer moves before a press becomes a drag
const SNAP = 64; // pixels from a spot at which the dragged tile is drawn to it
const REACH = 44; // the same for a press on the layout

export class Hand {
  // send(form, button) sends a form as that button would; say(text) answers at once, and hush()
  // takes the answer back.
  constructor(root, { send, say, hush, again, cancelled }) {
    Object.assign(this, { root, send, say, hush, again, cancelled });
    this.chosen = null;
    this.drag = null;
    root.addEventListener("click", (event) => this.pressed(event));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.dropped());
    // The picture of a tile is no picture to carry away.
    root.addEventListener("dragstart", (event) => event.preventDefault());
  }

  get yours() {
    return this.root.querySelector(".live")?.hasAttribute("data-your-turn") ?? false;
  }

  get tiles() {
    return [...this.root.querySelectorAll(".held")];
  }

  held(tile) {
    return this.root.querySelector(`.held[data-tile="${tile}"]`);
  }

  form(tile) {
    return this.root.querySelector(`form.choosing[data-for="${tile}"]`);
  }

  options(tile) {
    return [...(this.form(tile)?.querySelectorAll("button[name=action]") ?? [])];
  }

  // The placement that a second press would make; null while there is none, or a choice of spots.
  get decided() {
    const options = this.chosen === null ? [] : this.options(this.chosen);
    return options.length === 1 ? options[0].value : null;
  }

  // After a new version of the page: the choice that was half made stands if it still can.
  refresh() {
    const tile = this.chosen;
    this.chosen = null;
    for (const form of this.root.querySelectorAll("form.choosing:not([hidden])")) {
      if (tile === null) this.chosen = form.dataset.for;
    }
    if (tile && this.yours && this.form(tile)) this.chosen = tile;
    else if (tile) this.hush();
    this.show();
    this.rove();
  }

  // One stop for the Tab key in the hand; arrows go on from there.
  rove(to) {
    const tiles = this.tiles;
    const at =
      to ??
      tiles.find((tile) => tile === document.activeElement) ??
      tiles.find((tile) => tile.matches(".playable")) ??
      tiles[0];
    for (const tile of tiles) tile.tabIndex = tile === at ? 0 : -1;
  }

  // --- Choosing ---

  show() {
    const live = this.root.querySelector(".live");
    live?.classList.toggle("choosing-now", this.chosen !== null);
    for (const tile of this.tiles) {
      if (tile.dataset.tile === this.chosen) tile.setAttribute("aria-current", "true");
      else tile.removeAttribute("aria-current");
    }
    for (const form of this.root.querySelectorAll("form.choosing")) {
      form.hidden = form.dataset.for !== this.chosen;
    }
    const offered = new Set(this.chosen ? this.options(this.chosen).map((b) => b.dataset.spot) : []);
    for (const spot of this.root.querySelectorAll(".pic-spot")) {
      spot.classList.toggle("pic-offered", offered.has(spotOf(spot)));
      spot.classList.remove("pic-aimed");
    }
  }

  choose(tile) {
    this.chosen = tile;
    this.show();
    const options = this.options(tile);
    const heading = this.form(tile).querySelector("h3").textContent;
    const said = [heading, ...options.map((option) => option.textContent.trim() + ".")];
    if (options.length === 1) said.push(this.again);
    this.say(said.join(" "));
  }

  cancel(tell = true) {
    if (this.chosen === null) return;
    const tile = this.held(this.chosen);
    const within = this.form(this.chosen)?.contains(document.activeElement);
    this.chosen = null;
    this.show();
    if (within) tile?.focus();
    if (tell) this.say(this.cancelled);
    else this.hush();
  }

  place(option) {
    this.send(option.form, option);
  }

  pressed(event) {
    if (this.swallow) {
      this.swallow = false;
      event.preventDefault();
      return;
    }
    const tile = event.target.closest(".held");
    if (tile) {
      event.preventDefault();
      this.pressTile(tile, event.detail === 0);
      return;
    }
    if (event.target.closest(".choosing .cancel")) {
      event.preventDefault();
      this.cancel();
      return;
    }
    if (this.chosen && event.target.closest(".layout")) {
      const option = this.nearest(this.chosen, event.clientX, event.clientY, REACH);
      if (option) this.place(option);
    }
  }

  pressTile(tile, byKey) {
    this.rove(tile);
    const name = tile.dataset.tile;
    const options = this.yours ? this.options(name) : [];
    if (!options.length) {
      this.cancel(false);
      this.say(tile.textContent.trim());
    } else if (this.chosen !== name) {
      this.choose(name);
    } else if (options.length === 1) {
      this.place(options[0]);
    } else if (byKey) {
      options[0].focus();
    }
  }

  // --- Keys ---

  key(event) {
    if (event.key === "Escape") {
      if (this.drag) this.dropped();
      else this.cancel();
      return;
    }
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const group = event.target.closest(".held")
      ? this.tiles
      : this.chosen && event.target.closest("form.choosing")
        ? this.options(this.chosen)
        : null;
    if (!group || (step === undefined && event.key !== "Home" && event.key !== "End")) return;
    event.preventDefault();
    const at = group.indexOf(event.target.closest("button"));
    const to =
      event.key === "Home" ? 0 : event.key === "End" ? group.length - 1 : at + step;
    const next = group[(to + group.length) % group.length];
    if (next?.matches(".held")) this.rove(next);
    next?.focus();
  }

  // --- Dragging ---

  down(event) {
    const tile = event.target.closest(".held.playable");
    if (!tile || !this.yours || event.button !== 0 || !event.isPrimary) return;
    this.swallow = false;
    this.drag = { tile, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  }

  move(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(dx, dy) < FAR) return;
      this.lift(drag);
    }
    const option = this.nearest(drag.tile.dataset.tile, event.clientX, event.clientY, SNAP);
    const snapped = option && this.pointOf(option);
    this.aim(option);
    drag.option = option;
    const { x, y } = snapped ?? { x: event.clientX, y: event.clientY };
    drag.ghost.classList.toggle("snapped", Boolean(option));
    drag.ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  }

  lift(drag) {
    drag.tile.setPointerCapture(drag.id);
    drag.tile.classList.add("lifted");
    if (this.chosen !== drag.tile.dataset.tile) this.choose(drag.tile.dataset.tile);
    drag.ghost = document.createElement("div");
    drag.ghost.className = "ghost";
    drag.ghost.setAttribute("aria-hidden", "true");
    drag.ghost.append(drag.tile.querySelector("svg").cloneNode(true));
    document.body.append(drag.ghost);
  }

  up(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.id) return;
    const option = drag.ghost ? drag.option : null;
    // The click that follows a drag is no press.
    this.swallow = Boolean(drag.ghost);
    setTimeout(() => {
      this.swallow = false;
    });
    this.dropped();
    if (option) this.place(option);
  }

  dropped() {
    const drag = this.drag;
    this.drag = null;
    drag?.ghost?.remove();
    drag?.tile.classList.remove("lifted");
    this.aim(null);
  }

  aim(option) {
    for (const spot of this.root.querySelectorAll(".pic-offered")) {
      spot.classList.toggle("pic-aimed", Boolean(option) && spotOf(spot) === option.dataset.spot);
    }
  }

  // The option whose spot is nearest to a point on the screen, if one is near enough.
  nearest(tile, x, y, reach) {
    let best = null;
    let least = reach;
    for (const option of this.options(tile)) {
      const point = this.pointOf(option);
      const away = point ? Math.hypot(point.x - x, point.y - y) : Infinity;
      if (away < least) [best, least] = [option, away];
    }
    if (best) return best;
    // The opening tile goes anywhere on the empty table.
    const table = this.root.querySelector(".board .table")?.getBoundingClientRect();
    const options = this.options(tile);
    const inside = table && x > table.left && x < table.right && y > table.top && y < table.bottom;
    return inside && options.length === 1 && !options[0].dataset.spot ? options[0] : null;
  }

  pointOf(option) {
    if (!option.dataset.spot) return null;
    for (const spot of this.root.querySelectorAll(".pic-spot")) {
      if (spotOf(spot) !== option.dataset.spot) continue;
      const rect = spot.getBoundingClientRect();
      if (rect.width) return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
    }
    return null;
  }
}

const spotOf = (spot) => `${spot.dataset.tile}.${spot.dataset.port}`;
