/** What the table says of answers and of pointing: asked for together, and once while a question stands. */

/** @import {Verdict} from "./wire_types.js" */
/** @typedef {{unit: string, place: string} | {actions: string[]}} About */

/** What is asked for within so many milliseconds of being drawn goes in one request. */
const GATHER = 20;
/** More than that the table doesn't weigh at once. */
const MOST = 60;

export class Verdicts {
  /** @param {(about: About) => Promise<Verdict[]>} why */
  constructor(why) {
    this.why = why;
    /** By the texts of the answers. @type {Map<string, Promise<Verdict | undefined>>} */
    this.known = new Map();
    /** Answers that were not asked about yet. @type {Map<string, (verdict: Verdict | undefined) => void>} */
    this.waiting = new Map();
    /** @type {Map<string, Promise<Verdict[]>>} */
    this.pointed = new Map();
    /** What is on its way: an answer to one may be an answer to the next. @type {Promise<unknown>} */
    this.busy = Promise.resolve();
    this.round = 0;
    this.gathering = false;
  }

  /** The question is another one. */
  forget() {
    this.round++;
    for (const tell of this.waiting.values()) tell(undefined);
    this.waiting.clear();
    this.known.clear();
    this.pointed.clear();
  }

  /** Whether this answer is legal, and why; nothing if the table doesn't say. @param {string} text @param {boolean} [now]  somebody waits for it @returns {Promise<Verdict | undefined>} */
  of(text, now = false) {
    let known = this.known.get(text);
    if (!known) {
      known = new Promise((tell) => this.waiting.set(text, tell));
      this.known.set(text, known);
    }
    if (now && this.waiting.has(text)) void this.send();
    else if (this.waiting.size) this.gather();
    return known;
  }

  /** What pointing at this unit and place would mean. @param {{unit: string, place: string}} at @returns {Promise<Verdict[]>} */
  at({ unit, place }) {
    const key = `${unit} ${place}`;
    const known = this.pointed.get(key);
    if (known) return known;
    const { round } = this;
    const asked = this.why({ unit, place }).catch(() => {
      if (round === this.round) this.pointed.delete(key);
      return /** @type {Verdict[]} */ ([]);
    });
    this.pointed.set(key, asked);
    this.busy = asked.then((verdicts) => {
      if (round === this.round) for (const verdict of verdicts) this.tell(verdict.text, verdict);
    });
    return asked;
  }

  /** Waits until all is drawn that wants to be priced. */
  gather() {
    if (this.gathering) return;
    this.gathering = true;
    requestAnimationFrame(() => setTimeout(() => void this.send(), GATHER));
  }

  async send() {
    this.gathering = false;
    const { round, busy } = this;
    await busy;
    const actions = [...this.waiting.keys()].slice(0, MOST);
    if (round !== this.round || !actions.length) return;
    const tellers = actions.map((text) => this.waiting.get(text));
    for (const text of actions) this.waiting.delete(text);
    if (this.waiting.size) this.gather();
    const asked = this.why({ actions }).catch(() => {
      if (round === this.round) for (const text of actions) this.known.delete(text);
      return /** @type {Verdict[]} */ ([]);
    });
    this.busy = asked;
    const verdicts = await asked;
    tellers.forEach((tell, n) => tell?.(verdicts[n]));
  }

  /** @param {string} text @param {Verdict} verdict */
  tell(text, verdict) {
    this.waiting.get(text)?.(verdict);
    this.waiting.delete(text);
    if (!this.known.has(text)) this.known.set(text, Promise.resolve(verdict));
  }
}
