/** The tables of this house: your own first, then those to watch, then what is over; the newest of each on top. */

import { keysToReturnWith, keysOf, link } from "../net/keyring.js";
import { TEXTS } from "../text/texts.js";
import { timeAgo } from "../text/time_ago.js";
import { button, capital, element } from "../widgets/element.js";

/** @import {TableInfo} from "../net/wire_types.js" */

const words = TEXTS.home;
const SHOWN = 4;

/** Groups that were opened to their end. @type {Set<string>} */
const whole = new Set();

/** The seats at this table that this browser comes back to. @param {TableInfo} table */
function own(table) {
  const tokens = keysToReturnWith(table.id);
  const keys = keysOf(table.id);
  return table.seats.filter((seat) => tokens.includes(keys[seat]));
}

/** @param {TableInfo} table */
const waiting = (table) => own(table).some((seat) => table.deciders.includes(table.seats.indexOf(seat)));

/**
 * @param {HTMLElement} box
 * @param {TableInfo[]} tables  newest first
 */
export function showTableList(box, tables) {
  const on = tables.filter((table) => !table.result);
  const mine = on.filter((table) => keysToReturnWith(table.id).length);
  const groups = {
    mine: [...mine.filter(waiting), ...mine.filter((table) => !waiting(table))],
    others: on.filter((table) => !keysToReturnWith(table.id).length),
    over: tables.filter((table) => table.result),
  };
  const parts = Object.entries(groups).flatMap(([name, group]) => (group.length ? section(/** @type {keyof typeof groups} */ (name), group, () => showTableList(box, tables)) : []));
  const focused = document.activeElement?.getAttribute("data-table") ?? "";
  box.replaceChildren(...(parts.length ? parts : [element("p", { class: "quiet" }, words.none)]));
  const again = focused && box.querySelector(`[data-table="${CSS.escape(focused)}"]`);
  if (again instanceof HTMLElement) again.focus();
  return groups.mine.length;
}

/** @param {"mine" | "others" | "over"} name @param {TableInfo[]} tables @param {() => void} again */
function section(name, tables, again) {
  const shown = whole.has(name) ? tables : tables.slice(0, SHOWN);
  const more = tables.length - shown.length;
  const rest = button(words.all(more), () => {
    whole.add(name);
    again();
  }, { class: "link" });
  return element(
    "section",
    { class: `hall-${name}`, "aria-label": words.groups[name] },
    element("h3", {}, words.groups[name], " ", element("span", { class: "quiet" }, `(${tables.length})`)),
    element("ul", {}, ...shown.map((table) => row(table, name))),
    more ? rest : null,
  );
}

/** @param {TableInfo} table @param {"mine" | "others" | "over"} group */
function row(table, group) {
  const yours = waiting(table);
  const go = { mine: words.resume, others: words.watch, over: words.replay }[group];
  const mark = group === "over" ? null : element("span", { class: yours ? "tag yours" : "tag" }, yours ? words.yourMove : words.toMove(deciders(table)));
  return element(
    "li",
    {},
    element(
      "div",
      { class: "what" },
      element("p", {}, element("b", {}, table.title), " ", mark),
      element("p", {}, ...sitters(table)),
      element("p", { class: table.result ? "result" : "quiet" }, table.result || table.caption),
      element("small", {}, `${words.moves(table.seq)} · ${timeAgo(table.updated)}`),
    ),
    element("a", { href: link(table.id, keysToReturnWith(table.id)), class: yours ? "button main" : "button", "data-table": table.id, "aria-label": words.go(go, table.title, sitters(table).join("")) }, go),
  );
}

/** @param {TableInfo} table */
function deciders(table) {
  return table.deciders.map((seat) => capital(table.seats[seat] ?? "")).join(", ");
}

/** Who sits where, in words. @param {TableInfo} table */
function sitters(table) {
  const mine = own(table);
  const seats = table.seats.map((seat, n) => {
    const kind = table.players[n];
    const name = table.names[seat];
    const who = kind !== "human" ? words.kind(kind) : name && name !== seat ? name : mine.includes(seat) ? words.you : words.person;
    return `${capital(seat)}: ${who}`;
  });
  return [seats.join(" · ")];
}
