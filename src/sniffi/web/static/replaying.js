// The replays: stepping changes the page in place, keys step, and the game plays by itself.
// Without this file every step is a link.
import { aimAll } from "./camera.js";
import { shapeIn } from "./shape.js";

const KEYS = {
  ArrowLeft: "prev",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  PageUp: "round-back",
  PageDown: "round-on",
};

const found = document.getElementById("replay");
if (found) startReplay(found);
const bring = document.querySelector("form[data-bring]");
if (bring) startBring(bring);

function startReplay(first) {
  let replay = first;
  let going = null; // what is being fetched
  let wanted = []; // steps that wait for it
  let timer = null; // set while it plays
  const heard = document.getElementById("heard");
  const player = document.querySelector("[data-player]");
  const button = player.querySelector("[data-play]");
  const speed = player.querySelector("[data-speed]");
  const names = { play: button.textContent, stop: button.dataset.stop };

  // The server's page has no player between its parts: it stands where the steps are.
  function settle() {
    replay.querySelector(".steps").after(player);
    player.hidden = Number(replay.dataset.last) < 2;
    const list = replay.querySelector(".round-events .told");
    const now = list?.querySelector("[aria-current]");
    // The list is what its lines are measured from.
    if (now && list.scrollHeight > list.clientHeight) {
      list.scrollTop = now.offsetTop - list.clientHeight / 2 + now.offsetHeight / 2;
    }
  }

  // Steps that come quicker than pages are taken one after another; none is lost.
  async function step(name, focus) {
    wanted.push(name);
    if (wanted.length > 1) return;
    while (wanted.length) {
      const next = address(wanted[0]);
      if (next && !(await go(next, focus))) wanted = [];
      wanted.shift();
    }
  }

  async function go(address, focus) {
    going?.abort();
    const mine = (going = new AbortController());
    const shape = shapeIn(replay);
    const asked = new URL(address, location.href);
    asked.hash = "";
    const kept = new URL(asked);
    if (shape) asked.searchParams.set("shape", shape);
    let page;
    try {
      const answer = await fetch(asked, { signal: mine.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      if (!mine.signal.aborted) location.assign(address);
      return false;
    }
    if (mine.signal.aborted) return false;
    show(page, kept, focus);
    return true;
  }

  function show(page, address, focus) {
    const fresh = page.getElementById("replay");
    const within = replay.contains(document.activeElement) && document.activeElement !== button && !player.contains(document.activeElement);
    const held = focus ?? (within ? keyOf(document.activeElement) : null);
    const why = replay.querySelector("details.why")?.open;
    const playing = player.contains(document.activeElement) ? document.activeElement : null;
    replay.replaceWith(fresh);
    replay = fresh;
    for (const id of ["link", "picture"]) {
      const [old, next] = [document.getElementById(id), page.getElementById(id)];
      if (old && next) old.replaceWith(next);
      else if (next) document.querySelector(".downloads").append(next.closest("li"));
    }
    if (why) replay.querySelector("details.why")?.setAttribute("open", "");
    settle();
    aimAll(replay);
    history.replaceState(history.state, "", address);
    document.title = replay.dataset.title;
    heard.textContent = `${replay.querySelector("#place").textContent}. ${replay.querySelector("#event").textContent}`;
    if (playing) playing.focus({ preventScroll: true });
    else if (held) (replay.querySelector(held) ?? replay.querySelector("#place")).focus({ preventScroll: true });
  }

  // What is to have the focus again on the new page.
  function keyOf(node) {
    const { step, view, n } = node.dataset;
    if (step) return `a[data-step="${step}"]`;
    if (view) return `a[data-view="${view}"]`;
    if (n) return "[aria-current='step'] a";
    return node.id ? `#${node.id}` : "#place";
  }

  const address = (name) => replay.querySelector(`a[data-step="${name}"]`)?.href;

  function stop() {
    clearTimeout(timer);
    timer = null;
    button.textContent = names.play;
    button.removeAttribute("aria-pressed");
  }

  function play() {
    button.textContent = names.stop;
    timer = setTimeout(async () => {
      const next = address("next");
      if (next && (await go(next)) && timer !== null && address("next")) play();
      else stop();
    }, Number(speed.value));
  }

  button.addEventListener("click", async () => {
    if (timer !== null) {
      stop();
      return;
    }
    // At the end it begins anew.
    if (!address("next") && address("first")) await go(address("first"));
    play();
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#replay a[data-step], #replay a[data-view], #replay a[data-n], #replay tbody a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    stop();
    if (link.dataset.step) {
      step(link.dataset.step, keyOf(link));
      return;
    }
    wanted = [];
    go(link.href, keyOf(link));
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    // Where arrows write or scroll, they write and scroll.
    if (event.target.closest("input, select, textarea, .layout, .wide")) return;
    const name = KEYS[event.key];
    if (!name) return;
    event.preventDefault();
    stop();
    // A key that is held down goes as quickly as pages come.
    if (!event.repeat || !wanted.length) step(name);
  });

  settle();
}

// A file may be let fall anywhere on the page.
function startBring(form) {
  const input = form.querySelector("input[type=file]");
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("over");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) form.classList.remove("over");
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    if (!event.dataTransfer?.files.length) return;
    input.files = event.dataTransfer.files;
    form.requestSubmit();
  });
}
