/** A sheet that lies over the page until it is closed; what had the focus before gets it back. */

import { button, element } from "./element.js";
import { icon } from "./icons.js";
import { TEXTS } from "./texts.js";

/** @import {Part} from "./element.js" */

let made = 0;

/**
 * @param {string} title
 * @param {Part[]} parts
 * @param {{kind?: string, closed?: () => void}} [options]  kind: further classes of its look
 */
export function openDialog(title, parts, { kind = "", closed } = {}) {
  const heading = element("h2", { id: `dialog-${++made}`, tabindex: -1, autofocus: true }, title);
  const close = button("", () => dialog.close(), { class: "close", "aria-label": TEXTS.close, title: TEXTS.close });
  close.append(icon("close"));
  const dialog = element("dialog", { class: `sheet ${kind}`.trim(), "aria-labelledby": heading.id, closedby: "any" }, element("header", {}, heading, close), ...parts);
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Whether a sheet lies over the page now. */
export const covered = () => Boolean(document.querySelector("dialog[open]"));
