/** Clauses: a citation anywhere on the page opens its gist. */

import { clause as fetchClause } from "./api.js";
import { button, element } from "./element.js";
import { icon } from "./icons.js";
import { TEXTS } from "./texts.js";

/** @import {Clause} from "./nouns.js" */

/** @type {Map<string, Promise<Clause>>} */
const read = new Map();
let game = "";

/** @param {string} code */
export function rulesOf(code) {
  game = code;
}

/**
 * A citation that can be clicked.
 * @param {string} id
 */
export function citation(id) {
  return button(id, (event) => void open(id, /** @type {HTMLElement} */ (event.currentTarget)), {
    class: "clause",
    "aria-label": TEXTS.rules.open(id),
  });
}

/**
 * A text of the game with the citations in it, "[RFB 8.3.2]", made clickable.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export function cited(text) {
  return text.split(/\[([A-Z]{2,4} [^\]\s]+)\]/).map((piece, i) => (i % 2 ? citation(piece) : piece));
}

/** @param {string} id @param {HTMLElement} by */
async function open(id, by) {
  document.getElementById("clause")?.remove();
  const words = TEXTS.rules;
  const body = element("p", {}, "…");
  const kind = element("span", { class: "kind" });
  const close = button("", () => box.remove(), { "aria-label": words.close });
  close.append(icon("close"));
  const box = element(
    "div",
    { id: "clause", class: "popover", popover: "auto", role: "dialog", "aria-label": id },
    element("header", {}, element("strong", {}, id), kind, close),
    body,
  );
  // A modal dialog covers all outside it: a clause that is cited in one is shown in it.
  (by.closest("dialog") ?? document.body).append(box);
  box.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "closed") {
      box.remove();
      by.focus({ preventScroll: true });
    }
  });
  box.showPopover();
  place(box, by);
  box.querySelector("button")?.focus();
  try {
    if (!read.has(id)) read.set(id, fetchClause(game, id));
    const clause = await /** @type {Promise<Clause>} */ (read.get(id));
    body.textContent = clause.gist;
    kind.textContent = /** @type {Record<string, string>} */ (words.kind)[clause.kind] ?? clause.kind;
    if (clause.check) box.append(element("p", { class: "quiet" }, `${words.check}: ${clause.check}`));
  } catch {
    read.delete(id);
    body.textContent = words.failed;
  }
  place(box, by);
}

/** @param {HTMLElement} box @param {HTMLElement} by */
function place(box, by) {
  const at = by.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, innerWidth - size.width - 8));
  const below = at.bottom + 6 + size.height < innerHeight;
  box.style.left = `${left}px`;
  box.style.top = `${Math.max(8, below ? at.bottom + 6 : at.top - size.height - 6)}px`;
}
