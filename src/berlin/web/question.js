/** The open question: whose it is, what is asked, by which rule, and the answers that name nothing as buttons. */

import { button, capital, element } from "./element.js";
import { oddsPanel } from "./odds.js";
import { citation, cited } from "./rules.js";
import { like, likes } from "./settings.js";
import { TEXTS } from "./texts.js";

/** @import {Choice, Scene, Verdict} from "./nouns.js" */

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
   *   ask: (action: string) => Promise<Verdict[]>,
   *   after: {label: string, act: () => void}[],
   *   live: () => void,
   *   why: (past: number) => Node | null,
   *   always: () => void,
   *   elsewhere: (text: string) => boolean,
   *   deputy: (scene: Scene) => Node | null,
   * }} hooks  elsewhere: whether an answer has its place on a page; after: what can be done when the game is over; live: back from the past; why: the reasons for what was done there;
   *   always: an only answer is taken by itself from now on; deputy: lets the staff answer, where that is allowed
   */
  constructor(box, hooks) {
    this.box = box;
    this.hooks = hooks;
    /** The answer whose odds stand in the open. */
    this.weighed = "";
    this.round = 0;
  }

  /** @param {Scene} scene @param {{mine: boolean, past: number | null}} how  past: the moment that is looked back at */
  show(scene, { mine, past }) {
    const { box } = this;
    const focused = box.contains(document.activeElement);
    this.round++;
    this.weighed = "";
    box.className = past !== null ? "past" : mine ? "mine" : "";
    const why = past === null ? null : this.hooks.why(past);
    box.replaceChildren(...this.parts(scene, mine, past), ...(why ? [why] : []));
    if (mine) {
      // Cards have their answers on them.
      const bare = scene.choices.filter((choice) => !choice.unit && !choice.place && !(choice.card && scene.piles.length) && !this.hooks.elsewhere(choice.text));
      if (bare.length) box.append(...this.buttons(bare));
      if (scene.choices.length === 1 && !likes.auto) box.append(this.always());
      const deputy = this.hooks.deputy(scene);
      if (deputy) box.append(deputy);
      void this.weigh(bare);
    }
    // What was pressed is gone: the next question is read from its heading.
    if (focused) this.focus();
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
      return [...back, heading(words.over), element("p", { class: "result" }, ...cited(result)), element("div", { class: "buttons" }, ...after)];
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
    const groups = several.map((group) =>
      element(
        "div",
        { class: "verb", role: "group", "aria-label": group[0].label || group[0].verb },
        element("small", {}, group[0].label || capital(group[0].verb)),
        element("div", { class: "buttons" }, ...group.slice(0, GROUPED).map((choice) => button(choice.text, () => this.hooks.take(choice, this.weighed === choice.text), { "data-bare": choice.text }))),
      ),
    );
    return [...groups, single.length ? element("div", { class: "buttons" }, ...single.slice(0, BUTTONS).map((choice) => this.answer(choice))) : ""];
  }

  /** @param {Choice} choice */
  answer(choice) {
    const made = button(choice.text, () => this.hooks.take(choice, this.weighed === choice.text), { class: "bare", "data-bare": choice.text });
    if (choice.label) made.append(element("small", {}, choice.label));
    return made;
  }

  /** Whoever is asked where there is nothing to choose may have enough of it. */
  always() {
    return button(TEXTS.table.always, () => {
      like({ auto: true });
      this.hooks.always();
    }, { class: "link always" });
  }

  /** The odds of a roll that can be made at once stand in the open, before it. @param {Choice[]} bare */
  async weigh(bare) {
    const { round } = this;
    for (const choice of bare.slice(0, WEIGHED)) {
      const [verdict] = await this.hooks.ask(choice.text);
      if (round !== this.round) return;
      if (!verdict?.explanation?.outcomes.length) continue;
      this.weighed = choice.text;
      this.box.append(oddsPanel(verdict.explanation));
      return;
    }
  }
}
