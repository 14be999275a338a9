/** What the others did since this browser last looked at the table. */

import { remember, recall } from "../net/storage.js";
import { withCitations } from "../text/citations.js";
import { deedOf } from "../text/said.js";
import { TEXTS } from "../text/texts.js";
import { button, capital, element } from "../widgets/element.js";
import { dieOf, isNews } from "./log.js";

/** @import {Entry, Sight} from "../net/wire_types.js" */

const SEEN = "berlin.seen";
const LINES = 14;

export class Since {
  /**
   * @param {HTMLElement} box
   * @param {{own: (seat: number | null) => boolean, seat: (seat: number | null) => string, replay: (seq: number) => void,
   *   told: (seq: number) => void}} hooks  told: the log marks where the news begins
   */
  constructor(box, hooks) {
    this.box = box;
    this.hooks = hooks;
  }

  /** Remembers that all up to here was seen, if anybody looks. @param {Sight} sight */
  mark(sight) {
    if (document.hidden) return;
    const all = recall(SEEN);
    if (all[sight.id] !== sight.seq) remember(SEEN, { ...all, [sight.id]: sight.seq });
  }

  /** Somebody comes back to the table. @param {Sight} sight @param {Entry[]} log */
  welcome(sight, log) {
    const seen = recall(SEEN)[sight.id];
    this.mark(sight);
    if (typeof seen !== "number") return;
    const fresh = log.filter((entry) => entry.seq > seen && !this.hooks.own(entry.seat));
    if (fresh.length) this.show(seen, fresh);
  }

  /** @param {number} seen @param {Entry[]} fresh */
  show(seen, fresh) {
    const words = TEXTS.since;
    const lines = fresh.flatMap((entry) => [
      element("li", {}, element("b", {}, `${this.hooks.seat(entry.seat)}: ${deedOf(entry) || TEXTS.log.secret}`)),
      ...entry.events.filter(isNews).map((event) => element("li", { class: `event kind-${event.kind}` }, dieOf(event), ...withCitations(capital(event.text)))),
    ]);
    const left = lines.length - LINES;
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
    this.box.hidden = true;
    this.box.replaceChildren();
  }
}
