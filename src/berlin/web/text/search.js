/** Finding by typing: every word that is typed must be there, in any order. */

/** @param {string} typed */
export const wordsOf = (typed) => typed.toLowerCase().split(/\s+/).filter(Boolean);

/** @param {string} text  in small letters @param {string[]} words */
export const hasAll = (text, words) => words.every((word) => text.includes(word));
