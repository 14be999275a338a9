/** The reckoning behind an act: its tallies line by line, and the exact chance of each outcome as a small chart. */

import { citation, withCitations } from "../text/citations.js";
import { TEXTS } from "../text/texts.js";
import { capital, svg, element } from "../widgets/element.js";

/** @import {Explanation, Outcome, Tally} from "../net/wire_types.js" */

/** A note that is shorter than this stands for the whole. */
const SHORT = 14;

/** @param {Tally} tally */
const total = (tally) => tally.modifiers.reduce((sum, modifier) => sum + modifier.value, tally.base);

/** @param {number} value */
const signed = (value) => (value < 0 ? `−${-value}` : `+${value}`);

/** Whether there is more to show than the act's own name. @param {Explanation | null} explanation */
export const telling = (explanation) =>
  Boolean(explanation && (explanation.tallies.length || explanation.outcomes.length || explanation.notes.length));

/** What fits beside a lit place: "odds 3:1", the likeliest result, or the cost. @param {Explanation | null} explanation */
export function brief(explanation) {
  if (!explanation) return "";
  const note = explanation.notes.find((one) => one.length < SHORT);
  if (note) return note;
  const [likely] = explanation.outcomes.filter((one) => one.label.length < SHORT && one.ways < one.of).sort((a, b) => b.ways / b.of - a.ways / a.of);
  if (likely) return `${likely.label} ${TEXTS.odds.percent(likely.ways / likely.of)}`;
  const [tally] = explanation.tallies;
  return tally ? `${total(tally)}` : "";
}

/** What an act is, and what stands for the whole reckoning. @param {Explanation} explanation */
export const gist = ({ title, notes }) => capital([title, ...notes].join("; "));

/** The sums and the chances in words. @param {Explanation} explanation */
export function sums(explanation) {
  const tallies = explanation.tallies.map((tally) => `${tally.label} ${total(tally)}`);
  const chances = explanation.outcomes.map((one) => `${one.label} ${TEXTS.odds.share(one.ways, one.of)}`);
  return [...tallies, ...chances].join("; ");
}

/** All of it in one line of words. @param {Explanation} explanation */
export const inWords = (explanation) => [gist(explanation), sums(explanation)].filter(Boolean).join("; ");

/** @param {Explanation} explanation */
export function oddsPanel(explanation) {
  const panel = element("section", { class: "odds", "aria-label": capital(explanation.title) }, element("h3", {}, capital(explanation.title)));
  // The short one stands for the whole elsewhere.
  const notes = explanation.notes.length > 1 ? explanation.notes.filter((note) => note !== brief(explanation)) : explanation.notes;
  for (const note of notes) panel.append(element("p", { class: "note" }, ...withCitations(note)));
  if (explanation.outcomes.length) panel.append(chart(explanation.outcomes));
  for (const tally of explanation.tallies) panel.append(tallyTable(tally));
  return panel;
}

/** @param {Tally} tally */
function tallyTable(tally) {
  const words = TEXTS.odds;
  const body = element("tbody");
  if (tally.base) body.append(row(String(tally.base), words.base, ""));
  for (const one of tally.modifiers) body.append(row(signed(one.value), one.label, one.rule));
  return element(
    "table",
    { class: "tally" },
    element("caption", {}, `${tally.label} `, element("b", {}, String(total(tally)).replace("-", "−"))),
    body,
  );
}

/** @param {string} value @param {string} label @param {string} rule */
function row(value, label, rule) {
  return element("tr", {}, element("td", { class: "number" }, value), element("td", {}, label, " ", rule ? citation(rule) : null));
}

/** @param {Outcome[]} outcomes */
function chart(outcomes) {
  const words = TEXTS.odds;
  const rows = outcomes.map((one) => {
    const share = one.ways / one.of;
    const bar = svg(
      "svg",
      { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": true },
      svg("rect", { width: 100 * share, height: 10 }),
    );
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, one.label),
      element("td", { class: "wide" }, bar),
      element("td", { class: "number" }, words.percent(share)),
      element("td", { class: "number quiet" }, words.share(one.ways, one.of)),
    );
  });
  return element("table", { class: "chart" }, element("caption", {}, words.chance), element("tbody", {}, ...rows));
}
