/** A form: what can be told, line by line, what is told already, and the answers of a line by their verbs. */

import { apart, headOf, saidOf } from "../text/said.js";
import { hasAll, wordsOf } from "../text/search.js";
import { TEXTS } from "../text/texts.js";
import { button, element } from "../widgets/element.js";
import { pageHeader } from "./page_header.js";

/** @import {Choice, Form, Piece, Row, Scene} from "../net/wire_types.js" */
/**
 * @typedef {{choices: Map<string, Choice>, take: (choice: Choice) => void, chip: (piece: Piece) => SVGElement,
 *   place: (key: string) => string, map: () => void, file: (form: Form) => Node}} Hooks  choices: the answers by their texts; map: goes
 *   to the map; file: a form that is handed in as a whole
 */

/** @param {HTMLElement} page @param {Scene} scene @param {Hooks} hooks */
export function showForm(page, { form, pieces }, hooks) {
  if (!form) return;
  const words = TEXTS.form;
  const here = new Map(pieces.map((piece) => [piece.id, piece]));
  const inRows = new Set(form.rows.flatMap((row) => row.answers));
  const rest = [...hooks.choices.values()].filter((choice) => !inRows.has(choice.text) && !choice.place && !choice.unit);
  const onMap = [...hooks.choices.values()].some((choice) => choice.place);
  const one = form.rows.length === 1 && form.rows[0].answers.length > 1;
  const filter = element("input", { type: "search", placeholder: words.find, "aria-label": words.find });
  const list = element("ul", { class: "form-rows" }, ...form.rows.map((row) => line(row, here.get(row.unit), hooks, one)));
  filter.addEventListener("input", () => {
    const sought = wordsOf(filter.value);
    for (const node of list.children) if (node instanceof HTMLElement) node.hidden = !hasAll(node.textContent?.toLowerCase() ?? "", sought);
  });
  page.append(
    pageHeader(form.name, form.text),
    element(
      "div",
      { class: "form-acts" },
      ...rest.map((choice) => button(saidOf(choice), () => hooks.take(choice), { "data-key": choice.text, title: choice.label, class: "bare" })),
      onMap ? button(words.map, hooks.map, { class: "to-map" }) : null,
      form.rows.length > 8 ? filter : null,
    ),
    form.keeps ? element("section", {}, hooks.file(form)) : "",
    form.rows.length ? list : element("p", { class: "quiet" }, words.empty),
    form.keeps || one || !(onMap || form.rows.some((row) => row.answers.length)) ? "" : element("section", {}, hooks.file(form)),
  );
}

/** @param {Row} row @param {Piece | undefined} piece @param {Hooks} hooks @param {boolean} whole  all that can be said of it, by verbs */
function line(row, piece, hooks, whole) {
  const chip = piece ? hooks.chip(piece) : null;
  const choices = row.answers.flatMap((text) => hooks.choices.get(text) ?? []);
  const state = [...(piece?.badges ?? []), ...row.said].join(", ");
  return element(
    "li",
    { class: whole ? "whole" : row.answers.length ? null : "told" },
    element("span", { class: "face-of" }, chip),
    element("span", { class: "what" }, element("b", {}, row.name), element("small", {}, [row.place && hooks.place(row.place), state].filter(Boolean).join(" · "))),
    whole
      ? element("div", { class: "verbs" }, ...byVerb(choices, hooks))
      : element("span", { class: "acts" }, ...tell(row, choices, hooks)),
  );
}

/** A line's answers; several say what is told. @param {Row} row @param {Choice[]} choices @param {Hooks} hooks */
function tell(row, choices, { take, place }) {
  const words = choices.length > 1 ? apart(choices) : [TEXTS.form.tell];
  return choices.map((choice, n) => {
    const label = `${words[n]}: ${[row.name, row.place && place(row.place)].filter(Boolean).join(", ")}`;
    return button(words[n], () => take(choice), { "data-key": choice.text, "data-form": choice.text, "aria-label": label, title: choice.label });
  });
}

/** Answers of one verb stand together under what it means. @param {Choice[]} choices @param {Hooks} hooks */
function byVerb(choices, { take }) {
  const groups = Object.entries(Object.groupBy(choices, (choice) => (choice.text === choice.verb ? "" : choice.verb)));
  return groups.map(([verb, group = []]) => {
    if (!verb) {
      const singles = group.map((choice) => button(saidOf(choice), () => take(choice), { class: "bare", "data-key": choice.text, "data-form": choice.text, title: choice.label }));
      return element("div", { class: "verb singles" }, element("span", { class: "buttons" }, ...singles));
    }
    const name = headOf(group);
    const names = apart(group, name);
    const words = group.map((choice, n) => button(names[n], () => take(choice), { "data-key": choice.text, "data-form": choice.text, title: saidOf(choice) }));
    return element("div", { class: "verb", role: "group", "aria-label": name }, element("span", { class: "quiet" }, name), element("span", { class: "buttons" }, ...words));
  });
}
