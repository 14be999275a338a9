/** The table kept up to date: fetches what changed, one request at a time, and says what is new. */

/** @import {Entry, Sight} from "./nouns.js" */
/** @import {Seats} from "./seats.js" */

/** Entries asked for again with every change, so that what was taken back goes. */
const OVERLAP = 20;

export class News {
  /**
   * @param {Seats} seats
   * @param {Sight} sight
   * @param {{changed: (before: Sight, fresh: Entry[]) => void, same: () => void, lost: (lost: boolean) => void}} hooks
   */
  constructor(seats, sight, hooks) {
    this.seats = seats;
    this.sight = sight;
    this.hooks = hooks;
    /** The logs as each seat reads them. @type {Map<number | null, Entry[]>} */
    this.logs = new Map([[sight.seat, sight.log]]);
    this.busy = false;
    this.again = false;
  }

  get log() {
    return this.logs.get(this.sight.seat) ?? [];
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
      this.hooks.lost(false);
    } catch {
      this.hooks.lost(true);
    } finally {
      this.busy = false;
    }
  }

  async fetch() {
    const known = this.logs.get(this.seats.now) ?? [];
    const last = known.at(-1)?.seq ?? 0;
    const sight = await this.seats.table.sight(Math.max(0, last - OVERLAP));
    if (this.seats.turn(sight)) {
      this.again = true;
      return;
    }
    const before = this.sight;
    const first = sight.log[0]?.seq ?? Infinity;
    this.logs.set(sight.seat, [...known.filter((entry) => entry.seq < first && entry.seq <= sight.seq), ...sight.log]);
    this.sight = sight;
    const moved = sight.seq !== before.seq || sight.seat !== before.seat;
    if (!moved && JSON.stringify(before.scene) === JSON.stringify(sight.scene)) return this.hooks.same();
    this.hooks.changed(before, sight.log.filter((entry) => entry.seq > before.seq));
  }
}
