// How many exercises were right at the first try: kept in this browser, and nowhere else.
const KEY = "sniffi-learn";
const MOST_KEPT = 2000;

// What was kept, read with care: {kinds: {sum: {right, tried}}, done: ["sum/1"], days: [...]}.
export function readProgress(text) {
  const empty = { kinds: {}, done: [], days: [] };
  try {
    const kept = JSON.parse(text ?? "null");
    if (typeof kept !== "object" || kept === null) return empty;
    const kinds = {};
    for (const [name, { right, tried } = {}] of Object.entries(kept.kinds ?? {})) {
      if (Number.isInteger(right) && Number.isInteger(tried) && 0 <= right && right <= tried) {
        kinds[name] = { right, tried };
      }
    }
    const texts = (list) => (Array.isArray(list) ? list.filter((each) => typeof each === "string") : []);
    return { kinds, done: texts(kept.done), days: texts(kept.days) };
  } catch {
    return empty;
  }
}

// The first answer to an exercise counts.
export function answered(kept, exercise, kind, right, day) {
  const days = day && !kept.days.includes(day) ? [...kept.days, day].slice(-MOST_KEPT) : kept.days;
  if (kept.done.includes(exercise)) return { ...kept, days };
  const { right: before, tried } = kept.kinds[kind] ?? { right: 0, tried: 0 };
  const kinds = { ...kept.kinds, [kind]: { right: before + (right ? 1 : 0), tried: tried + 1 } };
  return { kinds, done: [...kept.done, exercise].slice(-MOST_KEPT), days };
}

function load() {
  try {
    return readProgress(localStorage.getItem(KEY));
  } catch {
    return readProgress(null);
  }
}

function save(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing is as good for all the rest.
  }
}

function show(kept) {
  for (const place of document.querySelectorAll("[data-progress]")) {
    const { right, tried } = kept.kinds[place.dataset.progress] ?? { right: 0, tried: 0 };
    place.textContent = place.dataset.text.replace("%r", right).replace("%t", tried);
    place.hidden = tried === 0;
  }
  const today = new Date().toISOString().slice(0, 10);
  for (const place of document.querySelectorAll("[data-daily-done]")) {
    place.hidden = !kept.days.includes(today);
  }
  for (const place of document.querySelectorAll(".forget")) {
    place.hidden = kept.done.length === 0;
  }
}

export function startProgress() {
  let kept = load();
  const task = document.querySelector("[data-right]");
  if (task) {
    const { exercise, kind, right, day } = task.dataset;
    kept = answered(kept, exercise, kind, right === "yes", day);
    save(kept);
  }
  show(kept);
  document.querySelector("[data-forget]")?.addEventListener("click", () => {
    kept = readProgress(null);
    save(kept);
    show(kept);
  });
  // What the form answered is read first.
  const result = document.getElementById("result");
  if (result && location.hash === "#result") result.focus();
}
