/** What was begun but not sent: the counter that is chosen and the words that are typed, so that a reload loses nothing. */

import { keep, kept } from "./memory.js";

/** @typedef {{seq: number, unit: string, filter: string, tab: string}} Begun */

export class Halfway {
  /** @param {string} id */
  constructor(id) {
    this.name = `berlin.halfway.${id}`;
  }

  /** @returns {Partial<Begun>} */
  read() {
    return kept(this.name, "short");
  }

  /** What was begun under an earlier question is forgotten. @param {Partial<Begun>} begun */
  write(begun) {
    const old = this.read();
    const stale = begun.seq !== undefined && begun.seq !== old.seq;
    keep(this.name, { ...(stale ? { tab: old.tab } : old), ...begun }, "short");
  }
}
