/** Clauses: a citation anywhere on the page opens its gist, with what stands before and after it in the book. */

import * as api from "../net/api.js";
import { button, element } from "../widgets/element.js";
import { iconButton } from "../widgets/icons.js";
import { placeInSight } from "../widgets/popover.js";
import { marksOf, openRulebook } from "./rulebook.js";
import { TEXTS } from "./texts.js";

/** @import {Clause} from "../net/wire_types.js" */

/** How many clauses are told of on each side. */
const AROUND = 2;
const GLIMPSE = 90;

/** @type {Map<string, Promise<Clause>>} */
const read = new Map();
/** @type {Promise<Clause[]> | null} */
let ledger = null;
let game = "";

/** @param {string} code */
export function useRulesOf(code) {
  game = code;
}

/** All clauses in the order of the book. */
export function allRules() {
  ledger ??= api.clauses(game).catch((/** @type {unknown} */ problem) => {
    ledger = null;
    throw problem;
  });
  return ledger;
}

/** @param {string} id @returns {Promise<Clause>} */
function fetchClause(id) {
  const known = read.get(id);
  if (known) return known;
  const asked = api.clause(game, id);
  read.set(id, asked);
  asked.catch(() => read.delete(id));
  return asked;
}

/**
 * A citation that can be clicked.
 * @param {string} id
 */
export function citation(id) {
  return button(id, (event) => open(id, /** @type {HTMLElement} */ (event.currentTarget)), {
    class: "clause",
    "aria-label": TEXTS.rules.open(id),
  });
}

/**
 * A text of the game with the citations in it, "[RFB 8.3.2]", made clickable.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export function withCitations(text) {
  return text.split(/\[([A-Z]{2,4} [^\]\s]+)\]/).map((piece, i) => (i % 2 ? citation(piece) : piece));
}

/** @param {string} id @param {HTMLElement} by */
function open(id, by) {
  document.getElementById("clause")?.remove();
  const box = element("div", { id: "clause", class: "popover", popover: "auto", role: "dialog", "aria-label": id });
  // A modal dialog covers all outside it: a clause that is cited in one is shown in it.
  (by.closest("dialog") ?? document.body).append(box);
  box.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
    box.remove();
    if (document.activeElement === document.body) by.focus({ preventScroll: true });
  });
  void fill(box, id, by);
  box.showPopover();
  place(box, by);
  box.querySelector("button")?.focus();
}

/** @param {HTMLElement} box @param {string} id @param {HTMLElement} by */
async function fill(box, id, by) {
  const words = TEXTS.rules;
  const body = element("p", { "aria-live": "polite" }, "…");
  const marks = element("span", { class: "marks" });
  const close = iconButton("close", () => box.hidePopover(), { "aria-label": TEXTS.close });
  box.setAttribute("aria-label", id);
  box.replaceChildren(element("header", {}, element("strong", {}, id), marks, close), body);
  try {
    const clause = await fetchClause(id);
    body.textContent = clause.gist;
    marks.append(...marksOf(clause));
    if (clause.check) box.append(element("details", {}, element("summary", {}, words.check), element("p", { class: "quiet" }, clause.check)));
    place(box, by);
    const all = await allRules();
    if (body.isConnected) box.append(neighbours(all, id, (next) => void turn(box, next, by)), book(box, id));
  } catch {
    if (body.textContent === "…") body.textContent = words.failed;
  }
  place(box, by);
}

/** Turns the page to another clause. @param {HTMLElement} box @param {string} id @param {HTMLElement} by */
async function turn(box, id, by) {
  await fill(box, id, by);
  box.querySelector("button")?.focus();
}

/** @param {Clause[]} all @param {string} id @param {(id: string) => void} go */
function neighbours(all, id, go) {
  const words = TEXTS.rules;
  const at = all.findIndex((one) => one.id === id);
  const rows = all.slice(Math.max(0, at - AROUND), at + AROUND + 1).filter((one) => one.id !== id);
  const items = rows.map((one) => {
    const gist = one.gist.length > GLIMPSE ? `${one.gist.slice(0, GLIMPSE)}…` : one.gist;
    return element("li", {}, button(one.id, () => go(one.id), { class: "clause", "aria-label": words.open(one.id) }), " ", element("span", {}, gist));
  });
  return element("nav", { "aria-label": words.around }, element("h3", {}, words.around), element("ul", { class: "around" }, ...items));
}

/** @param {HTMLElement} box @param {string} id */
function book(box, id) {
  return button(TEXTS.rules.all, () => {
    box.hidePopover();
    void openRulebook(allRules(), id);
  }, { class: "link", id: "whole-book" });
}

/** @param {HTMLElement} box @param {HTMLElement} by */
function place(box, by) {
  const at = by.getBoundingClientRect();
  const { height } = box.getBoundingClientRect();
  const below = at.bottom + 6 + height < innerHeight;
  placeInSight(box, at.left, below ? at.bottom + 6 : at.top - height - 6);
}
