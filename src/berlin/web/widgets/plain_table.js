/** A table of words and numbers under the names of its columns. */

import { element } from "./element.js";

/** @param {string[]} columns @param {Element[]} rows @param {string} [caption] */
export function plainTable(columns, rows, caption = "") {
  const head = element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name)));
  return element("table", { class: "plain" }, caption ? element("caption", {}, caption) : null, element("thead", {}, head), element("tbody", {}, ...rows));
}

/** @param {(string | number)[]} cells @param {string | null} [kind]  its class */
export function plainRow(cells, kind = null) {
  return element("tr", { class: kind }, ...cells.map((cell) => element("td", {}, String(cell))));
}
