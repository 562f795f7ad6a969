// The place to learn: steps of examples change in place, and the arrow keys change them too.
import { startProgress } from "./progress.js";

for (const example of document.querySelectorAll(".steps")) {
  if (Number(example.dataset.steps) > 1) startSteps(example);
}

function startSteps(example) {
  const steps = [...example.querySelectorAll(":scope > .step")];
  const told = example.querySelector("[data-told]");

  function show(at) {
    example.dataset.at = at;
    for (const step of steps) step.classList.toggle("shown", step.dataset.step === at);
  }

  // The step comes into the place of the other: what was pressed stays under the finger.
  function go(at, pressed) {
    if (at === example.dataset.at) return;
    const before = pressed?.getBoundingClientRect().top;
    show(at);
    const one = at !== "all";
    const step = one ? steps[Number(at) - 1] : null;
    const name = pressed?.className;
    const next =
      (step ?? example).querySelector(one ? `a.${name || "none"}` : ".step-one") ??
      (step ?? example).querySelector("a[data-go]");
    if (pressed && next) {
      next.focus({ preventScroll: true });
      if (one && before !== undefined) scrollBy(0, next.getBoundingClientRect().top - before);
    }
    if (!one) example.scrollIntoView({ block: "nearest" });
    const hash = one ? step.id : example.id;
    history.replaceState(history.state, "", `#${hash}`);
    if (step) told.textContent = [...step.querySelectorAll(".place, .said p")].map((p) => p.textContent).join(" ");
  }

  example.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-go]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.dataset.go, link);
  });

  example.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || example.dataset.at === "all" || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = Number(example.dataset.at) + by;
    event.preventDefault();
    if (at < 1 || at > steps.length) return;
    const name = by < 0 ? "step-back" : "step-on";
    const held = document.activeElement?.closest?.("a[data-go]");
    go(String(at), held ?? example.querySelector(`.shown .${name}`));
  });

  const named = location.hash.slice(1);
  const first = steps.find((step) => step.id === named);
  show(named === example.id ? "all" : (first?.dataset.step ?? "1"));
  addEventListener("hashchange", () => {
    const target = steps.find((step) => `#${step.id}` === location.hash);
    if (target) show(target.dataset.step);
    else if (location.hash === `#${example.id}`) show("all");
  });
}

startProgress();

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
