/** Says what happened to those who listen: two live regions, used in turn so that a repeated line is read again. */

import { element } from "./element.js";

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
