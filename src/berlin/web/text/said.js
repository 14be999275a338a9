/** Answers as people say them. The texts of answers are codes, for records and scripts. */

import { capital } from "../widgets/element.js";

/** @import {Choice, Entry, Verdict} from "../net/wire_types.js" */

/** An answer in words. @param {{text: string, said: string}} answer */
export const saidOf = (answer) => answer.said || answer.text;

/** What was done, in words; "" of what is secret. @param {Entry} entry */
export const deedOf = (entry) => entry.said || entry.action;

/** The answer of this text in words. @param {Choice[]} choices @param {string} text */
export const saidAmong = (choices, text) => saidOf(choices.find((one) => one.text === text) ?? { text, said: "" });

/** What answers of one verb are called together: by what they do, if that is the same of all. @param {Choice[]} group */
export function headOf(group) {
  const [{ verb, label }] = group;
  return capital(label && group.length > 1 && group.every((one) => one.label === label) ? label : verb);
}

/** What tells answers that are said alike from each other: their sentences without the words that all begin and end with. @param {Choice[]} group */
export function apart(group) {
  const said = group.map((choice) => saidOf(choice).split(" "));
  if (said.length < 2) return said.map((words) => words.join(" "));
  const most = Math.min(...said.map((words) => words.length)) - 1;
  const shared = /** @param {(words: string[], n: number) => string | undefined} word @param {number} limit */ (word, limit) => {
    let n = 0;
    while (n < limit && said.every((words) => word(words, n) === word(said[0], n))) n++;
    return n;
  };
  const first = shared((words, n) => words[n], most);
  const last = shared((words, n) => words.at(-1 - n), most - first);
  return said.map((words) => capital(words.slice(first, words.length - last).join(" ")));
}

/** Several acts that have one thing to be said of, by what is done; one alone in full. @param {Verdict[]} acts */
export function actsTogether(acts) {
  if (acts.length === 1) return saidOf(acts[0]);
  return capital([...new Set(acts.map((one) => one.text.split(" ")[0]))].join(", "));
}
