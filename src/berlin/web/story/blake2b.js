/**
 * BLAKE2b (RFC 7693) with key and personalisation, on 64-bit BigInts: a few thousand hashes a second, which is
 * plenty for the dice of a game.
 */

const MASK = (1n << 64n) - 1n;
const BLOCK = 128;

const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];

const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/** @param {bigint} word @param {bigint} by */
const turned = (word, by) => ((word >> by) | (word << (64n - by))) & MASK;

/**
 * @param {bigint[]} v
 * @param {number} a @param {number} b @param {number} c @param {number} d
 * @param {bigint} x @param {bigint} y
 */
function mix(v, a, b, c, d, x, y) {
  v[a] = (v[a] + v[b] + x) & MASK;
  v[d] = turned(v[d] ^ v[a], 32n);
  v[c] = (v[c] + v[d]) & MASK;
  v[b] = turned(v[b] ^ v[c], 24n);
  v[a] = (v[a] + v[b] + y) & MASK;
  v[d] = turned(v[d] ^ v[a], 16n);
  v[c] = (v[c] + v[d]) & MASK;
  v[b] = turned(v[b] ^ v[c], 63n);
}

/**
 * @param {bigint[]} h
 * @param {DataView} block
 * @param {number} count  bytes hashed up to the end of this block
 * @param {boolean} last
 */
function compress(h, block, count, last) {
  const v = [...h, ...IV];
  v[12] ^= BigInt(count);
  if (last) v[14] ^= MASK;
  const m = Array.from({ length: 16 }, (_, i) => block.getBigUint64(8 * i, true));
  for (let round = 0; round < 12; round++) {
    const s = SIGMA[round % 10];
    mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
    mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
    mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
    mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
    mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
    mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
    mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
    mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
  }
  for (let i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
}

/**
 * @param {Uint8Array} message
 * @param {{size?: number, key?: Uint8Array, person?: string}} [options]  size in bytes, person in ASCII, at most 16
 * @returns {Uint8Array}
 */
export function blake2b(message, { size = 64, key = new Uint8Array(0), person = "" } = {}) {
  const parameters = new DataView(new ArrayBuffer(64));
  parameters.setUint8(0, size);
  parameters.setUint8(1, key.length);
  parameters.setUint8(2, 1);
  parameters.setUint8(3, 1);
  for (let i = 0; i < person.length; i++) parameters.setUint8(48 + i, person.charCodeAt(i));
  const h = IV.map((word, i) => word ^ parameters.getBigUint64(8 * i, true));

  const head = key.length ? BLOCK : 0;
  const length = head + message.length;
  const input = new Uint8Array(Math.max(BLOCK, Math.ceil(length / BLOCK) * BLOCK));
  input.set(key);
  input.set(message, head);
  for (let at = 0; at < input.length; at += BLOCK) {
    const last = at + BLOCK >= input.length;
    compress(h, new DataView(input.buffer, at, BLOCK), last ? length : at + BLOCK, last);
  }
  const out = new DataView(new ArrayBuffer(64));
  h.forEach((word, i) => out.setBigUint64(8 * i, word, true));
  return new Uint8Array(out.buffer, 0, size);
}
