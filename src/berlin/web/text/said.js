/** Answers as people say them. The texts of answers are codes, for records and scripts. */

import { capital } from "../widgets/element.js";

/** @import {Choice, Entry, Verdict} from "../net/wire_types.js" */

/** An answer in words. @param {{text: string, said: string}} answer */
export const saidOf = (answer) => answer.said || answer.text;

/** What was done, in words; "" of what is secret. @param {Entry} entry */
export const deedOf = (entry) => entry.said || entry.action;

/** The answer of this text in words. @param {Choice[]} choices @param {string} text */
export const saidAmong = (choices, text) => saidOf(choices.find((one) => one.text === text) ?? { text, said: "" });

/** What an answer does, where its words don't say so already. @param {Choice} choice */
export const noteOf = (choice) => (saidOf(choice).toLowerCase().includes(choice.label.toLowerCase()) ? "" : choice.label);

/** Words that say nothing where what they lead to is left out. */
const LEADING = new Set(["the", "a", "an", "of", "to", "at", "in", "on", "with", "for", "from"]);

/** How many words all sentences begin with, and how many more they end with; each keeps a word of its own. @param {string[][]} said */
function shared(said) {
  const most = Math.min(...said.map((words) => words.length)) - 1;
  const alike = /** @param {(words: string[], n: number) => string | undefined} word @param {number} limit */ (word, limit) => {
    let n = 0;
    while (n < limit && said.every((words) => word(words, n) === word(said[0], n))) n++;
    return n;
  };
  const first = alike((words, n) => words[n], most);
  return { first, last: alike((words, n) => words.at(-1 - n), most - first) };
}

/** What answers of one verb are called together: by what they do, if that is the same of all, or by the words that they share. @param {Choice[]} group */
export function headOf(group) {
  const [{ label }] = group;
  if (label && group.length > 1 && group.every((one) => one.label === label)) return capital(label);
  return together(group);
}

/** What sentences have in common: "Move", "Mark … for attack". @param {{text: string, said: string}[]} group */
export function together(group) {
  const said = group.map((one) => saidOf(one).split(" "));
  const { first, last } = said.length > 1 ? shared(said) : { first: 1, last: 0 };
  const head = said[0].slice(0, Math.max(first, 1));
  while (head.length > 1 && LEADING.has(head[head.length - 1])) head.pop();
  const tail = last ? said[0].slice(-last) : [];
  // What ends in a name says more of that than of what is done.
  return [...head, ...(tail.some((word) => word !== word.toLowerCase()) ? [] : tail.length ? ["…", ...tail] : [])].join(" ");
}

const ARTICLES = new Set(["the", "a", "an"]);

/**
 * What tells answers that are said alike from each other: their sentences without the words that all begin and end with.
 * @param {Choice[]} group @param {boolean} [whole]  names are not cut short: what they share is told nowhere else
 */
function ownWords(group, whole = false) {
  const said = group.map((choice) => saidOf(choice).split(" "));
  const { first, last } = said.length > 1 ? shared(said) : { first: 0, last: 0 };
  if (!whole) return said.map((words) => words.slice(first, words.length - last).join(" "));
  const name = said[0].findIndex((word, n) => n < first - 1 && ARTICLES.has(word));
  return said.map((words) => words.slice(name < 0 ? first : name).join(" "));
}

/** The same, each as a heading, under `head` if it has one. @param {Choice[]} group @param {string} [head] */
export const apart = (group, head = "") => ownWords(group, head !== "" && head !== together(group)).map(capital);

/** What an answer begins with: what is done. @param {Choice} choice */
export const firstWord = (choice) => saidOf(choice).split(" ")[0];

/** Each answer in short, where several do the same in different ways: by that way alone. @param {Choice[]} choices @returns {Map<Choice, string>} */
export function ways(choices) {
  const groups = Object.values(Object.groupBy(choices, (one) => one.verb)).map((group) => group ?? []);
  return new Map(groups.filter((group) => group.length > 1).flatMap((group) => ownWords(group).map((way, n) => /** @type {const} */ ([group[n], way]))));
}

/** Several acts that have one thing to be said of: of each kind by what they share, one alone in full. @param {Verdict[]} acts */
export function actsTogether(acts) {
  const kinds = Object.values(Object.groupBy(acts, (one) => one.text.split(" ")[0])).map((group) => group ?? []);
  return kinds.map((group) => (group.length > 1 ? together(group) : saidOf(group[0]))).join(" · ");
}
