/** What the others did since this browser last looked at the table. */

import { button, element } from "./element.js";
import { dieOf } from "./log.js";
import { keep, kept } from "./memory.js";
import { cited } from "./rules.js";
import { TEXTS } from "./texts.js";

/** @import {Entry, Sight} from "./nouns.js" */

const SEEN = "berlin.seen";
const LINES = 14;
const LEFT_OUT = new Set(["stage", "tally"]);

export class Since {
  /**
   * @param {HTMLElement} box
   * @param {{own: (seat: number | null) => boolean, seat: (seat: number | null) => string, replay: (seq: number) => void,
   *   told: (seq: number) => void}} hooks  told: the log marks where the news begins
   */
  constructor(box, hooks) {
    this.box = box;
    this.hooks = hooks;
    /** The news that lies open begins after this entry. @type {number | null} */
    this.from = null;
  }

  /** Remembers that all up to here was seen, if anybody looks. @param {Sight} sight */
  mark(sight) {
    if (document.hidden) return;
    const all = kept(SEEN);
    if (all[sight.id] !== sight.seq) keep(SEEN, { ...all, [sight.id]: sight.seq });
  }

  /** Somebody comes back to the table. @param {Sight} sight @param {Entry[]} log */
  welcome(sight, log) {
    const seen = kept(SEEN)[sight.id];
    this.mark(sight);
    if (typeof seen !== "number") return;
    const fresh = log.filter((entry) => entry.seq > seen && !this.hooks.own(entry.seat));
    if (fresh.length) this.show(seen, fresh);
  }

  /** @param {number} seen @param {Entry[]} fresh */
  show(seen, fresh) {
    const words = TEXTS.since;
    const lines = fresh.flatMap((entry) => [
      element("li", {}, element("b", {}, `${this.hooks.seat(entry.seat)}: ${entry.action || TEXTS.log.secret}`)),
      ...entry.events.filter((event) => !LEFT_OUT.has(event.kind)).map((event) => element("li", { class: `event kind-${event.kind}` }, dieOf(event), ...cited(event.text))),
    ]);
    const left = lines.length - LINES;
    this.from = seen;
    this.box.hidden = false;
    this.box.replaceChildren(
      element("h2", {}, words.count(fresh.length)),
      left > 0 ? element("p", { class: "quiet" }, words.left(left)) : "",
      element("ul", {}, ...lines.slice(-LINES)),
      element(
        "div",
        { class: "buttons" },
        button(words.replay, () => this.hooks.replay(seen), { class: "main", id: "since-replay" }),
        button(TEXTS.close, () => this.close(), { id: "since-close" }),
      ),
    );
    this.hooks.told(seen);
  }

  close() {
    this.from = null;
    this.box.hidden = true;
    this.box.replaceChildren();
  }
}
