/** What was begun but not sent: the counter that is chosen and the words that are typed, so that a reload loses nothing. */

import { remember, recall } from "../net/storage.js";

/** @typedef {{seq: number, unit: string, filter: string, tab: string}} Draft */

export class UnsentDraft {
  /** @param {string} id */
  constructor(id) {
    this.name = `berlin.draft.${id}`;
  }

  /** @returns {Partial<Draft>} */
  read() {
    return recall(this.name, "short");
  }

  /** What was begun under an earlier question is forgotten. @param {Partial<Draft>} begun */
  write(begun) {
    const old = this.read();
    const stale = begun.seq !== undefined && begun.seq !== old.seq;
    remember(this.name, { ...(stale ? { tab: old.tab } : old), ...begun }, "short");
  }
}
