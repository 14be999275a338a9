// Run by test_client.py, which puts vectors made by the kernel into the file that VECTORS names.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { blake2b } from "../../src/berlin/web/story/blake2b.js";
import { commitment, fromHex, listRolls, roll, toHex, verify } from "../../src/berlin/web/story/dice.js";

const vectors = JSON.parse(readFileSync(process.env.VECTORS, "utf8"));

test("every hash is the one that Python makes", () => {
  for (const { message, key, person, size, digest } of vectors.hashes) {
    assert.equal(toHex(blake2b(fromHex(message), { size, key: fromHex(key), person })), digest);
  }
});

test("every roll is the one that the kernel makes", () => {
  for (const { key, n, sides, value } of vectors.rolls) assert.equal(roll(fromHex(key), n, sides), value);
});

test("a commitment is the one that the kernel publishes", () => {
  for (const { key, hash } of vectors.commitments) assert.equal(commitment(fromHex(key)), hash);
});

test("the rolls of a record are numbered as the kernel numbers them", () => {
  for (const { record, rolls } of vectors.records) {
    assert.deepEqual(listRolls(record).map(({ n, told: value, sides }) => [n, value, sides]), rolls);
  }
});

test("a record whose dice follow from its key is verified", () => {
  for (const { record, hash, rolls } of vectors.records) {
    const proof = verify(record, hash);
    assert.equal(proof.state, "verified");
    assert.equal(proof.rolls.length, rolls.length);
  }
});

test("a changed die is named by its number", () => {
  const [{ record, hash }] = vectors.records;
  const changed = record.replace(/^start \| (\d)/m, (_, die) => `start | ${(Number(die) % 6) + 1}`);
  const proof = verify(changed, hash);
  assert.equal(proof.state, "false");
  assert.deepEqual(proof.wrong.map(({ n }) => n), [0]);
});

test("a key that was not promised at the start is told", () => {
  const [{ record }] = vectors.records;
  const proof = verify(record, "00".repeat(32));
  assert.equal(proof.state, "false");
  assert.equal(proof.commitment, false);
});

test("a record without a key is sealed, and one with dice laid down is a study", () => {
  const [{ record, hash }] = vectors.records;
  assert.equal(verify(record.replace(/^key .*\n/m, ""), hash).state, "sealed");
  assert.equal(verify(record.replace(/^start/m, "study\nstart"), hash).state, "study");
});
