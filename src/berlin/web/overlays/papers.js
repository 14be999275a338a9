/** Papers: what can be printed or taken to other programs, as this seat may read it. */

import { TEXTS } from "../text/texts.js";
import { download } from "../widgets/download.js";
import { button, element } from "../widgets/element.js";
import { pageHeader } from "./page_header.js";

/** @import {Paper} from "../net/wire_types.js" */
/** @typedef {{papers: Paper[], fetch: (key: string) => Promise<string>, complain: (problem: unknown) => void}} Hooks */

/** How long a page that was opened can be read from. */
const OPEN = 60_000;

/** @param {HTMLElement} page @param {Hooks} hooks */
export function showPapers(page, hooks) {
  const words = TEXTS.papers;
  const rows = hooks.papers.map((paper) =>
    element(
      "li",
      { "data-paper": paper.key },
      element("b", {}, paper.title),
      element("small", {}, paper.about),
      element(
        "span",
        { class: "buttons" },
        paper.page ? button(words.print, () => void open(paper, hooks), { "data-key": `open ${paper.key}`, "aria-label": `${words.print}: ${paper.title}` }) : null,
        button(words.save, () => void save(paper, hooks), { "data-key": `save ${paper.key}`, "aria-label": `${words.save}: ${paper.title}` }),
      ),
    ),
  );
  page.append(pageHeader(words.heading, words.lead), element("ul", { class: "papers" }, ...rows));
}

/** In a window of its own, which is opened at once: later it would not be allowed. @param {Paper} paper @param {Hooks} hooks */
async function open(paper, hooks) {
  const tab = window.open("", "_blank");
  try {
    const url = URL.createObjectURL(new Blob([await hooks.fetch(paper.key)], { type: "text/html" }));
    if (tab) tab.location.href = url;
    setTimeout(() => URL.revokeObjectURL(url), OPEN);
  } catch (problem) {
    tab?.close();
    hooks.complain(problem);
  }
}

/** @param {Paper} paper @param {Hooks} hooks */
async function save(paper, hooks) {
  try {
    download(paper.name, await hooks.fetch(paper.key));
  } catch (problem) {
    hooks.complain(problem);
  }
}
