/** A form as a file: fetched, filled in elsewhere, checked, handed in at once; all that is wrong with it is listed. */

import { Complaint } from "../net/api.js";
import { TEXTS } from "../text/texts.js";
import { download } from "../widgets/download.js";
import { button, element } from "../widgets/element.js";

/** @import {KeptForms} from "./kept_forms.js" */
/**
 * @typedef {{fetch: () => Promise<string>, fill: (text: string, check: boolean) => Promise<number>, done: () => void}} Hooks
 *   fill: how many actions a text stands for
 */

/** What was typed stays when the page is drawn anew. */
let typed = "";

/** @param {Hooks} hooks @param {string} noun  what the form is as a file @param {KeptForms | null} kept  where it is kept for other games */
export function reportFile(hooks, noun, kept) {
  const words = TEXTS.handin;
  const said = element("div", { role: "status", class: "handed" });
  const text = element("textarea", { rows: 8, spellcheck: "false", "aria-label": words.text(noun), placeholder: words.placeholder(noun), "data-key": "report" });
  text.value = typed;
  text.addEventListener("input", () => (typed = text.value));
  const file = element("input", { type: "file", accept: ".toml,text/plain", "aria-label": words.file(noun) });
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
      download(`${noun}.toml`, text.value);
    } catch (problem) {
      said.replaceChildren(...faults(problem));
    }
  };
  const use = (/** @type {string} */ kind) => {
    typed = text.value = kind;
    void send(false);
  };
  const complain = (/** @type {unknown} */ problem) => said.replaceChildren(...faults(problem));
  const whole = element(
    "details",
    { class: "handin", open: Boolean(typed) },
    element("summary", {}, words.heading(noun)),
    element("p", { class: "quiet" }, kept ? words.leadKept : words.lead),
    element("div", { class: "buttons" }, button(words.blank, () => void blank(), { "data-key": "blank" }), file),
    text,
    element("div", { class: "buttons" }, button(words.check, () => void send(true), { "data-key": "check" }), button(words.send, () => void send(false), { class: "main", "data-key": "send" })),
    kept ? null : said,
  );
  return kept ? element("div", {}, kept.shelf(noun, { fetch: hooks.fetch, use, complain }), said, whole) : whole;
}

/** @param {unknown} problem */
function faults(problem) {
  if (!(problem instanceof Complaint)) throw problem;
  const list = problem.faults.length ? problem.faults : [problem.message];
  return [element("p", { class: "warning" }, TEXTS.handin.wrong(list.length)), element("ul", { class: "faults" }, ...list.map((fault) => element("li", {}, fault)))];
}
