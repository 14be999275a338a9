/** Playing on the board: choose a unit, see its targets, click one; point anywhere else and learn why not. */

import { preferences } from "../net/preferences.js";
import { Verdicts } from "../net/verdicts.js";
import { brief, gist, oddsPanel, sums, telling } from "../panels/odds.js";
import { announce } from "../text/announce.js";
import { citation, withCitations } from "../text/citations.js";
import { actsTogether, noteOf, saidOf, together, ways } from "../text/said.js";
import { TEXTS } from "../text/texts.js";
import { openConfirmation } from "../widgets/dialog.js";
import { capital, element } from "../widgets/element.js";
import { closeMenu, openMenu } from "../widgets/menu.js";
import { markerLabel } from "./board.js";
import { noteOn, describePiece } from "./counters.js";

/** @import {Board, Pointed} from "./board.js" */
/** @import {Choice, Explanation, Scene, Verdict} from "../net/wire_types.js" */
/** @import {About} from "../net/verdicts.js" */

const PAUSE = 160;
const PRICED = 14;
const LINES = 3;

export class Play {
  /**
   * @param {Board} board
   * @param {{
   *   why: (about: About) => Promise<Verdict[]>,
   *   act: (text: string) => Promise<void>,
   *   status: (...parts: (string | Node)[]) => void,
   *   changed: () => void,
   *   layers: (place: string) => string[],
   * }} hooks  layers: the names of those that a place lies in
   */
  constructor(board, hooks) {
    this.board = board;
    this.hooks = hooks;
    /** @type {Scene | null} */
    this.scene = null;
    this.mine = false;
    this.unit = "";
    /** The place that was clicked with an answer which only opens the question about it. */
    this.aim = "";
    this.at = { x: 0, y: 0 };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.verdicts = new Verdicts(hooks.why);
    /** The answer that waits to be confirmed. @type {HTMLDialogElement | undefined} */
    this.sheet = undefined;
    this.round = 0;
    board.clicked = (at) => this.click(at);
    board.hovered = (at) => this.hover(at);
    this.finger = false;
    /** The stack that was fanned out when the pointer went down. */
    this.fanned = "";
    board.frame.addEventListener("pointerdown", (event) => this.press(event), true);
  }

  /** @param {Scene} scene @param {boolean} mine  whether this seat decides now */
  show(scene, mine) {
    closeMenu();
    // What was weighed may no longer be true.
    this.sheet?.close();
    clearTimeout(this.waiting);
    this.scene = scene;
    this.mine = mine;
    this.verdicts.forget();
    this.round++;
    if (!this.of(this.unit).length) this.unit = "";
    this.light();
    if (mine) this.follow();
  }

  /** Goes on with the place that was clicked. */
  follow() {
    const place = this.aim;
    this.aim = "";
    const here = place ? this.atPlace(place) : [];
    if (here.length) this.mean(TEXTS.play.target(this.board.name(place)), here);
    else if (place) void this.whyNot({ unit: "", place }, "");
  }

  get choices() {
    return this.mine && this.scene ? this.scene.choices : [];
  }

  /** The answers that this unit can give. @param {string} unit */
  of(unit) {
    return unit ? this.choices.filter((choice) => choice.unit === unit) : [];
  }

  /** Units that have an answer to give. */
  get able() {
    return new Set(this.choices.flatMap((choice) => choice.unit || []));
  }

  /** @param {string} unit */
  piece(unit) {
    return this.scene?.pieces.find((one) => one.id === unit);
  }

  /** @param {string} unit */
  onBoard(unit) {
    const piece = this.piece(unit);
    return Boolean(piece && this.board.spots.has(piece.place));
  }

  /** What a click on this place means while nothing is chosen. @param {string} place */
  atPlace(place) {
    const here = this.choices.filter((one) => one.place === place && !one.around.length && !(one.unit && this.onBoard(one.unit)));
    return [...here, ...this.choices.filter((one) => one.around.includes(place))];
  }

  /** Places that light up now. @returns {Map<string, Choice[]>} */
  targets() {
    const chosen = this.unit ? this.of(this.unit) : this.choices.filter((one) => !one.unit || !this.onBoard(one.unit));
    /** @type {Map<string, Choice[]>} */
    const targets = new Map();
    for (const choice of chosen) {
      for (const place of choice.around.length ? choice.around : choice.place ? [choice.place] : []) targets.set(place, [...(targets.get(place) ?? []), choice]);
    }
    return targets;
  }

  light() {
    const targets = this.targets();
    const said = new Map([...targets].map(([place, choices]) => [place, choices.map(saidOf).join(", ")]));
    const from = this.piece(this.unit)?.place ?? "";
    const faint = new Set([...targets].flatMap(([place, choices]) => (choices.every((one) => one.around.length) ? place : [])));
    this.board.light(said, from, faint);
    this.hooks.changed();
    if (this.unit) void this.price(targets);
  }

  /** Asks what each target costs, or what the odds there are, and writes it beside it. @param {Map<string, Choice[]>} targets */
  async price(targets) {
    const { round, unit } = this;
    const priced = [...targets].slice(0, PRICED).map(([place, [choice]]) => ({ place, asked: this.verdicts.of(choice.text) }));
    for (const { place, asked } of priced) {
      const verdict = await asked;
      if (round !== this.round || unit !== this.unit) return;
      this.board.price(place, brief(verdict?.explanation ?? null));
    }
  }

  /** @param {string} unit */
  choose(unit) {
    this.unit = unit;
    this.round++;
    this.light();
    const piece = this.piece(unit);
    if (piece) announce(TEXTS.play.selected(describePiece(piece), this.targets().size));
  }

  /** @param {PointerEvent} event */
  press(event) {
    // Who clicks points no more.
    clearTimeout(this.waiting);
    this.at = { x: event.clientX, y: event.clientY };
    this.finger = event.pointerType !== "mouse";
    this.fanned = this.board.stacks.open;
  }

  /** @param {Pointed} pointed */
  click({ unit, place }) {
    closeMenu();
    this.aim = "";
    const { stacks } = this.board;
    stacks.fan(unit ? place : "");
    // A finger can't hover: its first tap on a stack fans it out, the next one chooses.
    const stacked = unit && (stacks.piles.get(place)?.length ?? 0) > 1;
    const target = this.unit ? this.targets().get(place) : undefined;
    if (this.finger && stacked && this.fanned !== place && !target) return void this.whyNot({ unit: "", place }, "");
    return this.take({ unit, place }, target);
  }

  /** @param {Pointed} pointed @param {Choice[] | undefined} lit  what the click means if the place is a target */
  take({ unit, place }, lit) {
    const own = this.of(unit);
    const target = unit !== this.unit && !own.length ? lit : undefined;
    if (target) return this.mean(TEXTS.play.target(this.board.name(place)), target, false, place);
    if (own.length) {
      const goes = own.some((one) => one.place);
      this.choose(goes && unit === this.unit ? "" : unit);
      // Who can go somewhere has his other answers in the tray.
      if (!goes) this.mean(TEXTS.play.can(this.piece(unit)?.name ?? unit), own, !own[0].opens);
      return undefined;
    }
    const here = this.atPlace(place);
    if (here.length) return this.mean(TEXTS.play.target(this.board.name(place)), here, false, place);
    const was = this.unit;
    if (was) this.choose("");
    return void this.whyNot({ unit, place }, was);
  }

  /**
   * One meaning is done, several are offered.
   * @param {string} title @param {Choice[]} choices @param {boolean} [offer]  offered even if it is one
   * @param {string} [place]  the place that is meant
   */
  mean(title, choices, offer = false, place = "") {
    const take = /** @param {Choice} choice */ (choice) => {
      if (choice.around.length) this.aim = place;
      void this.propose(choice);
    };
    if (choices.length === 1 && !offer) return take(choices[0]);
    // What one counter can do in several ways is said once.
    const short = choices.every((choice) => choice.verb === choices[0].verb && choice.unit === choices[0].unit && !choice.place) ? ways(choices) : new Map();
    const items = choices.map((choice) => ({
      label: choice.around.length ? TEXTS.play.further : capital(short.get(choice) ?? saidOf(choice)),
      code: choice.text,
      note: noteOf(choice),
      act: () => take(choice),
      look: () => void this.look(choice),
    }));
    return openMenu(short.size ? together(choices) : title, items, this.at);
  }

  /** Says what an answer would do. @param {Choice} choice */
  async look(choice) {
    const verdict = await this.verdicts.of(choice.text);
    if (verdict?.explanation && telling(verdict.explanation)) this.hooks.status(...line(verdict));
    else this.hooks.status(TEXTS.play.act(saidOf(choice)), noteOf(choice) ? ` (${noteOf(choice)})` : "");
  }

  /** @param {Pointed | null} at */
  hover(at) {
    clearTimeout(this.waiting);
    if (!at) return;
    this.waiting = setTimeout(() => void this.whyNot(at, this.unit), PAUSE);
  }

  /** Tells what stands here and what pointing here would mean. @param {Pointed} at @param {string} chosen */
  async whyNot({ unit, place }, chosen) {
    if (!this.scene) return;
    const piece = this.piece(unit);
    const markers = this.scene.markers.filter((one) => one.place === place).map(markerLabel);
    const note = piece ? noteOn(piece) : this.board.spots.get(place)?.note;
    const here = piece ? describePiece(piece) : capital([this.board.name(place), ...markers].join(", "));
    const within = this.hooks.layers(place).join(" · ");
    const head = [element("strong", {}, here), note ? element("span", { class: "quiet" }, ` † ${note}`) : "", within ? element("span", { class: "quiet" }, ` ${within}`) : ""];
    this.hooks.status(...head);
    if (!this.mine || (unit && unit === chosen)) return;
    const round = this.round;
    const about = chosen ? { unit: chosen, place } : { unit, place: unit ? "" : place };
    const verdicts = await this.verdicts.at(about);
    if (round !== this.round) return;
    const shown = mergeRefusals(verdicts).slice(0, LINES).map((one) => element("span", { class: one.legal ? "may" : "may-not" }, ...line(one)));
    this.hooks.status(...head, ...shown);
  }

  /** Carries an answer out: with its odds and its price shown first, where it has them. @param {Choice} choice @param {boolean} [seen] */
  async propose(choice, seen = false) {
    const { scene } = this;
    const verdict = await this.verdicts.of(choice.text, true);
    if (scene !== this.scene) return undefined;
    // Nothing is done unweighed: a warning may be due.
    if (!verdict) return this.hooks.status(TEXTS.play.unweighed);
    if (!verdict.legal) return this.hooks.status(...line(verdict));
    const risky = Boolean(verdict.explanation?.outcomes.length) && preferences.confirm && !seen;
    if (!risky && !verdict.warnings.length) return this.hooks.act(choice.text);
    return this.confirm(choice, verdict.explanation, verdict.warnings);
  }

  /** @param {Choice} choice @param {Explanation | null} explanation @param {string[]} warnings */
  confirm(choice, explanation, warnings) {
    const words = TEXTS.play;
    /** @type {Node[]} */
    const parts = [];
    if (warnings.length) {
      const list = element("ul", {}, ...warnings.map((warning) => element("li", {}, ...withCitations(warning))));
      parts.push(element("div", { class: "warning", role: "alert" }, element("strong", {}, `⚠ ${words.warn}`), list));
    }
    if (explanation && telling(explanation)) parts.push(oddsPanel(explanation));
    this.sheet = openConfirmation(saidOf(choice), parts, { commit: words.commit, act: () => void this.hooks.act(choice.text), cancel: words.cancel });
  }
}

/** What is refused for one and the same reason is told once. @param {Verdict[]} verdicts @returns {Verdict[]} */
function mergeRefusals(verdicts) {
  const alike = Object.values(Object.groupBy(verdicts, (one) => (one.legal ? one.text : `${one.rule} ${one.reason}`)));
  return alike.map((group) => ({ .../** @type {Verdict[]} */ (group)[0], said: actsTogether(/** @type {Verdict[]} */ (group)) }));
}

/** A verdict as a line with its clause. @param {Verdict} verdict @returns {(string | Node)[]} */
function line(verdict) {
  if (verdict.legal) {
    const { explanation } = verdict;
    if (!explanation || !telling(explanation)) return [`✓ ${saidOf(verdict)}`];
    const more = sums(explanation);
    // Where there is little room, the reckoning waits until it is asked for.
    return [`✓ ${gist(explanation)}`, more ? element("span", { class: "sums" }, `; ${more}`) : ""];
  }
  return [`✗ ${saidOf(verdict)}: ${verdict.reason} `, verdict.rule ? citation(verdict.rule) : ""];
}
