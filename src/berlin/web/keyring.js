/** The keys of seats that this browser holds. A seat's link is its key: whoever has it sits there. */

import { keep, kept } from "./memory.js";

const SEATS = "berlin.seats";
const SAT = "berlin.sat";
const INVITE = "berlin.invite";

/** The address of a table, with the keys behind the # where no server sees them. @param {string} id @param {string[]} tokens */
export const link = (id, tokens) => `/t/${encodeURIComponent(id)}${tokens.length ? `#${tokens.join(",")}` : ""}`;

/** The same as it is handed on. @param {string} id @param {string[]} tokens */
export const fullLink = (id, tokens) => new URL(link(id, tokens), location.href).href;

/** All keys that this browser was given at a table, by seat. @param {string} id @returns {Record<string, string>} */
export const keysOf = (id) => ({ ...kept(SEATS)[id] });

/** @param {string} id @param {Record<string, string>} keys  by seat */
export function hold(id, keys) {
  const all = kept(SEATS);
  keep(SEATS, { ...all, [id]: { ...all[id], ...keys } });
}

/**
 * The keys with which this browser comes back to a table: those it sat down with last, else all it was given.
 * Whoever set up a table for two and took one seat is not shown the other's hand.
 * @param {string} id
 * @returns {string[]}
 */
export function held(id) {
  const sat = kept(SAT)[id];
  return Array.isArray(sat) ? sat : Object.values(keysOf(id));
}

/** @param {string} id @param {string[]} tokens */
export function sit(id, tokens) {
  keep(SAT, { ...kept(SAT), [id]: tokens });
}

/** The next look at this table begins with its invitations. @param {string} id */
export const inviteNext = (id) => keep(INVITE, { id }, "short");

/** Whether that was asked for, once. @param {string} id */
export function inviteNow(id) {
  const asked = kept(INVITE, "short").id === id;
  if (asked) keep(INVITE, {}, "short");
  return asked;
}
