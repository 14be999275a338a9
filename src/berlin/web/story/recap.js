/** The card that stays after a story: what was done, who was lost, what is counted now. */

import { withCitations } from "../text/citations.js";
import { TEXTS } from "../text/texts.js";
import { button, capital, element } from "../widgets/element.js";
import { iconButton } from "../widgets/icons.js";
import { isMarch, linesOf, lossesOf, scoresOf } from "./beats.js";
import { die } from "./log.js";

/** @import {Told} from "./beats.js" */

const LINES = 5;
/** Kinds of events that count though nothing on the board changes by them. */
const TELLING = ["result", "end", "undo"];

export class Recap {
  /**
   * @param {HTMLElement} box
   * @param {{seat: (seat: number | null) => string, own: (seat: number | null) => boolean, again: () => void, full: () => void, left: () => void}} hooks  full: opens all there is to know of it; left: the focus goes elsewhere
   */
  constructor(box, hooks) {
    this.box = box;
    this.hooks = hooks;
  }

  /** @param {Told[]} told */
  show(told) {
    const words = TEXTS.story;
    const lines = doings(told);
    const left = lines.length - LINES;
    const marches = told.filter(isMarch).length;
    const { box } = this;
    box.hidden = false;
    box.replaceChildren(
      element("header", {}, element("h2", {}, this.title(told)), button(TEXTS.account.open, this.hooks.full, { id: "story-full", class: "link", "aria-haspopup": "dialog" }), button(words.again, this.hooks.again, { id: "story-again", class: "link" }), iconButton("close", () => this.leave(), { id: "recap-close", "aria-label": TEXTS.close, title: TEXTS.close })),
      left > 0 ? element("p", { class: "quiet" }, words.earlier(left)) : "",
      element("ul", { class: "doings" }, ...lines.slice(-LINES).map((beat) => element("li", {}, ...beat.dice.map(die), ...withCitations(linesOf(beat).at(-1) ?? ""))), marches ? element("li", {}, words.moves(marches)) : ""),
      ...this.sums(told),
    );
  }

  /** @param {Told[]} told */
  title(told) {
    const others = [...new Set(told.filter((beat) => beat.seat !== null && !this.hooks.own(beat.seat)).map((beat) => this.hooks.seat(beat.seat)))];
    return others.length === 1 ? TEXTS.story.did(others[0]) : TEXTS.story.recap;
  }

  /** Losses and scores, as a list of terms. @param {Told[]} told */
  sums(told) {
    const words = TEXTS.story;
    const losses = [...lossesOf(told)].map(([camp, changes]) => element("dd", {}, element("b", {}, `${capital(camp)}: `), changes.map((change) => `${change.name} ${change.kind === "lost" ? words.lost : words.reduced}`).join(", ")));
    const scores = scoresOf(told).map(({ name, was, now }) => words.turned(capital(name), was, now));
    return [element("dl", {}, element("dt", {}, words.losses), ...(losses.length ? losses : [element("dd", {}, words.none)]), ...(scores.length ? [element("dt", {}, words.scores), element("dd", {}, scores.join(" · "))] : []))];
  }

  /** The same in a sentence, for those who listen. @param {Told[]} told */
  aloud(told) {
    const words = TEXTS.story;
    const losses = [...lossesOf(told).values()].flat().map((change) => `${change.name} ${change.kind === "lost" ? words.lost : words.reduced}`);
    const scores = scoresOf(told).map(({ name, was, now }) => words.turnedAloud(name, was, now));
    return [losses.length ? `${words.losses}: ${losses.join(", ")}.` : "", scores.length ? `${capital(scores.join(", "))}.` : ""].filter(Boolean).join(" ");
  }

  leave() {
    this.close();
    this.hooks.left();
  }

  close() {
    this.box.hidden = true;
    this.box.replaceChildren();
  }
}

/** What is told by itself: all but mere movements, and of what is only prepared nothing. @param {Told[]} told */
function doings(told) {
  const telling = told.filter(({ dice, card, changes, tracks, kind }) => dice.length || card || changes.length || tracks.length || TELLING.includes(kind));
  return telling.filter((beat) => !isMarch(beat));
}
