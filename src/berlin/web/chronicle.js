/** The history of the table, from one moment to the next, and the board as it was then. */

import { button, capital, element } from "./element.js";
import { TEXTS } from "./texts.js";

/** @import {Chapter, Scene} from "./nouns.js" */
/** @typedef {{seats: string[], see: (layer: string) => void}} Hooks  see: shows this layer on the board */

/** @param {HTMLElement} page @param {Scene} scene @param {Hooks} hooks */
export function showChronicle(page, { chronicle }, hooks) {
  const words = TEXTS.chronicle;
  page.append(
    element("header", {}, element("h2", {}, words.heading), element("p", { class: "quiet" }, words.lead)),
    element("ol", { class: "chapters" }, ...chronicle.map((chapter) => card(chapter, hooks))),
  );
}

/** @param {Chapter} chapter @param {Hooks} hooks */
function card(chapter, { seats, see }) {
  const facts = chapter.facts.flatMap(([name, text]) => [element("dt", {}, capital(name)), element("dd", {}, text)]);
  return element(
    "li",
    { class: `chapter seat-${seats.indexOf(chapter.camp)}` },
    element("h3", {}, chapter.title),
    element("p", {}, chapter.text),
    element("dl", {}, ...facts),
    chapter.layer ? button(TEXTS.chronicle.see, () => see(chapter.layer), { title: chapter.layer, "aria-label": `${TEXTS.chronicle.see}: ${chapter.layer}` }) : null,
  );
}
