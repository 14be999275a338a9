/** The panel of the verifiable dice: the promise at the start, the key at the end, every roll made again. */

import { recall, remember } from "../net/storage.js";
import { TEXTS } from "../text/texts.js";
import { openDialog } from "../widgets/dialog.js";
import { button, element } from "../widgets/element.js";
import { plainRow, plainTable } from "../widgets/plain_table.js";
import { verify } from "./dice.js";
import { die, rollIn } from "./log.js";

/** @import {Entry, Sight} from "../net/wire_types.js" */

const COMMITMENTS = "berlin.promises";

/**
 * @param {HTMLElement} panel
 * @param {Sight} sight
 * @param {Entry[]} log
 * @param {() => Promise<string>} record
 */
export function showDiceProof(panel, sight, log, record) {
  const counts = thrown(log);
  const look = JSON.stringify([sight.id, sight.key, counts]);
  if (panel.dataset.look === look) return;
  panel.dataset.look = look;
  const words = TEXTS.dice;
  const first = firstCommitment(sight.id, sight.commitment);
  panel.replaceChildren(
    element("h3", {}, words.heading),
    element("p", {}, words.promise, " ", button(words.how, openRecipe, { class: "link", id: "dice-how" })),
    element("code", { id: "commitment", "aria-label": words.commitment }, sight.commitment),
  );
  if (first !== sight.commitment) panel.append(element("p", { class: "warning" }, words.changed));
  if (sight.foretold) panel.append(element("p", { class: "warning" }, words.foretold));
  if (sight.study) panel.append(element("p", {}, words.study));
  else if (sight.key) panel.append(...unsealed(sight.key, async () => outcome(await record(), first)));
  else panel.append(element("p", {}, words.sealed));
  panel.append(...faces(counts));
}

/** @param {string} key @param {() => Promise<Node[]>} check */
function unsealed(key, check) {
  const words = TEXTS.dice;
  const verdict = element("div", { role: "status", class: "verdict" });
  const run = async () => {
    verdict.textContent = words.working;
    verdict.replaceChildren(...(await check()));
  };
  return [element("p", {}, words.key), element("code", {}, key), element("p", {}, button(words.verify, () => void run(), { class: "main", id: "verify" })), verdict];
}

/** How often each face was rolled, as far as this seat was told; what was taken back counts as well. @param {Entry[]} log */
function thrown(log) {
  /** @type {Record<number, number>} */
  const count = {};
  for (const event of log.flatMap((entry) => entry.events)) {
    const value = rollIn(event);
    if (value !== null) count[value] = (count[value] ?? 0) + 1;
  }
  return Object.entries(count).map(([face, times]) => ({ face: Number(face), times }));
}

/** @param {{face: number, times: number}[]} counts */
function faces(counts) {
  const words = TEXTS.dice;
  if (!counts.length) return [];
  const items = counts.map(({ face, times }) => element("li", {}, die(face), ` × ${times}`));
  return [element("h3", {}, words.soFar), element("ul", { class: "faces" }, ...items)];
}

/** What the promise is and how it is checked, for somebody who never heard of a hash. */
function openRecipe() {
  const words = TEXTS.dice;
  const steps = words.steps.map(([what, why]) => element("li", {}, element("b", {}, what), " ", why));
  openDialog(words.heading, [element("ol", { class: "steps" }, ...steps), element("p", {}, words.limits), element("p", { class: "quiet" }, words.recipe)]);
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
  const rows = proof.rolls.map(({ n, line, sides, told, made }) => plainRow([n, line, sides, told, `${made} ${told === made ? "✓" : "✗"}`], told === made ? null : "wrong"));
  return [...lines, plainTable(columns, rows, words.table)];
}

/** The commitment as this browser saw it first. @param {string} id @param {string} commitment */
function firstCommitment(id, commitment) {
  const all = recall(COMMITMENTS);
  if (!all[id] && commitment) remember(COMMITMENTS, { ...all, [id]: commitment });
  return String(all[id] ?? commitment);
}
