/** The whole rule book, clause by clause, with a search. */

import { openDialog, scrollBox } from "../widgets/dialog.js";
import { element } from "../widgets/element.js";
import { hasAll, wordsOf } from "./search.js";
import { TEXTS } from "./texts.js";

/** @import {Clause} from "../net/wire_types.js" */

/** @param {string} kind */
const kindName = (kind) => /** @type {Record<string, string>} */ (TEXTS.rules.kind)[kind] ?? kind;

/** What kind of clause it is, and where it comes from. @param {Clause} clause */
export function marksOf({ kind, source }) {
  const words = TEXTS.rules;
  const name = /** @type {Record<string, string>} */ (words.source)[source] ?? source;
  const about = /** @type {Record<string, string>} */ (words.sourceAbout)[source] ?? "";
  return [element("span", { class: "kind" }, kindName(kind)), element("span", { class: "kind source", "data-source": source, title: about }, name)];
}

/** @param {Promise<Clause[]>} fetched @param {string} [at]  the clause to begin at */
export async function openRulebook(fetched, at = "") {
  const words = TEXTS.rules;
  const search = element("input", { type: "search", id: "rule-search", placeholder: words.search, "aria-label": words.search });
  const count = element("p", { class: "quiet", role: "status" }, "…");
  const list = element("ol", { class: "ledger" });
  openDialog(words.heading, [element("p", { class: "quiet" }, words.lead), search, count, scrollBox(words.heading, list)], { kind: "wide" });
  search.focus();
  const clauses = await fetched.catch(() => null);
  if (!clauses) return void (count.textContent = words.failed);
  const rows = clauses.map((clause) => ({ node: row(clause), text: `${clause.id} ${clause.gist}`.toLowerCase() }));
  list.replaceChildren(...rows.map(({ node }) => node));
  const sift = () => {
    const sought = wordsOf(search.value);
    let shown = 0;
    for (const { node, text } of rows) {
      node.hidden = !hasAll(text, sought);
      shown += Number(!node.hidden);
    }
    count.textContent = words.count(shown);
  };
  search.addEventListener("input", sift);
  sift();
  const begin = list.querySelector(`[data-clause="${CSS.escape(at)}"]`);
  begin?.setAttribute("aria-current", "true");
  begin?.scrollIntoView({ block: "center" });
  return undefined;
}

/** @param {Clause} clause */
function row(clause) {
  return element("li", { "data-clause": clause.id }, element("strong", {}, clause.id), " ", ...marksOf(clause), element("p", {}, clause.gist));
}
