/** A form as a file: fetched, filled in elsewhere, checked, handed in at once; all that is wrong with it is listed. */

import { Complaint } from "../net/api.js";
import { TEXTS } from "../text/texts.js";
import { download } from "../widgets/download.js";
import { button, element } from "../widgets/element.js";

/**
 * @typedef {{fetch: () => Promise<string>, fill: (text: string, check: boolean) => Promise<number>, done: () => void}} Hooks
 *   fill: how many actions a text stands for
 */

/** What was typed stays when the page is drawn anew. */
let typed = "";

/** @param {Hooks} hooks */
export function reportFile(hooks) {
  const words = TEXTS.handin;
  const said = element("div", { role: "status", class: "handed" });
  const text = element("textarea", { rows: 8, spellcheck: "false", "aria-label": words.text, placeholder: words.placeholder, "data-key": "report" });
  text.value = typed;
  text.addEventListener("input", () => (typed = text.value));
  const file = element("input", { type: "file", accept: ".toml,text/plain", "aria-label": words.file });
  file.addEventListener("change", async () => {
    typed = text.value = (await file.files?.[0]?.text()) ?? "";
  });
  const send = async (/** @type {boolean} */ check) => {
    try {
      const actions = await hooks.fill(text.value, check);
      if (!check) typed = "";
      said.replaceChildren(element("p", { class: "good" }, check ? words.right(actions) : words.done(actions)));
      if (!check) hooks.done();
    } catch (problem) {
      said.replaceChildren(...faults(problem));
    }
  };
  const blank = async () => {
    try {
      typed = text.value = await hooks.fetch();
      download("report.toml", text.value);
    } catch (problem) {
      said.replaceChildren(...faults(problem));
    }
  };
  return element(
    "details",
    { class: "handin", open: Boolean(typed) },
    element("summary", {}, words.heading),
    element("p", { class: "quiet" }, words.lead),
    element("div", { class: "buttons" }, button(words.blank, () => void blank(), { "data-key": "blank" }), file),
    text,
    element("div", { class: "buttons" }, button(words.check, () => void send(true), { "data-key": "check" }), button(words.send, () => void send(false), { class: "main", "data-key": "send" })),
    said,
  );
}

/** @param {unknown} problem */
function faults(problem) {
  if (!(problem instanceof Complaint)) throw problem;
  const list = problem.faults.length ? problem.faults : [problem.message];
  return [element("p", { class: "warning" }, TEXTS.handin.wrong(list.length)), element("ul", { class: "faults" }, ...list.map((fault) => element("li", {}, fault)))];
}
