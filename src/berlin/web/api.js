/** The server's calls. Every failure is a Complaint that can be shown as it is. */

import { TEXTS } from "./texts.js";

/** @import {Board, Clause, Created, Datum, GameInfo, Hint, Paper, Sight, TableInfo, Told, Verdict} from "./nouns.js" */

export class Complaint extends Error {
  /**
   * @param {string} text
   * @param {number} status  0: the server was not reached
   * @param {string} [rule]
   * @param {string[]} [faults]  all that is wrong with what was handed in
   */
  constructor(text, status, rule = "", faults = []) {
    super(text);
    this.status = status;
    this.rule = rule;
    this.faults = faults;
  }
}

/**
 * @param {string} path
 * @param {{token?: string, body?: unknown}} [options]
 * @returns {Promise<Response>}
 */
async function call(path, { token = "", body } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (token) headers["X-Seat"] = token;
  if (body !== undefined) Object.assign(headers, { "Content-Type": "application/json", "X-Berlin": "1" });
  let answer;
  try {
    const method = body === undefined ? "GET" : "POST";
    answer = await fetch(`/api${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Complaint(TEXTS.errors.network, 0);
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  const fallback = answer.status === 429 ? TEXTS.errors.busy : TEXTS.errors.odd(answer.status);
  throw new Complaint(String(told.error || fallback), answer.status, String(told.rule || ""), (told.faults ?? []).map(String));
}

/**
 * @param {string} path
 * @param {{token?: string, body?: unknown}} [options]
 * @returns {Promise<any>}
 */
async function json(path, options) {
  return (await call(path, options)).json();
}

/** @returns {Promise<GameInfo[]>} */
export const games = () => json("/games");

/** @param {string} code @returns {Promise<Board>} */
export const board = (code) => json(`/games/${encodeURIComponent(code)}/board`);

/** @param {string} code @param {string} id @returns {Promise<Clause>} */
export const clause = (code, id) => json(`/games/${encodeURIComponent(code)}/rules/${encodeURIComponent(id)}`);

/** All clauses, in the order of the book. @param {string} code @returns {Promise<Clause[]>} */
export const clauses = (code) => json(`/games/${encodeURIComponent(code)}/rules`);

/** @param {string} code @returns {Promise<Datum[]>} */
export const house = (code) => json(`/games/${encodeURIComponent(code)}/data?source=house`);

/** @returns {Promise<TableInfo[]>} */
export const tables = () => json("/tables");

/** @param {Record<string, unknown>} wish @returns {Promise<Created>} */
export const create = (wish) => json("/tables", { body: wish });

/** The pages that others can open, told to whoever sits at the server's own machine. @returns {Promise<string[]>} */
export const reach = async () => (await json("/reach")).pages;

/** One table, seen from one seat (or from none). */
export class Table {
  /** @param {string} id @param {string} token */
  constructor(id, token) {
    this.id = id;
    this.token = token;
    this.path = `/tables/${encodeURIComponent(id)}`;
  }

  /** @param {number} [since] @returns {Promise<Sight>} */
  sight(since = 0) {
    return json(since ? `${this.path}?since=${since}` : this.path, { token: this.token });
  }

  /**
   * Takes the seat of an invitation with this secret; or only asks which it is.
   * @param {string} invitation
   * @param {string} secret
   * @param {boolean} [check]
   * @returns {Promise<{seat: string}>}
   */
  claim(invitation, secret, check = false) {
    return json(`${this.path}/claim`, { body: { invitation, secret, check } });
  }

  /** This seat has this secret from now on. @param {string} secret @returns {Promise<{seat: string}>} */
  renew(secret) {
    return json(`${this.path}/renew`, { token: this.token, body: { secret } });
  }

  /** Another invitation to a seat, or none. @param {string} host @param {string} seat @param {boolean} withdraw @returns {Promise<{invitation: string}>} */
  invite(host, seat, withdraw) {
    return json(`${this.path}/invite`, { body: { host, seat, withdraw } });
  }

  /** @param {number} n @param {string} eyes @returns {Promise<Sight>} */
  moment(n, eyes) {
    const query = eyes ? `?eyes=${encodeURIComponent(eyes)}` : "";
    return json(`${this.path}/moments/${n}${query}`, { token: this.token });
  }

  /** @param {number} seq @param {string} action @returns {Promise<{seq: number}>} */
  act(seq, action) {
    return json(`${this.path}/actions`, { token: this.token, body: { seq, action } });
  }

  /** @param {number} seq @returns {Promise<{seq: number}>} */
  undo(seq) {
    return json(`${this.path}/undo`, { token: this.token, body: { seq } });
  }

  /**
   * @param {number} seq
   * @param {{unit: string, place: string} | {action: string}} about
   * @returns {Promise<Verdict[]>}
   */
  why(seq, about) {
    return json(`${this.path}/why`, { token: this.token, body: { seq, ...about } });
  }

  /** @param {number} seq @returns {Promise<Hint>} */
  hint(seq) {
    return json(`${this.path}/hint`, { token: this.token, body: { seq } });
  }

  /** Lets the staff answer: this question, or the rest of the step. @param {number} seq @param {boolean} step @returns {Promise<{seq: number}>} */
  staff(seq, step) {
    return json(`${this.path}/staff`, { token: this.token, body: { seq, step } });
  }

  /** Why the machines did what they did, when the game is over. @returns {Promise<Told[]>} */
  reasons() {
    return json(`${this.path}/reasons`, { token: this.token });
  }

  /** What can be had on paper. @returns {Promise<Paper[]>} */
  papers() {
    return json(`${this.path}/papers`);
  }

  /** @param {string} key */
  async paper(key) {
    return (await call(`${this.path}/papers/${encodeURIComponent(key)}`, { token: this.token })).text();
  }

  /** The open question as a form to be filled in. */
  async form() {
    return (await call(`${this.path}/form`, { token: this.token })).text();
  }

  /** Hands a form in, or only has it checked. @param {number} seq @param {string} text @param {boolean} check @returns {Promise<{seq: number, actions: string[]}>} */
  fill(seq, text, check) {
    return json(`${this.path}/form`, { token: this.token, body: { seq, text, check } });
  }

  /** @param {"record" | "situation"} what @param {string[]} tokens @returns {Promise<string>} */
  async text(what, tokens) {
    return (await call(`${this.path}/${what}`, { token: tokens.join(",") })).text();
  }
}
