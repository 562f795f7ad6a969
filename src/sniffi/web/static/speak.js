// Says things to screen readers: events in a log that grows, answers to keys in a region of its own.
const MOST_LINES = 30;

export class Speaker {
  constructor(log, answer) {
    this.log = log;
    this.answer = answer;
  }

  // Events wait for each other in the log; nothing that is being read is cut off.
  tell(sentence, n = null) {
    const line = document.createElement("p");
    if (n !== null) line.dataset.n = n;
    line.textContent = sentence;
    this.log.append(line);
    while (this.log.children.length > MOST_LINES) this.log.firstChild.remove();
  }

  // What was asked for is said at once, again when it is asked for again.
  say(text) {
    this.hush();
    this.coming = requestAnimationFrame(() => {
      this.answer.textContent = text;
    });
  }

  // What was said holds no longer.
  hush() {
    cancelAnimationFrame(this.coming);
    this.answer.textContent = "";
  }
}

// What the page says of a part of the position, from its own sentences.
export function partInWords(root, part) {
  const lines = [...root.querySelectorAll(`[data-say~="${part}"]`)]
    .map((node) => wordsOf(node).replace(/\s+/g, " ").trim())
    .filter(Boolean)
    .map((line) => (/[.:!?]$/.test(line) ? line : `${line}.`));
  return lines.join(" ");
}

// Pictures and what only the eye needs are left out.
function wordsOf(node) {
  const copy = node.cloneNode(true);
  for (const silent of copy.querySelectorAll("svg, [aria-hidden=true]")) silent.remove();
  return copy.textContent;
}
