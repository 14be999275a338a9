/** Orders: what a player does, sent to the table. What is refused is said with its rule. */

import { announce } from "../text/announce.js";
import { citation } from "../text/citations.js";
import { saidAmong } from "../text/said.js";
import { TEXTS } from "../text/texts.js";
import { download } from "../widgets/download.js";
import { Complaint } from "./api.js";

/** @import {News} from "./news.js" */
/** @import {Seats} from "./seats.js" */
/** @import {Known, Sight, Update} from "./wire_types.js" */

export class Orders {
  /** @param {Seats} seats @param {News} news @param {(...parts: (string | Node)[]) => void} say */
  constructor(seats, news, say) {
    this.seats = seats;
    this.news = news;
    this.say = say;
    /** An action is on its way: the next question is not known yet. */
    this.sent = false;
    /** For which it was asked whether its last action can be taken back. @type {Sight | null} */
    this.asked = null;
  }

  /** @param {string} text */
  act(text) {
    // Whoever sits down next at this screen may be asked the same, and must not read the answer.
    const { turn_of, scene, resign } = this.news.sight;
    const done = turn_of.length > 1 ? TEXTS.play.secret : TEXTS.play.done(saidAmong([...scene.choices, ...(resign ? [resign] : [])], text));
    return this.send((known) => this.seats.table.act(this.news.sight.seq, text, known), done, TEXTS.play.refused);
  }

  /** Lets the staff answer. @param {boolean} step  all that is left of the step */
  letStaffAnswer(step) {
    if (!this.sent) this.say(TEXTS.staff.thinking);
    return this.send((known) => this.seats.table.staff(this.news.sight.seq, step, known), step ? TEXTS.staff.goes : TEXTS.staff.done);
  }

  /** One at a time. @param {(known: Known) => Promise<Update>} order @param {string} done  what is said then @param {(text: string) => string} [wording]  of a refusal */
  async send(order, done, wording) {
    if (this.sent) return;
    this.sent = true;
    try {
      await this.news.order(order);
      this.say(done);
    } catch (problem) {
      this.sent = false;
      this.complain(problem, wording);
    }
    await this.news.settle();
    this.sent = false;
  }

  async undo() {
    try {
      await this.news.order((known) => this.seats.table.undo(this.news.sight.seq, known));
      this.say(TEXTS.table.undoDone);
      announce(TEXTS.table.undoDone);
    } catch (problem) {
      this.complain(problem);
    }
    await this.news.settle();
  }

  /** Finds out whether the last action can be taken back: not even the table knows before it is asked. */
  async checkUndo() {
    const { sight } = this.news;
    if (sight.undo || this.asked === sight) return;
    this.asked = sight;
    const told = await this.seats.table.whyNoUndo().catch(() => null);
    if (told?.seq === this.news.sight.seq) this.news.forbidUndo(told.undo);
  }

  /** @param {"record" | "situation"} what @param {string} name */
  async fetch(what, name) {
    try {
      download(name, await this.seats.table.text(what, this.seats.tokens));
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** @param {unknown} problem @param {(text: string) => string} [wording] */
  complain(problem, wording = (text) => text) {
    if (!(problem instanceof Complaint)) throw problem;
    const said = problem.status === 409 ? TEXTS.play.stale : wording(problem.message);
    this.say(said, " ", problem.rule ? citation(problem.rule) : "");
    announce(said);
  }
}
