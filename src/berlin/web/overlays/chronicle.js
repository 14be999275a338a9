/** The history of the table, from one moment to the next, and the board as it was then. */

import { TEXTS } from "../text/texts.js";
import { button, capital, element } from "../widgets/element.js";
import { pageHeader } from "./page_header.js";

/** @import {Chapter, Scene} from "../net/wire_types.js" */
/** @typedef {{seats: string[], see: (layer: string) => void}} Hooks  see: shows this layer on the board */

/** @param {HTMLElement} page @param {Scene} scene @param {Hooks} hooks */
export function showChronicle(page, { chronicle }, hooks) {
  const words = TEXTS.chronicle;
  page.append(
    pageHeader(words.heading, words.lead),
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
