// Which of the entries that come are new to this reader, and what is said of them.
// Pure: what it remembers goes out through `remember`, what it says comes back as a list.

export class Teller {
  // told: the number of the last entry that this tab has told, from an earlier load of the page,
  // or null; shown: the number of the last entry on the page as it was loaded.
  constructor(told, shown, remember = () => {}) {
    this.told = told === null || told > shown ? shown : told;
    this.shownAtFirst = shown;
    this.remember = remember;
    this.remember(this.told);
  }

  // The entry when it is to be told now, else null. `fresh` is whether it may make a sound: what
  // was missed while away may not.
  hear(entry) {
    if (!(entry.n > this.told)) return null;
    this.told = entry.n;
    this.remember(this.told);
    return { ...entry, fresh: entry.n > this.shownAtFirst };
  }

  // So much is new that it is not told one by one.
  skipTo(n) {
    if (n > this.told) {
      this.told = n;
      this.remember(n);
    }
  }
}

export function sentenceOf(entry, how) {
  return how === "brief" ? (entry.brief ?? entry.say) : entry.say;
}
