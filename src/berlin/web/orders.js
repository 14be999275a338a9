/** Orders: what a player does, sent to the table. What is refused is said with its rule. */

import { announce } from "./announce.js";
import { Complaint } from "./api.js";
import { download } from "./files.js";
import { citation } from "./rules.js";
import { TEXTS } from "./texts.js";

/** @import {News} from "./news.js" */
/** @import {Seats} from "./seats.js" */

export class Orders {
  /** @param {Seats} seats @param {News} news @param {(...parts: (string | Node)[]) => void} say */
  constructor(seats, news, say) {
    this.seats = seats;
    this.news = news;
    this.say = say;
    /** An action is on its way: the next question is not known yet. */
    this.sent = false;
  }

  /** @param {string} text */
  async act(text) {
    if (this.sent) return;
    this.sent = true;
    try {
      await this.seats.table.act(this.news.sight.seq, text);
      this.say(TEXTS.play.done(text));
    } catch (problem) {
      this.sent = false;
      this.complain(problem, TEXTS.play.refused);
    }
    await this.news.refresh();
    this.sent = false;
  }

  /** Lets the staff answer. @param {boolean} step  all that is left of the step */
  async depute(step) {
    if (this.sent) return;
    this.sent = true;
    this.say(TEXTS.staff.thinking);
    try {
      await this.seats.table.staff(this.news.sight.seq, step);
      this.say(step ? TEXTS.staff.goes : TEXTS.staff.done);
    } catch (problem) {
      this.sent = false;
      this.complain(problem);
    }
    await this.news.refresh();
    this.sent = false;
  }

  async undo() {
    try {
      await this.seats.table.undo(this.news.sight.seq);
      this.say(TEXTS.table.undoDone);
      announce(TEXTS.table.undoDone);
    } catch (problem) {
      this.complain(problem);
    }
    await this.news.refresh();
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
