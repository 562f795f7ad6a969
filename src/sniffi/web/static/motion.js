// Tiles move when a new position comes in: short, skipped by any press, none with reduced motion.

const still = window.matchMedia("(prefers-reduced-motion: reduce)");
let running = null;

addEventListener("pointerdown", () => running?.skipTransition(), true);
addEventListener("keydown", () => running?.skipTransition(), true);

export function moving() {
  return Boolean(document.startViewTransition) && !still.matches && !document.hidden;
}

// update: puts the new position in. tile: which one was placed, if one was; from: where it comes
// from, an element of the old position.
export function withMotion(update, tile, from) {
  if (!tile || !from || running || !moving()) {
    update();
    return;
  }
  const name = `tile-${tile}`;
  from.style.viewTransitionName = name;
  let flyer = null;
  const transition = document.startViewTransition(() => {
    from.style.viewTransitionName = "";
    update();
    flyer = stand(tile, name);
  });
  running = transition;
  const done = () => {
    flyer?.remove();
    running = null;
  };
  transition.finished.then(done, done);
  // A transition that cannot run leaves the new position in place; there is nothing to mend.
  transition.ready.catch(() => {});
}

// Parts of a picture cannot take part in a transition, so a copy of the tile stands above it.
function stand(tile, name) {
  const picture = [...document.querySelectorAll(".layout > svg")].find(
    (svg) => svg.getBoundingClientRect().width > 0,
  );
  const part = picture?.querySelector(`.pic-tile[data-tile="${tile}"]`);
  if (!part) return null;
  const rect = part.getBoundingClientRect();
  const box = part.getBBox();
  const flyer = document.createElement("div");
  flyer.className = "flyer";
  flyer.setAttribute("aria-hidden", "true");
  const at = `${box.x} ${box.y} ${box.width} ${box.height}`;
  const copy = part.cloneNode(true);
  copy.removeAttribute("transform");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", at);
  svg.setAttribute("class", "sniffi-picture");
  svg.append(copy);
  flyer.append(svg);
  Object.assign(flyer.style, {
    left: `${rect.left}px`,
    top: `${rect.top}px`,
    width: `${rect.width}px`,
    height: `${rect.height}px`,
    viewTransitionName: name,
  });
  document.body.append(flyer);
  return flyer;
}
