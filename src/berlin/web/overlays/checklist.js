/** The checklist: every step of a long phase in its order, with its marks, what it is for and its rule. */

import { citation } from "../text/citations.js";
import { TEXTS } from "../text/texts.js";
import { element } from "../widgets/element.js";
import { pageHeader } from "./page_header.js";

/** @import {Scene, Task} from "../net/wire_types.js" */

const SIGNS = { done: "✓", now: "▸", ahead: "○", "left out": "–" };

/** @param {HTMLElement} page @param {Scene} scene */
export function showChecklist(page, { checklist, prompt }) {
  if (!checklist) return;
  const words = TEXTS.checklist;
  const done = checklist.tasks.filter((task) => task.stand === "done").length;
  const due = checklist.tasks.filter((task) => task.stand !== "left out").length;
  const list = element("ol", { class: "tasks" }, ...checklist.tasks.map((task) => row(task, task.stand === "now" ? (prompt?.text ?? "") : "")));
  const legend = checklist.marks.flatMap(([mark, means]) => [element("dt", {}, mark), element("dd", {}, means)]);
  page.append(
    pageHeader(checklist.name, words.count(done, due)),
    list,
    element("section", {}, element("h3", {}, words.marks), element("dl", { class: "mark-legend" }, ...legend)),
  );
}

/** @param {Task} task @param {string} asked */
function row(task, asked) {
  const words = TEXTS.checklist;
  const stand = words.stand[task.stand];
  return element(
    "li",
    { class: `task ${task.stand.replace(" ", "-")}`, "aria-current": task.stand === "now" ? "step" : null },
    element("span", { class: "sign", "aria-hidden": "true" }, SIGNS[task.stand]),
    element("span", { class: "step" }, element("b", {}, task.name), task.marks ? element("span", { class: "task-marks", title: words.marks }, task.marks) : null),
    element("div", { class: "about" }, element("strong", {}, task.title), " ", citation(task.rule), element("span", { class: "unseen" }, stand), task.text ? element("p", {}, task.text) : null, asked ? element("p", { class: "asked" }, words.asked(asked)) : null),
  );
}
