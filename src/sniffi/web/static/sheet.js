// The sheet's page: presses without a new page, spots tapped on the picture, what others wrote, and a
// screen that stays on. Everything works without it.

const ASK_SEEN = 2500;
const ASK_HIDDEN = 30000;

const sheet = document.getElementById("sheet");
if (sheet) start(sheet);

function start(root) {
  let busy = false;
  const message = document.getElementById("sheet-message");
  const awake = document.getElementById("wake");
  const settle = () => root.querySelector(".wake-place")?.append(awake);

  const say = (text) => {
    message.textContent = text;
    message.hidden = !text;
  };

  // The page that came, put in the place of this one: what is open and where the focus is stay.
  const put = (page, fresh, address) => {
    const open = new Set(
      [...root.querySelectorAll("details[open]")].map((each) => each.dataset.keep),
    );
    const focus = nameOf(document.activeElement);
    for (const { name } of [...root.attributes]) if (!fresh.hasAttribute(name)) root.removeAttribute(name);
    for (const { name, value } of fresh.attributes) root.setAttribute(name, value);
    root.replaceChildren(...fresh.childNodes);
    settle();
    for (const each of root.querySelectorAll("details")) {
      if (open.has(each.dataset.keep) && !("asking" in root.dataset)) each.open = true;
    }
    document.title = page.title;
    history.replaceState(null, "", address);
    say(page.getElementById("notice")?.textContent.trim() ?? "");
    document.getElementById("notice")?.remove();
    tell();
    const asked = root.querySelector("#refusal, #question, #choose");
    if (asked) asked.querySelector("button, a.button")?.focus({ preventScroll: true });
    else restore(focus);
  };

  // Spoken: what was written last, what changed by it, and what is to be told next.
  const tell = () => {
    const parts = [".lines li:first-child .text", ".changed li", ".what"];
    const said = parts.flatMap((part) => [...root.querySelectorAll(part)].slice(0, 3));
    const text = said.map((node) => node.textContent.trim()).join(" ");
    const region = document.getElementById("sheet-said");
    if (region.textContent !== text) region.textContent = text;
  };

  const restore = (focus) => {
    if (!focus) return;
    const all = [...root.querySelectorAll("button, a[href], input, select, summary")];
    const same = all.find((each) => nameOf(each) === focus);
    (same ?? root.querySelector(".cells button, .sums button, button.main, .steps-back button"))?.focus({
      preventScroll: true,
    });
  };

  // What is to be told next is in sight after a press, from wherever on the page it came.
  const show = () => {
    const next = root.querySelector(".what")?.getBoundingClientRect();
    if (next && (next.top < 0 || next.bottom > innerHeight)) scrollTo(0, 0);
  };

  const nameOf = (node) =>
    node && root.contains(node)
      ? `${node.tagName} ${node.name ?? ""} ${node.value ?? ""} ${node.textContent.trim()}`
      : "";

  const fetched = async (address, options) => {
    const answer = await fetch(address, options);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("sheet");
    if (fresh) put(page, fresh, answer.url);
    // What cannot be mended on the sheet is a page of its own, with a sentence.
    else if (!answer.ok) say(page.querySelector("main p")?.textContent ?? root.dataset.lost);
    else location.assign(answer.url);
  };

  root.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.method !== "post") return;
    event.preventDefault();
    // A second press while the first is on its way is no press.
    if (busy) return;
    busy = true;
    root.setAttribute("aria-busy", "true");
    try {
      const body = new URLSearchParams(new FormData(form, event.submitter));
      await fetched(form.getAttribute("action"), { method: "POST", body });
      show();
    } catch {
      say(root.dataset.lost);
    } finally {
      busy = false;
      root.removeAttribute("aria-busy");
    }
  });

  root.addEventListener("click", (event) => {
    const back = event.target.closest("a.button");
    if (back && new URL(back.href).pathname === location.pathname) {
      event.preventDefault();
      fetched(back.href).catch(() => location.assign(back.href));
      return;
    }
    // A spot on the picture is the button that names it.
    const spot = event.target.closest(".laid-picture [data-port]");
    if (!spot) return;
    const named = `${spot.dataset.tile}.${spot.dataset.port}`;
    root.querySelector(`button[data-spot="${CSS.escape(named)}"]`)?.click();
  });

  // --- What others wrote ---

  let asked = Date.now();
  const ask = async () => {
    const every = document.visibilityState === "visible" ? ASK_SEEN : ASK_HIDDEN;
    if (busy || Date.now() - asked < every) return;
    asked = Date.now();
    try {
      const answer = await fetch(`${root.dataset.address}/state`);
      if (!answer.ok) return;
      const { n } = await answer.json();
      // Who is just choosing keeps what is chosen; an old press is refused by its number.
      if (busy || n === Number(root.dataset.n) || "asking" in root.dataset) return;
      if (root.querySelector("input:focus, select:focus, input[type=checkbox]:checked")) return;
      await fetched(root.dataset.address);
    } catch {
      // The network is away for a moment: asked again soon, and a press says so itself.
      return;
    }
  };
  setInterval(ask, 500);
  document.addEventListener("visibilitychange", () => {
    asked = 0;
    ask();
  });

  settle();
  wake(awake);
}

// --- The screen stays on, when the browser allows it and the reader wants it ---

function wake(button) {
  if (!button || !navigator.wakeLock) return;
  let lock = null;
  const show = (on) => button.setAttribute("aria-checked", String(on));
  const wanted = () => localStorage.getItem("sniffi-wake") === "on";
  const take = async () => {
    if (!wanted() || document.visibilityState !== "visible" || (lock && !lock.released)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => show(false));
      show(true);
    } catch {
      // The battery is low, or the browser does not want to: the switch shows that it is off.
      show(false);
    }
  };
  button.hidden = false;
  button.addEventListener("click", async () => {
    const on = button.getAttribute("aria-checked") !== "true";
    localStorage.setItem("sniffi-wake", on ? "on" : "off");
    if (on) return take();
    await lock?.release();
    show(false);
  });
  document.addEventListener("visibilitychange", take);
  take();
}
