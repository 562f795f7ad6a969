// Which part of the board is seen: what is in use with room around it, so that tiles are as large
// as they can be. It widens when the layout comes near its edge and else stays, so nothing jumps.

const MARGIN = 12; // units around what must be seen; one half of a tile is 20
const ROOM = 30; // units around it when the view is chosen anew
const LARGEST = 0.072; // of the view's shorter side, the most that one half may take
const SMALL = 28; // pixels that it may take all the same, where that side is short

// content: the rectangle in use; before: the view until now, or null; board: all there is.
// All as {left, top, right, bottom}. side: pixels of the shorter side, 0 when it is not known.
export function view(content, before, board, side = 0) {
  const must = grown(content, MARGIN);
  if (before && holds(before, must)) return before;
  let next = grown(content, ROOM);
  const least = 20 / Math.max(LARGEST, side ? SMALL / side : 0);
  const wider = Math.max(0, least - (next.right - next.left)) / 2;
  const higher = Math.max(0, least - (next.bottom - next.top)) / 2;
  next = {
    left: next.left - wider,
    top: next.top - higher,
    right: next.right + wider,
    bottom: next.bottom + higher,
  };
  if (before) next = union(next, before);
  return within(next, board, must);
}

export function grown({ left, top, right, bottom }, by) {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

export function union(a, b) {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

function holds(a, b) {
  return a.left <= b.left && a.top <= b.top && a.right >= b.right && a.bottom >= b.bottom;
}

// No more than the board, but never less than what must be seen.
function within(a, board, must) {
  const cut = {
    left: Math.max(a.left, board.left),
    top: Math.max(a.top, board.top),
    right: Math.min(a.right, board.right),
    bottom: Math.min(a.bottom, board.bottom),
  };
  return union(cut, must);
}

const kept = new Map();

function box(svg) {
  const [x, y, width, height] = svg.getAttribute("viewBox").split(/\s+/).map(Number);
  return { left: x, top: y, right: x + width, bottom: y + height };
}

// Where a part stands, from its own transform: it need not be in the page yet.
function place(part) {
  const found = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(part.getAttribute("transform") ?? "");
  return found ? { x: Number(found[1]), y: Number(found[2]) } : null;
}

// Every picture of a layout that has not been looked at yet.
export function aimAll(root) {
  for (const layout of root.querySelectorAll(".layout")) {
    const svg = layout.querySelector("svg");
    if (!svg || svg.dataset.aimed) continue;
    svg.dataset.aimed = "yes";
    aim(svg, layout.classList[1]);
  }
}

function aim(svg, shape) {
  const board = box(svg);
  let content = null;
  for (const part of svg.querySelectorAll(".pic-tile, .pic-spot")) {
    const at = place(part);
    if (!at) continue;
    const reach = part.classList.contains("pic-tile") ? 20 : 10;
    const own = { left: at.x - reach, top: at.y - reach, right: at.x + reach, bottom: at.y + reach };
    content = content ? union(content, own) : own;
  }
  if (!content) return;
  const opening = svg.querySelector(".pic-tile")?.dataset.tile;
  const key = `${shape} ${opening} ${svg.dataset.step}`;
  const before = kept.get(shape);
  const { width, height } = svg.parentElement.getBoundingClientRect();
  const side = Math.min(width, height);
  const seen = view(content, before?.key === key ? before.view : null, board, side);
  kept.set(shape, { key, view: seen });
  svg.setAttribute(
    "viewBox",
    `${seen.left} ${seen.top} ${seen.right - seen.left} ${seen.bottom - seen.top}`,
  );
}
