/** A sheet that lies over the page until it is closed; what had the focus before gets it back. */

import { TEXTS } from "../text/texts.js";
import { button, element } from "./element.js";
import { iconButton } from "./icons.js";

/** @import {Part} from "./element.js" */

let made = 0;

/**
 * @param {string} title
 * @param {Part[]} parts
 * @param {{kind?: string}} [options]  kind: further classes of its look
 */
export function openDialog(title, parts, { kind = "" } = {}) {
  const heading = element("h2", { id: `dialog-${++made}`, tabindex: -1, autofocus: true }, title);
  const close = iconButton("close", () => dialog.close(), { class: "close", "aria-label": TEXTS.close, title: TEXTS.close });
  const dialog = element("dialog", { class: `sheet ${kind}`.trim(), "aria-labelledby": heading.id, closedby: "any" }, element("header", {}, heading, close), ...parts);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A part of a sheet that is longer than it, and can be scrolled by keys. @param {string} label @param {...Part} parts */
export function scrollBox(label, ...parts) {
  return element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, ...parts);
}

/**
 * Asks before something is done.
 * @param {string} title
 * @param {Part[]} parts
 * @param {{commit: string, act: () => void, cancel: string, careful?: boolean}} answers  careful: the focus is on the way back
 */
export function openConfirmation(title, parts, { commit, act, cancel, careful = false }) {
  const back = button(cancel, () => dialog.close());
  const go = button(commit, () => {
    dialog.close();
    act();
  }, { class: "main", "data-commit": true });
  const dialog = openDialog(title, [...parts, element("div", { class: "buttons" }, back, go)], { kind: "aside" });
  (careful ? back : go).focus();
  return dialog;
}

/** Whether a sheet lies over the page now. */
export const isDialogOpen = () => Boolean(document.querySelector("dialog[open]"));
