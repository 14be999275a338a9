/** Keys that act anywhere on the page but where one types; those of one sign can be switched off. */

import { preferences } from "../net/preferences.js";
import { isDialogOpen } from "./dialog.js";

/** Where a key means something of its own. */
const TYPING = "input:not([type=checkbox]), textarea, select, dialog, [popover]";
const PRESSED = "button, a, summary, [role=tab], #board";

/** @param {Record<string, () => void>} keys  by the key's name; "Space" for the space bar */
export function listen(keys) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
    const at = event.target instanceof Element ? event.target : document.body;
    if (at.closest(TYPING) || document.querySelector(":popover-open")) return;
    const name = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = keys[name];
    if (!act || (event.key.length === 1 && !preferences.keys)) return;
    if (name === "Space" && at.closest(PRESSED)) return;
    // The arrows of the board and of the tabs are theirs.
    if (/^(Arrow|Home$|End$)/.test(name) && at.closest("#board, [role=tablist], .panel")) return;
    event.preventDefault();
    act();
  });
}
