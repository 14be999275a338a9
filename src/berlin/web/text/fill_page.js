/** Puts the words of texts.js into the page: `data-text` for what is read, `data-label` for what a sign means. */

import { drawIcons } from "../widgets/icons.js";
import { TEXTS } from "./texts.js";

/** @param {string} path */
function word(path) {
  /** @type {any} */
  let found = TEXTS;
  for (const name of path.split(".")) found = found?.[name];
  if (typeof found !== "string") throw new Error(`texts.js has no ${path}`);
  return found;
}

for (const node of document.querySelectorAll("[data-text]")) {
  node.textContent = word(node.getAttribute("data-text") ?? "");
}
for (const node of document.querySelectorAll("[data-label]")) {
  const label = word(node.getAttribute("data-label") ?? "");
  node.setAttribute("aria-label", label);
  if (node instanceof HTMLButtonElement) node.title = label;
}
for (const node of document.querySelectorAll("[data-placeholder]")) {
  node.setAttribute("placeholder", word(node.getAttribute("data-placeholder") ?? ""));
}
drawIcons();
