// Puts a new version of the live part into the page: only the sections that differ, with the focus,
// what is typed, what is open and how far it is scrolled kept as they are.

const originals = new WeakMap();

const keyOf = (node) => `${node.tagName} ${node.classList[0] ?? ""} ${node.dataset.for ?? ""}`;
const CONTAINERS = ".live, .play";

// Remembers the sections as the server made them, before scripts change them.
export function remember(root) {
  for (const node of root.children) {
    if (node.matches(CONTAINERS)) remember(node);
    else originals.set(node, node.outerHTML);
  }
}

export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

// Puts a new version of a section that stands by itself in the place of the old one.
export function renew(place, section) {
  const fresh = place.cloneNode(false);
  fresh.append(section);
  swap(place, fresh);
}

// Returns the sections that are new.
export function swap(old, fresh) {
  const focus = focused(old);
  const changed = [];
  reconcile(old, fresh, changed);
  if (focus) restoreFocus(old, focus);
  return changed;
}

function reconcile(old, fresh, changed) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const before = new Map([...old.children].map((node) => [keyOf(node), node]));
  let last = null;
  for (const node of [...fresh.children]) {
    const existing = before.get(keyOf(node));
    before.delete(keyOf(node));
    let stands = existing;
    if (existing?.matches(CONTAINERS)) {
      reconcile(existing, node, changed);
    } else if (!existing || originals.get(existing) !== node.outerHTML) {
      originals.set(node, node.outerHTML);
      const state = existing && stateOf(existing);
      if (existing) existing.replaceWith(node);
      stands = node;
      changed.push({ node, state });
    }
    const next = last ? last.nextElementSibling : old.firstElementChild;
    if (stands !== next) old.insertBefore(stands, next);
    if (stands !== existing) {
      const { state } = changed.at(-1);
      if (state) restoreState(stands, state);
    }
    last = stands;
  }
  for (const gone of before.values()) gone.remove();
}

// --- What the reader has done to a section ---

function stateOf(section) {
  return {
    open: new Map([...section.querySelectorAll("details")].map((d, i) => [keepName(d, i), d.open])),
    typed: new Map(
      [...section.querySelectorAll("input[id], select[id]")].map((field) => [field.id, field.value]),
    ),
    // What happened last is told from the top.
    scrolled: section.matches(".recent")
      ? []
      : [section, ...section.querySelectorAll(".tiles, .layout")].map((node) => [
          node.className,
          node.scrollLeft,
          node.scrollTop,
        ]),
  };
}

const keepName = (details, index) => details.dataset.keep ?? String(index);

function restoreState(section, { open, typed, scrolled }) {
  [...section.querySelectorAll("details")].forEach((details, i) => {
    details.open = open.get(keepName(details, i)) ?? details.open;
  });
  for (const field of section.querySelectorAll("input[id], select[id]")) {
    if (typed.has(field.id)) field.value = typed.get(field.id);
  }
  for (const [name, left, top] of scrolled) {
    const node = [section, ...section.querySelectorAll(".tiles, .layout")].find(
      (each) => each.className === name,
    );
    if (node && (left || top)) node.scrollTo(left, top);
  }
}

// --- The focus: it never moves because of somebody else ---

const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, summary, [tabindex]";

function focused(root) {
  const at = document.activeElement;
  if (!at || !root.contains(at) || at === root) return null;
  const section = at.closest("section, form.choosing, aside") ?? root;
  const tile = at.closest("[data-tile]")?.dataset.tile;
  const all = [...section.querySelectorAll(FOCUSABLE)].filter((node) => !node.closest("[hidden]"));
  return { at, tile, id: at.id, name: nameOf(at), section: section.classList[0], index: all.indexOf(at) };
}

const nameOf = (node) =>
  `${node.tagName} ${node.getAttribute("href") ?? node.value ?? ""} ${node.textContent.trim()}`;

function restoreFocus(root, { at, tile, id, name, section, index }) {
  if (root.contains(at)) return;
  // The choice of a spot is over: it goes back to the hand that it came from.
  const place = section === "choosing" ? "hand" : (section ?? "live");
  const home = root.querySelector(`.${CSS.escape(place)}`) ?? root;
  const all = [...home.querySelectorAll(FOCUSABLE)].filter((node) => !node.closest("[hidden]"));
  const same =
    (id && root.querySelector(`#${CSS.escape(id)}`)) ||
    (tile && all.find((node) => node.dataset.tile === tile)) ||
    all.find((node) => nameOf(node) === name) ||
    all[Math.min(Math.max(index, 0), all.length - 1)] ||
    root.querySelector(".held.drawn, .held.playable") ||
    root.querySelector(".what");
  if (!same) return;
  if (same.matches(".what")) same.tabIndex = -1;
  same.focus({ preventScroll: true });
}
