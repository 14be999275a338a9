/** The server's calls. Every failure is a Complaint that can be shown as it is. */

import { warn } from "../text/announce.js";
import { TEXTS } from "../text/texts.js";

/** @import {About} from "./verdicts.js" */
/** @import {Board, Clause, Created, Datum, GameInfo, Hint, Known, Paper, Sight, StoryTold, TableInfo, Told, Update, Verdict} from "./wire_types.js" */

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

const TOO_MANY = 429;
/** Nobody waits longer for a page that says nothing else, and none asks in vain for ever. */
const LONGEST_WAIT = 60;
const MOST_TIMES = 5;
/** How many calls wait until they may ask again. */
let waiting = 0;

/** @param {number} seconds */
async function wait(seconds) {
  waiting += 1;
  warn(TEXTS.errors.wait(seconds));
  await new Promise((done) => setTimeout(done, seconds * 1000));
  waiting -= 1;
  if (!waiting) warn("");
}

/**
 * What was too much was not done: it is asked for again, as soon as the server allows it.
 * @param {string} path
 * @param {{token?: string, body?: unknown}} [options]
 * @returns {Promise<Response>}
 */
async function call(path, options) {
  for (let times = 1; ; times++) {
    const answer = await send(path, options);
    if (answer.ok) return answer;
    const seconds = answer.status === TOO_MANY ? Number(answer.headers.get("Retry-After")) : 0;
    if (!(seconds > 0 && seconds <= LONGEST_WAIT) || times === MOST_TIMES) throw await complaint(answer);
    await wait(seconds);
  }
}

/**
 * @param {string} path
 * @param {{token?: string, body?: unknown}} [options]
 * @returns {Promise<Response>}
 */
async function send(path, { token = "", body } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (token) headers["X-Seat"] = token;
  if (body !== undefined) Object.assign(headers, { "Content-Type": "application/json", "X-Berlin": "1" });
  try {
    const method = body === undefined ? "GET" : "POST";
    return await fetch(`/api${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Complaint(TEXTS.errors.network, 0);
  }
}

/** @param {Response} answer */
async function complaint(answer) {
  const told = await answer.json().catch(() => ({}));
  const fallback = answer.status === TOO_MANY ? TEXTS.errors.busy : TEXTS.errors.odd(answer.status);
  return new Complaint(String(told.error || fallback), answer.status, String(told.rule || ""), (told.faults ?? []).map(String));
}

/**
 * @param {string} path
 * @param {{token?: string, body?: unknown}} [options]
 * @returns {Promise<any>}
 */
async function json(path, options) {
  return JSON.parse(await text(path, options));
}

/**
 * @param {string} path
 * @param {{token?: string, body?: unknown}} [options]
 * @returns {Promise<string>}
 */
async function text(path, options) {
  const answer = await call(path, options);
  try {
    return await answer.text();
  } catch {
    // The server went away between the head of its answer and the end: what was asked for may be done or not.
    throw new Complaint(TEXTS.errors.network, 0);
  }
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
    this.token = token;
    this.path = `/tables/${encodeURIComponent(id)}`;
  }

  /** @returns {Promise<Sight>} */
  sight() {
    return json(this.path, { token: this.token });
  }

  /** What is new to who knows this much. @param {Known} known @returns {Promise<Update>} */
  update({ since, have }) {
    return json(`${this.path}?have=${have}${since >= 0 ? `&since=${since}` : ""}`, { token: this.token });
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

  /** What happened after this number, one thing at a time. @param {number} since @returns {Promise<StoryTold>} */
  story(since) {
    return json(`${this.path}/story?since=${Math.max(0, since)}`, { token: this.token });
  }

  /** @param {number} seq @param {string} action @param {Known} known @returns {Promise<Update>} */
  act(seq, action, { since, have }) {
    return json(`${this.path}/actions`, { token: this.token, body: { seq, action, since, have } });
  }

  /** @param {number} seq @param {Known} known @returns {Promise<Update>} */
  undo(seq, { since, have }) {
    return json(`${this.path}/undo`, { token: this.token, body: { seq, since, have } });
  }

  /** Why the last action can't be taken back; empty if it can. @returns {Promise<{seq: number, undo: string}>} */
  whyNoUndo() {
    return json(`${this.path}/undo`, { token: this.token });
  }

  /**
   * @param {number} seq
   * @param {About} about
   * @returns {Promise<Verdict[]>}
   */
  why(seq, about) {
    return json(`${this.path}/why`, { token: this.token, body: { seq, ...about } });
  }

  /** @param {number} seq @returns {Promise<Hint>} */
  hint(seq) {
    return json(`${this.path}/hint`, { token: this.token, body: { seq } });
  }

  /** Lets the staff answer: this question, or the rest of the step. @param {number} seq @param {boolean} step @param {Known} known @returns {Promise<Update>} */
  staff(seq, step, { since, have }) {
    return json(`${this.path}/staff`, { token: this.token, body: { seq, step, since, have } });
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
  paper(key) {
    return text(`${this.path}/papers/${encodeURIComponent(key)}`, { token: this.token });
  }

  /** The open question as a form to be filled in. */
  form() {
    return text(`${this.path}/form`, { token: this.token });
  }

  /** Hands a form in, or only has it checked. @param {number} seq @param {string} text @param {boolean} check @returns {Promise<{seq: number, actions: string[]}>} */
  fill(seq, text, check) {
    return json(`${this.path}/form`, { token: this.token, body: { seq, text, check } });
  }

  /** @param {"record" | "situation"} what @param {string[]} tokens @returns {Promise<string>} */
  text(what, tokens) {
    return text(`${this.path}/${what}`, { token: tokens.join(",") });
  }
}
