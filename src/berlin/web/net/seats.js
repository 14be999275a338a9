/** The seats that are held in this browser, and which of them looks at the table now. */

import { TEXTS } from "../text/texts.js";
import { element } from "../widgets/element.js";
import { Complaint, Table } from "./api.js";
import { drawSecret, keysToReturnWith, hold, keysIn, sit } from "./keyring.js";

/** @import {Sight} from "./wire_types.js" */

const FOLLOW = "follow";

export class Seats {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** Seats by number. @type {Map<number, Table>} */
    this.mine = new Map();
    /** The names of these seats in the game. @type {string[]} */
    this.names = [];
    this.watcher = new Table(id, "");
    /** @type {number | null} */
    this.now = null;
    this.follow = true;
  }

  /** Finds out which seats the tokens of the link and of this browser hold. @returns {Promise<Sight>} the table as they see it */
  async claim() {
    const fragment = keysIn(location.hash);
    // A link is for one seat or several; without one the browser's memory counts.
    const tokens = fragment.length ? fragment : keysToReturnWith(this.id);
    /** @type {Sight | null} */
    let seen = null;
    for (const token of tokens) {
      const table = new Table(this.id, token);
      const sight = await table.sight().catch((/** @type {unknown} */ problem) => {
        if (problem instanceof Complaint && problem.status === 404) throw problem;
        return null;
      });
      if (!sight || sight.seat === null) continue;
      seen = sight;
      this.mine.set(sight.seat, table);
      const { seat } = sight.seats[sight.seat];
      this.names.push(seat);
      hold(this.id, { [seat]: token });
    }
    if (this.mine.size) sit(this.id, this.tokens);
    this.now = this.mine.keys().next().value ?? null;
    const sight = seen && this.mine.size === 1 ? seen : await this.table.sight();
    this.turn(sight);
    return sight;
  }

  /**
   * Whoever follows the decision shows all his keys: then what he did in one seat he can take back from another. The
   * eyes are those of the seat that decides.
   */
  get table() {
    return this.follow && this.mine.size > 1 ? new Table(this.id, this.tokens.join(",")) : this.own;
  }

  /** The table through one seat's eyes alone. */
  get own() {
    return (this.now === null ? undefined : this.mine.get(this.now)) ?? this.watcher;
  }

  /** Whose eyes may look next. @returns {(number | null)[]} */
  get eyes() {
    return this.follow && this.mine.size > 1 ? [...this.mine.keys()] : [this.now];
  }

  get tokens() {
    return [...this.mine.values()].map((table) => table.token);
  }

  /** Another key of a seat in the place of the present one. @param {string} seat */
  async renew(seat) {
    const number = [...this.mine.keys()][this.names.indexOf(seat)];
    const fresh = new Table(this.id, drawSecret());
    // Kept before it is asked for: if the answer is lost on its way, the seat is not.
    sit(this.id, [...this.tokens, fresh.token]);
    try {
      await /** @type {Table} */ (this.mine.get(number)).renew(fresh.token);
    } catch (problem) {
      const reached = await fresh.sight().catch(() => null);
      if (!reached) throw problem;
    }
    this.mine.set(number, fresh);
    hold(this.id, { [seat]: fresh.token });
    sit(this.id, this.tokens);
  }

  /** Whoever holds several seats sits where the decision is. @param {Sight} sight */
  turn(sight) {
    if (this.follow && this.mine.size > 1) this.now = sight.seat;
  }

  /** @param {HTMLElement} box @param {string[]} names @param {() => void} changed */
  show(box, names, changed) {
    const words = TEXTS.table;
    if (this.mine.size < 2) {
      box.textContent = this.now === null ? words.watcher : words.you(names[this.now]);
      return;
    }
    const chosen = this.follow ? FOLLOW : String(this.now);
    if (box.dataset.chosen === chosen + String(this.now)) return;
    box.dataset.chosen = chosen + String(this.now);
    const select = element("select", { "aria-label": words.seat });
    const follow = `${names[this.now ?? 0]} (${words.follow})`;
    select.append(element("option", { value: FOLLOW, selected: chosen === FOLLOW }, follow));
    for (const seat of [...this.mine.keys()].sort()) {
      select.append(element("option", { value: seat, selected: chosen === String(seat) }, names[seat]));
    }
    select.addEventListener("change", () => {
      this.follow = select.value === FOLLOW;
      if (!this.follow) this.now = Number(select.value);
      changed();
    });
    box.replaceChildren(select);
  }
}
