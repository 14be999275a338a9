/** The table kept up to date: fetches what changed, one request at a time, and says what is new. */

import { Complaint } from "./api.js";
import { TEXTS } from "./texts.js";

/** @import {Entry, Sight} from "./nouns.js" */
/** @import {Seats} from "./seats.js" */

/** Entries asked for again with every change, so that what was taken back goes. */
const OVERLAP = 20;
/** What is answered to a key that opens nothing. */
const NO_SEAT = 403;

export class News {
  /**
   * @param {Seats} seats
   * @param {Sight} sight
   * @param {{changed: (before: Sight, fresh: Entry[]) => void, same: () => void, lost: (text: string) => void}} hooks
   */
  constructor(seats, sight, hooks) {
    this.seats = seats;
    this.sight = sight;
    this.hooks = hooks;
    /** The logs as they are read with each key and each seat's eyes. @type {Map<string, Entry[]>} */
    this.logs = new Map();
    this.over = Boolean(sight.key);
    this.reading = this.reader;
    this.logs.set(this.reading, sight.log);
    this.busy = false;
    this.again = false;
  }

  get log() {
    return this.logs.get(this.reading) ?? [];
  }

  /** Who reads: the numbers are others with other keys, and when the game is over. */
  get reader() {
    return `${this.seats.table.token} ${this.over} ${this.seats.now}`;
  }

  async refresh() {
    this.again = this.busy;
    if (this.busy) return;
    this.busy = true;
    try {
      do {
        this.again = false;
        await this.fetch();
      } while (this.again);
      this.hooks.lost("");
    } catch (problem) {
      this.hooks.lost(problem instanceof Complaint && problem.status === NO_SEAT ? TEXTS.table.renewed : TEXTS.table.lost);
    } finally {
      this.busy = false;
    }
  }

  async fetch() {
    const { reader } = this;
    const known = this.logs.get(reader) ?? [];
    const last = known.at(-1)?.seq ?? 0;
    const sight = await this.seats.table.sight(Math.max(0, last - OVERLAP));
    this.over = Boolean(sight.key);
    if (this.seats.turn(sight) || reader !== this.reader) {
      this.again = true;
      return;
    }
    const before = this.sight;
    // When the game is over everything gets another number: new is what ended it.
    const old = before.key || !sight.key ? before.seq : sight.seq - 1;
    const first = sight.log[0]?.seq ?? Infinity;
    this.reading = reader;
    this.logs.set(reader, [...known.filter((entry) => entry.seq < first && entry.seq <= sight.seq), ...sight.log]);
    this.sight = sight;
    const moved = sight.seq !== before.seq || sight.seat !== before.seat;
    if (!moved && JSON.stringify(before.scene) === JSON.stringify(sight.scene)) return this.hooks.same();
    this.hooks.changed(before, sight.log.filter((entry) => entry.seq > old));
  }
}
