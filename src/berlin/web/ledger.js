/** The whole rule book, clause by clause, with a search. */

import { openDialog } from "./dialog.js";
import { element } from "./element.js";
import { TEXTS } from "./texts.js";

/** @import {Clause} from "./nouns.js" */

/** @param {string} kind */
export const kindName = (kind) => /** @type {Record<string, string>} */ (TEXTS.rules.kind)[kind] ?? kind;

/** @param {Promise<Clause[]>} fetched @param {string} [at]  the clause to begin at */
export async function openLedger(fetched, at = "") {
  const words = TEXTS.rules;
  const search = element("input", { type: "search", id: "rule-search", placeholder: words.search, "aria-label": words.search });
  const count = element("p", { class: "quiet", role: "status" }, "…");
  const list = element("ol", { class: "ledger" });
  openDialog(words.heading, [element("p", { class: "quiet" }, words.lead), search, count, element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": words.heading }, list)], { kind: "wide" });
  search.focus();
  const clauses = await fetched.catch(() => null);
  if (!clauses) return void (count.textContent = words.failed);
  const rows = clauses.map((clause) => ({ node: row(clause), text: `${clause.id} ${clause.gist}`.toLowerCase() }));
  list.replaceChildren(...rows.map(({ node }) => node));
  const sift = () => {
    const sought = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { node, text } of rows) {
      node.hidden = !sought.every((word) => text.includes(word));
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
  return element("li", { "data-clause": clause.id }, element("strong", {}, clause.id), " ", element("span", { class: "kind" }, kindName(clause.kind)), element("p", {}, clause.gist));
}
