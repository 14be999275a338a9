/** The open question: whose it is, what is asked, by which rule, and the answers that name nothing as buttons. */

import { prefer, preferences } from "../net/preferences.js";
import { citation, withCitations } from "../text/citations.js";
import { apart, headOf, noteOf, saidOf } from "../text/said.js";
import { TEXTS } from "../text/texts.js";
import { button, element } from "../widgets/element.js";
import { oddsPanel } from "./odds.js";

/** @import {Choice, Scene, Verdict} from "../net/wire_types.js" */

const BUTTONS = 8;
/** As many more where several answers of one verb stand together. */
const GROUPED = 24;
const WEIGHED = 4;

export class Question {
  /**
   * @param {HTMLElement} box
   * @param {{
   *   seat: (seat: number) => string,
   *   machine: (seat: number) => boolean,
   *   take: (choice: Choice, seen: boolean) => void,
   *   ask: (action: string) => Promise<Verdict | undefined>,
   *   after: {label: string, act: () => void}[],
   *   live: () => void,
   *   why: (past: number) => Node | null,
   *   always: () => void,
   *   elsewhere: (text: string) => boolean,
   *   staffProxy: (scene: Scene) => Node | null,
   * }} hooks  elsewhere: whether an answer has its place on a page; after: what can be done when the game is over; live: back from the past; why: the reasons for what was done there;
   *   always: an only answer is taken by itself from now on; staffProxy: lets the staff answer, where that is allowed
   */
  constructor(box, hooks) {
    this.box = box;
    this.hooks = hooks;
    /** The answer whose odds stand in the open. */
    this.weighed = "";
    this.round = 0;
  }

  /** @param {Scene} scene @param {{mine: boolean, past: number | null, telling: boolean}} how  past: the moment that is looked back at; telling: while a story runs */
  show(scene, { mine, past, telling }) {
    const { box } = this;
    const focused = box.contains(document.activeElement);
    this.round++;
    this.weighed = "";
    box.className = past !== null ? "past" : mine ? "mine" : "";
    const why = past === null || telling ? null : this.hooks.why(past);
    box.replaceChildren(...(telling ? this.told() : this.parts(scene, mine, past)), ...(why ? [why] : []));
    if (mine) {
      // Cards have their answers on them.
      const bare = scene.choices.filter((choice) => !choice.unit && !choice.place && !(choice.card && scene.piles.length) && !this.hooks.elsewhere(choice.text));
      if (bare.length) box.append(...this.buttons(bare));
      if (scene.choices.length === 1 && !preferences.auto) box.append(this.always());
      const proxy = this.hooks.staffProxy(scene);
      if (proxy) box.append(proxy);
      void this.weigh(bare);
    }
    // What was pressed is gone: the next question is read from its heading.
    if (focused) this.focus();
  }

  /** While a story runs nothing is asked; it can be left from here too. */
  told() {
    const words = TEXTS.story;
    return [element("h2", { tabindex: -1 }, words.heading), element("p", {}, words.about), element("div", { class: "buttons" }, button(words.skip, this.hooks.live))];
  }

  focus() {
    this.box.querySelector("h2")?.focus({ preventScroll: true });
  }

  /** @param {Scene} scene @param {boolean} mine @param {number | null} past */
  parts({ prompt, result }, mine, past) {
    const words = TEXTS.table;
    const heading = /** @param {string} text */ (text) => element("h2", { tabindex: -1 }, text);
    const back = past === null ? [] : [element("p", { class: "then" }, TEXTS.replay.then(past), " ", button(TEXTS.replay.live, this.hooks.live, { class: "link" }))];
    if (result) {
      const after = this.hooks.after.map(({ label, act }) => button(label, act));
      return [...back, heading(words.over), element("p", { class: "result" }, ...withCitations(result)), element("div", { class: "buttons" }, ...after)];
    }
    if (!prompt) return [...back, heading(words.none)];
    const who = this.hooks.seat(prompt.seat);
    const machine = past === null && this.hooks.machine(prompt.seat);
    const title = mine ? words.yourMove(who) : machine ? words.thinking(who) : words.waiting(who);
    return [...back, heading(title), element("p", {}, prompt.text, " ", citation(prompt.rule))];
  }

  /** Where there are many, those of one verb stand together under what it means. @param {Choice[]} bare */
  buttons(bare) {
    const verbs = Object.values(Object.groupBy(bare, (choice) => choice.verb)).map((group) => group ?? []);
    const several = bare.length > 2 ? verbs.filter((group) => group.length > 1) : [];
    const single = bare.filter((choice) => !several.some((group) => group.includes(choice)));
    const groups = several.map((group) => {
      const names = apart(group, headOf(group));
      return element(
        "div",
        { class: "verb", role: "group", "aria-label": headOf(group) },
        element("small", {}, headOf(group)),
        element("div", { class: "buttons" }, ...group.slice(0, GROUPED).map((choice, n) => button(names[n], () => this.hooks.take(choice, this.weighed === choice.text), { "data-bare": choice.text, title: saidOf(choice) }))),
      );
    });
    return [...groups, single.length ? element("div", { class: "buttons" }, ...single.slice(0, BUTTONS).map((choice) => this.answer(choice))) : ""];
  }

  /** @param {Choice} choice */
  answer(choice) {
    const made = button(saidOf(choice), () => this.hooks.take(choice, this.weighed === choice.text), { class: "bare", "data-bare": choice.text });
    const note = noteOf(choice);
    if (note) made.append(element("small", {}, note));
    return made;
  }

  /** Whoever is asked where there is nothing to choose may have enough of it. */
  always() {
    return button(TEXTS.table.always, () => {
      prefer({ auto: true });
      this.hooks.always();
    }, { class: "link always" });
  }

  /** The odds of a roll that can be made at once stand in the open, before it. @param {Choice[]} bare */
  async weigh(bare) {
    const { round } = this;
    const weighed = bare.slice(0, WEIGHED).map((choice) => ({ choice, asked: this.hooks.ask(choice.text) }));
    for (const { choice, asked } of weighed) {
      const verdict = await asked;
      if (round !== this.round) return;
      if (!verdict?.explanation?.outcomes.length) continue;
      this.weighed = choice.text;
      this.box.append(oddsPanel(verdict.explanation));
      return;
    }
  }
}
