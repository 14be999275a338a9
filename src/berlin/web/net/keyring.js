/** The keys of seats that this browser holds. A seat's link is its key: whoever has it sits there. */

import { remember, recall } from "./storage.js";

/** @import {Created} from "./wire_types.js" */

const SEATS = "berlin.seats";
const SAT = "berlin.sat";
const INVITE = "berlin.invite";
const HOSTED = "berlin.hosted";
const SECRET_BYTES = 24;
const INVITATION = "#invitation=";

/** The address of a table, with the keys behind the # where no server sees them. @param {string} id @param {string[]} tokens */
export const link = (id, tokens) => `/t/${encodeURIComponent(id)}${tokens.length ? `#${tokens.join(",")}` : ""}`;

/** The same as it is handed on. @param {string} id @param {string[]} tokens @param {string} [base]  where the server is reached */
export const fullLink = (id, tokens, base = location.href) => new URL(link(id, tokens), base).href;

/** The address at which an invitation is claimed. @param {string} id @param {string} invitation @param {string} [base] */
export const invitationLink = (id, invitation, base) => fullLink(id, [], base) + INVITATION + invitation;

/** The invitation behind the # of an address, if it is one. @param {string} hash */
export const invitationIn = (hash) => (hash.startsWith(INVITATION) ? hash.slice(INVITATION.length) : "");

/** The keys behind the # of an address. @param {string} hash */
export const keysIn = (hash) => (invitationIn(hash) ? [] : hash.slice(1).split(",").filter(Boolean));

/** A new key, drawn here. */
export function drawSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** All keys that this browser was given at a table, by seat. @param {string} id @returns {Record<string, string>} */
export const keysOf = (id) => ({ ...recall(SEATS)[id] });

/** @param {string} id @param {Record<string, string>} keys  by seat */
export function hold(id, keys) {
  const all = recall(SEATS);
  remember(SEATS, { ...all, [id]: { ...all[id], ...keys } });
}

/**
 * The keys with which this browser comes back to a table: those it sat down with last, else all it was given.
 * Whoever set up a table for two and took one seat is not shown the other's hand.
 * @param {string} id
 * @returns {string[]}
 */
export function keysToReturnWith(id) {
  const sat = recall(SAT)[id];
  return Array.isArray(sat) ? sat : Object.values(keysOf(id));
}

/** @param {string} id @param {string[]} tokens */
export function sit(id, tokens) {
  remember(SAT, { ...recall(SAT), [id]: tokens });
}

/**
 * The invitations that this browser can make at a table, with the host's own secret.
 * @param {string} id
 * @returns {{host: string, invitations: Record<string, string>}}
 */
export const invitationsOf = (id) => ({ host: "", invitations: {}, ...recall(HOSTED)[id] });

/** @param {string} id @param {string} host @param {Record<string, string>} invitations  by seat */
export function rememberInvitations(id, host, invitations) {
  if (host) remember(HOSTED, { ...recall(HOSTED), [id]: { host, invitations } });
}

/** What a table gave to whoever set it up. @param {Created} made */
export function holdTable(made) {
  hold(made.id, made.seats);
  rememberInvitations(made.id, made.host, made.invitations);
}

/** The next look at this table begins with its invitations. @param {string} id */
export const inviteNext = (id) => remember(INVITE, { id }, "short");

/** Whether that was asked for, once. @param {string} id */
export function inviteNow(id) {
  const asked = recall(INVITE, "short").id === id;
  if (asked) remember(INVITE, {}, "short");
  return asked;
}
