/** The dice of a record, made again from its key: the recipe is in docs/dice.md. */

import { blake2b } from "./blake2b.js";

/** @typedef {{n: number, line: string, told: number, sides: number, made: number}} Roll */
/** @typedef {{state: "verified" | "false" | "sealed" | "study", commitment: boolean, rolls: Roll[], wrong: Roll[]}} Proof */

const SIX = 6;

/** @param {string} text */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What is published before the game: it binds the key without telling it. @param {Uint8Array} key */
export function commitment(key) {
  return toHex(blake2b(key, { size: 32, person: "berlin-commit" }));
}

/**
 * The n-th roll under a key, 1 to sides.
 * @param {Uint8Array} key
 * @param {number} n
 * @param {number} sides
 */
export function roll(key, n, sides) {
  const faces = BigInt(sides);
  const limit = 1n << 64n;
  const fair = limit - (limit % faces);
  for (let attempt = 0; ; attempt++) {
    const message = new DataView(new ArrayBuffer(14));
    message.setBigUint64(0, BigInt(n));
    message.setUint16(8, attempt);
    message.setUint32(10, sides);
    const digest = blake2b(new Uint8Array(message.buffer), { size: 8, key });
    const value = new DataView(digest.buffer, digest.byteOffset, 8).getBigUint64(0);
    if (value < fair) return Number(value % faces) + 1;
  }
}

/**
 * The rolls that a record tells, numbered through.
 * @param {string} record
 * @returns {{n: number, line: string, told: number, sides: number}[]}
 */
export function listRolls(record) {
  const rows = record.split("\n");
  let n = rollsBefore(rows, rows.indexOf("situation"));
  let begun = false;
  const rolls = [];
  for (const [at, row] of rows.entries()) {
    begun ||= /^start( |$)/.test(row);
    // Behind the start the rules may have changed: the position follows, from which it went on.
    if (begun && /^rules \d+$/.test(row)) n = rollsBefore(rows, at);
    const found = /^(start|\d+ \S+ [^|]+?)(?: \| ([\d /-]+?))?(?: \| [\d -]+)?$/.exec(row);
    for (const die of found?.[2]?.split(" ") ?? []) {
      if (die === "-") continue;
      const [value, sides] = die.split("/");
      rolls.push({ n: n++, line: found?.[1] ?? "", told: Number(value), sides: sides ? Number(sides) : SIX });
    }
  }
  return rolls;
}

/**
 * The situation below this row, if there is one, may say how many dice were rolled before it.
 * @param {string[]} rows
 * @param {number} from
 */
function rollsBefore(rows, from) {
  if (from < 0) return 0;
  for (const row of rows.slice(from + 1)) {
    if (/^ {2}\[/.test(row) || (row && !row.startsWith("  "))) return 0;
    const found = /^ {2}rolls *= *(\d+)/.exec(row);
    if (found) return Number(found[1]);
  }
  return 0;
}

/**
 * Every roll of a record made again, and its key held against the commitment that was shown at the start.
 * @param {string} record
 * @param {string} shown
 * @returns {Proof}
 */
export function verify(record, shown) {
  const head = /** @param {string} word */ (word) => new RegExp(`^${word}(?: (.*))?$`, "m").exec(record);
  const key = fromHex(head("key")?.[1] ?? "");
  const rolls = listRolls(record).map((die) => ({ ...die, made: key.length ? roll(key, die.n, die.sides) : 0 }));
  if (head("study")) return { state: "study", commitment: false, rolls, wrong: [] };
  if (!key.length) return { state: "sealed", commitment: false, rolls, wrong: [] };
  const wrong = rolls.filter((die) => die.made !== die.told);
  const bound = commitment(key) === shown && head("commitment")?.[1] === shown;
  return { state: bound && !wrong.length ? "verified" : "false", commitment: bound, rolls, wrong };
}
