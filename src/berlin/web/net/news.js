/** The table kept up to date: takes what an order is answered with, fetches what others did, and says what is new. */

import { TEXTS } from "../text/texts.js";
import { Complaint } from "./api.js";
import { patched } from "./patch.js";

/** @import {Bell, Entry, Known, Sight, Update} from "./wire_types.js" */
/** @import {Seats} from "./seats.js" */
/** @typedef {Known & {token: string, held: Sight}} Asked  with which keys, and what is here */

/** Entries asked for again with every change, so that what was taken back goes. */
const OVERLAP = 20;
/** Eyes that were away for longer read on by themselves. */
const MOST_AT_ONCE = 100;
/** How long an order's answer is waited for, in milliseconds, when the table has changed. */
const PATIENCE = 1000;
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
    /** By whose keys the sight is numbered, and whether as one of a game that is over. */
    this.numbers = numbering(seats.table.token, sight);
    this.reading = this.reader(seats.now);
    this.logs.set(this.reading, sight.log);
    this.busy = false;
    this.again = false;
    /** Orders on their way: what they lead to comes with their answers. */
    this.orders = 0;
    /** What was told meanwhile. @type {Bell | undefined} */
    this.bell = undefined;
  }

  get log() {
    return this.logs.get(this.reading) ?? [];
  }

  /** Who reads. @param {number | null} eyes */
  reader(eyes) {
    return `${this.seats.table.token} ${this.over} ${eyes}`;
  }

  /** The last entry that these eyes have read. @param {number | null} eyes */
  read(eyes) {
    return this.logs.get(this.reader(eyes))?.at(-1)?.seq ?? -1;
  }

  /** What to ask for, for whichever eyes look next. @returns {Asked} */
  asking() {
    const { now, eyes, table } = this.seats;
    const all = Math.min(...eyes.map((one) => this.read(one)));
    const since = this.read(now) - all > MOST_AT_ONCE ? this.read(now) : all;
    return { token: table.token, since: Math.max(-1, since - OVERLAP), have: this.sight.mark, held: this.sight };
  }

  /** Does what is answered with a sight, and shows it. @param {(known: Known) => Promise<Update>} order */
  async order(order) {
    this.orders++;
    try {
      const asked = this.asking();
      if (!this.take(asked, await order(asked))) this.again = true;
    } catch (problem) {
      this.again = true;
      throw problem;
    } finally {
      this.orders--;
    }
  }

  /** Fetches what is due after orders. */
  async settle() {
    if (this.orders) return;
    const { bell } = this;
    this.bell = undefined;
    if (this.again) await this.refresh();
    else if (bell) await this.hear(bell);
  }

  /** The table was told to have changed. @param {Bell} bell */
  async hear(bell) {
    if (this.orders) this.wait(bell);
    // Who looks with one of several keys is told of the numbers of all.
    else if (bell.seq > this.sight.seq || !this.seats.follow) await this.refresh();
    else this.greet(bell);
  }

  /** Mostly an order's own echo; an order that is held up must hold up nothing else. @param {Bell} bell */
  wait(bell) {
    this.bell = bell;
    setTimeout(() => {
      if (this.bell === bell && bell.seq > this.sight.seq) void this.refresh();
    }, PATIENCE);
  }

  /** Who is here, and which seats are open. @param {Bell} bell */
  greet({ here, open }) {
    for (const [n, sitter] of this.sight.seats.entries()) Object.assign(sitter, { here: here.includes(n), open: open.includes(n) });
    this.hooks.same();
    this.hooks.lost("");
  }

  /** @param {string} reason  why the last action can't be taken back, if it can't */
  forbidUndo(reason) {
    this.sight.undo = reason;
    this.hooks.same();
  }

  async refresh() {
    this.again = true;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.again) {
        this.again = false;
        const asked = this.asking();
        if (!this.take(asked, await this.seats.table.update(asked))) this.again = true;
      }
      this.hooks.lost("");
    } catch (problem) {
      this.hooks.lost(problem instanceof Complaint && problem.status === NO_SEAT ? TEXTS.table.renewed : TEXTS.table.lost);
    } finally {
      this.busy = false;
    }
  }

  /** Shows a sight; says whether it could: its log must go on where the eyes that look have read. @param {Asked} asked @param {Update} update */
  take(asked, update) {
    const sight = /** @type {Sight} */ ({ ...update, scene: update.patch ? patched(asked.held.scene, update.patch) : update.scene });
    if (asked.token !== this.seats.table.token) return false;
    const before = this.sight;
    const numbers = numbering(asked.token, sight);
    // What was asked for before an order was answered is older than its answer.
    if (numbers === this.numbers && sight.seq < before.seq) return true;
    this.over = Boolean(sight.key);
    this.seats.turn(sight);
    const reader = this.reader(this.seats.now);
    if (asked.since > this.read(this.seats.now)) return false;
    // When the game is over everything gets another number: new is what ended it.
    const old = before.key || !sight.key ? before.seq : sight.seq - 1;
    const known = this.logs.get(reader) ?? [];
    const first = sight.log[0]?.seq ?? Infinity;
    this.numbers = numbers;
    this.reading = reader;
    this.logs.set(reader, [...known.filter((entry) => entry.seq < first && entry.seq <= sight.seq), ...sight.log]);
    this.sight = sight;
    const moved = sight.seq !== before.seq || sight.seat !== before.seat;
    if (!moved && before.mark === sight.mark) this.hooks.same();
    else this.hooks.changed(before, sight.log.filter((entry) => entry.seq > old));
    return true;
  }
}

/** The numbers are others with other keys, and when the game is over. @param {string} token @param {Sight} sight */
const numbering = (token, sight) => `${token} ${Boolean(sight.key)}`;
