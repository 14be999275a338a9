/**
 * Says what happened to those who listen: two live regions, used in turn so that a repeated line is read again.
 * And what everybody has to know, whatever the page shows: one line at its top.
 */

import { element } from "../widgets/element.js";

/** @type {HTMLElement[]} */
const regions = [];
let turn = 0;

/** @param {string} text */
export function announce(text) {
  if (!regions.length) {
    for (let i = 0; i < 2; i++) regions.push(element("div", { class: "unseen", role: "status", "aria-live": "polite" }));
    document.body.append(...regions);
  }
  regions[turn].textContent = "";
  turn = 1 - turn;
  regions[turn].textContent = text;
}

/** @type {HTMLElement | null} */
let line = null;

/** Shows this line until it is taken away by an empty one. @param {string} text */
export function warn(text) {
  line ??= element("p", { id: "wait", class: "warning", role: "alert" });
  line.textContent = text;
  if (text) document.body.append(line);
  else line.remove();
}
