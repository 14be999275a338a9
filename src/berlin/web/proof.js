/** The panel of the verifiable dice: the promise at the start, the key at the end, every roll made again. */

import { verify } from "./dice.js";
import { button, element } from "./element.js";
import { promised } from "./settings.js";
import { TEXTS } from "./texts.js";

/** @import {Sight} from "./nouns.js" */

/**
 * @param {HTMLElement} panel
 * @param {Sight} sight
 * @param {() => Promise<string>} record
 */
export function showProof(panel, sight, record) {
  const look = `${sight.id} ${sight.key} ${sight.commitment}`;
  if (panel.dataset.look === look) return;
  panel.dataset.look = look;
  const words = TEXTS.dice;
  const first = promised(sight.id, sight.commitment);
  const verdict = element("div", { role: "status", class: "verdict" });
  panel.replaceChildren(
    element("h3", {}, words.heading),
    element("p", {}, words.promise),
    element("code", { id: "commitment" }, sight.commitment),
  );
  if (first !== sight.commitment) panel.append(element("p", { class: "warning" }, words.changed));
  if (sight.foretold) panel.append(element("p", { class: "warning" }, words.foretold));
  if (sight.study) panel.append(element("p", {}, words.study));
  else if (!sight.key) panel.append(element("p", {}, words.sealed));
  else {
    const run = async () => {
      verdict.textContent = words.working;
      verdict.replaceChildren(...outcome(await record(), first));
    };
    panel.append(
      element("p", {}, words.key),
      element("code", {}, sight.key),
      element("p", {}, button(words.verify, () => void run(), { class: "main", id: "verify" })),
      verdict,
    );
  }
}

/** @param {string} record @param {string} commitment */
function outcome(record, commitment) {
  const words = TEXTS.dice;
  const proof = verify(record, commitment);
  const lines = [];
  if (proof.state === "verified") lines.push(element("p", { class: "good" }, `✓ ${words.verified(proof.rolls.length)}`));
  else if (!proof.commitment) lines.push(element("p", { class: "warning" }, `✗ ${words.broken}`));
  for (const { n, told, made } of proof.wrong) lines.push(element("p", { class: "warning" }, `✗ ${words.wrong(n, told, made)}`));
  const columns = [words.roll, words.line, words.sides, words.told, words.made];
  const head = element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name)));
  const rows = proof.rolls.map((roll) =>
    element(
      "tr",
      { class: roll.told === roll.made ? "" : "wrong" },
      ...[roll.n, roll.line, roll.sides, roll.told, `${roll.made} ${roll.told === roll.made ? "✓" : "✗"}`].map((cell) => element("td", {}, String(cell))),
    ),
  );
  lines.push(element("table", { class: "plain" }, element("thead", {}, head), element("tbody", {}, ...rows)));
  return lines;
}
