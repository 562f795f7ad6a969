// What the reader has chosen in this browser. Storage may be forbidden; then it lasts as the page.
const KEY = "sniffi-settings";
const DEFAULTS = { sound: false, keys: true, announce: "full" };

function stored(storage, key) {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

export function keep(storage, key, value) {
  try {
    storage().setItem(key, value);
  } catch {
    // Full or forbidden: nothing depends on it.
  }
}

export const local = () => window.localStorage;
export const session = () => window.sessionStorage;

export function recall(storage, key) {
  return stored(storage, key);
}

// Only known names with values of the right kind: storage can hold anything.
export function readSettings(text) {
  let found = {};
  try {
    found = JSON.parse(text ?? "{}") ?? {};
  } catch {
    // As if nothing had been chosen.
  }
  const settings = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS)) {
    if (typeof found[name] === typeof DEFAULTS[name]) settings[name] = found[name];
  }
  return settings;
}

export const settings = readSettings(typeof window === "undefined" ? null : recall(local, KEY));

export function bindSettings(form, changed) {
  for (const input of form.elements) {
    if (input.type === "checkbox") input.checked = settings[input.name];
    if (input.type === "radio") input.checked = settings[input.name] === input.value;
  }
  form.addEventListener("change", ({ target }) => {
    settings[target.name] = target.type === "checkbox" ? target.checked : target.value;
    keep(local, KEY, JSON.stringify(settings));
    changed(target.name);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
}
