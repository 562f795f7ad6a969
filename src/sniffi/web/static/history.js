// The history: keys step through it, and stepping leaves no trail: going back goes to the game.
const STEPS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

export function startHistory(then) {
  const back = document.querySelector("a.back");
  then.addEventListener("click", (event) => {
    const step = event.target.closest(".steps a");
    if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    window.location.replace(step.href);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    // Where arrows scroll, they scroll.
    if (event.target.closest("input, select, textarea, .layout")) return;
    if (event.key === "Escape") back.click();
    const step = then.querySelector(`.steps a[rel="${STEPS[event.key]}"]`);
    if (!step) return;
    event.preventDefault();
    window.location.replace(step.href);
  });
}
