/** What just happened, shown briefly over the board: dice first, then words. */

import { capital, element } from "../widgets/element.js";
import { dieOf, isNews } from "./log.js";

/** @import {Entry} from "../net/wire_types.js" */

const STAY = 4200;
const LINES = 6;

/** @param {HTMLElement} box @param {Entry[]} entries */
export function toast(box, entries) {
  const events = entries.flatMap((entry) => entry.events).filter(isNews);
  box.querySelector(".toast")?.remove();
  if (!events.length) return;
  const dice = events.flatMap((event) => dieOf(event) ?? []);
  const note = element(
    "div",
    { class: "toast", "aria-hidden": "true" },
    dice.length ? element("div", { class: "thrown" }, ...dice.slice(-LINES)) : null,
    ...events.slice(-LINES).map((event) => element("p", { class: `kind-${event.kind}` }, capital(event.text))),
  );
  box.append(note);
  setTimeout(() => note.remove(), STAY);
}
