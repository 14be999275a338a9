/** A text to be handed on: a field that shows it and a button that copies it, also where the browser lends no clipboard. */

import { announce } from "../text/announce.js";
import { TEXTS } from "../text/texts.js";
import { button, element } from "./element.js";

/** @param {HTMLInputElement} field */
async function copyText(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Without https there is no clipboard but the old one.
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

/** @param {string} label @param {string} text @param {{name?: string, title?: string}} [about]  of the button */
export function copyField(label, text, { name = TEXTS.copy.act, title = "" } = {}) {
  const words = TEXTS.copy;
  const field = element("input", { type: "text", readonly: true, value: text, "aria-label": label, onfocus: () => field.select() });
  const told = element("small", { role: "status" });
  const act = button(name, async () => {
    told.textContent = (await copyText(field)) ? words.done : words.byHand;
    act.classList.add("done");
  }, { title });
  const row = element("div", { class: "copy" }, field, act);
  if (typeof navigator.share === "function") {
    row.append(button(words.share, () => void navigator.share({ title: label, url: text }).catch(() => announce(words.byHand))));
  }
  row.append(told);
  return row;
}
