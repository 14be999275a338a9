/** What just happened, shown briefly over the board: dice first, then words. */

import { element } from "./element.js";
import { dieOf } from "./log.js";

/** @import {Entry} from "./nouns.js" */

const STAY = 4200;
const LINES = 6;

/** @param {HTMLElement} box @param {Entry[]} entries */
export function toast(box, entries) {
  const events = entries.flatMap((entry) => entry.events).filter((event) => event.kind !== "stage" && event.kind !== "tally");
  box.querySelector(".toast")?.remove();
  if (!events.length) return;
  const dice = events.flatMap((event) => dieOf(event) ?? []);
  const note = element(
    "div",
    { class: "toast", "aria-hidden": "true" },
    dice.length ? element("div", { class: "thrown" }, ...dice.slice(-LINES)) : null,
    ...events.slice(-LINES).map((event) => element("p", { class: `kind-${event.kind}` }, event.text)),
  );
  box.append(note);
  setTimeout(() => note.remove(), STAY);
}
