/** Every legal answer as a list with type-ahead: the whole game can be played from here by keyboard or by ear. */

import { capital, element } from "./element.js";
import { TEXTS } from "./texts.js";

/** @import {Choice, Scene} from "./nouns.js" */

export class Choices {
  /**
   * @param {HTMLElement} panel
   * @param {{take: (choice: Choice) => void, look: (choice: Choice) => void, place: (key: string) => string}} hooks
   */
  constructor(panel, hooks) {
    this.hooks = hooks;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {Choice[]} */
    this.shown = [];
    /** @type {Map<string, string>} */
    this.names = new Map();
    this.active = -1;
    this.mine = false;
    const words = TEXTS.choices;
    this.filter = element("input", {
      id: "filter",
      type: "search",
      role: "combobox",
      placeholder: words.placeholder,
      autocomplete: "off",
      spellcheck: "false",
      "aria-controls": "answers",
      "aria-expanded": "true",
      "aria-autocomplete": "list",
      "aria-label": words.filter,
    });
    this.count = element("p", { class: "quiet", role: "status" });
    this.list = element("div", { id: "answers", role: "listbox", "aria-label": words.list, tabindex: -1 });
    panel.replaceChildren(element("div", { class: "find" }, this.filter, this.count), this.list);
    this.filter.addEventListener("input", () => this.render());
    this.filter.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("click", (event) => this.take(this.at(event)));
    this.list.addEventListener("pointerover", (event) => {
      const n = this.at(event);
      if (n >= 0) this.activate(n, false);
    });
  }

  /** @param {Event} event */
  at(event) {
    const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
    return option ? Number(option.id.slice("answer-".length)) : -1;
  }

  /** @param {Scene} scene @param {boolean} mine */
  show(scene, mine) {
    this.mine = mine;
    this.choices = mine ? scene.choices : [];
    this.names = new Map(scene.pieces.map((piece) => [piece.id, piece.name]));
    this.filter.value = "";
    this.filter.disabled = !this.choices.length;
    this.render();
  }

  /** What can be found of an answer by typing. @param {Choice} choice */
  words(choice) {
    return [choice.text, this.names.get(choice.unit) ?? "", choice.place && this.hooks.place(choice.place), choice.label].join(" ").toLowerCase();
  }

  render() {
    const sought = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = this.choices.filter((choice) => sought.every((word) => this.words(choice).includes(word)));
    const typed = this.filter.value.toLowerCase();
    const begins = /** @param {Choice} one */ (one) => Number(typed !== "" && one.text.toLowerCase().startsWith(typed));
    // What begins as it is typed comes first. Else answers that name nothing, since they close a step.
    this.shown.sort((a, b) => begins(b) - begins(a) || Number(Boolean(a.unit || a.place)) - Number(Boolean(b.unit || b.place)));
    this.shown = Object.values(Object.groupBy(this.shown, (one) => one.verb)).flatMap((group) => group ?? []);
    this.list.replaceChildren();
    let verb = "";
    let group = this.list;
    this.shown.forEach((choice, n) => {
      if (choice.verb !== verb) {
        verb = choice.verb;
        group = element("div", { role: "group", "aria-label": verb, "data-verb": capital(verb) });
        this.list.append(group);
      }
      group.append(this.option(choice, n));
    });
    const words = TEXTS.choices;
    const none = this.choices.length ? words.none : words.not;
    this.count.textContent = this.shown.length ? words.count(this.shown.length, this.choices.length) : none;
    this.active = -1;
    this.filter.removeAttribute("aria-activedescendant");
    if (sought.length && this.shown.length) this.activate(0);
  }

  /** @param {Choice} choice @param {number} n */
  option(choice, n) {
    const about = [this.names.get(choice.unit), choice.place && this.hooks.place(choice.place), choice.label].filter(Boolean).join(" · ");
    const option = element("div", { role: "option", id: `answer-${n}`, "aria-selected": "false", "data-answer": choice.text });
    option.append(element("span", {}, choice.text));
    if (about) option.append(element("small", {}, about));
    return option;
  }

  /** @param {number} n @param {boolean} [scroll] */
  activate(n, scroll = true) {
    if (n === this.active) return;
    document.getElementById(`answer-${this.active}`)?.setAttribute("aria-selected", "false");
    this.active = n;
    const option = document.getElementById(`answer-${n}`);
    option?.setAttribute("aria-selected", "true");
    if (scroll) option?.scrollIntoView({ block: "nearest" });
    this.filter.setAttribute("aria-activedescendant", `answer-${n}`);
    this.hooks.look(this.shown[n]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const last = this.shown.length - 1;
    if (last < 0) return;
    const page = 8;
    /** @type {Record<string, number>} */
    const goes = {
      ArrowDown: this.active >= last ? 0 : this.active + 1,
      ArrowUp: this.active <= 0 ? last : this.active - 1,
      PageDown: Math.min(last, this.active + page),
      PageUp: Math.max(0, this.active - page),
    };
    if (event.key in goes) {
      event.preventDefault();
      this.activate(goes[event.key]);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.take(this.active < 0 && this.shown.length === 1 ? 0 : this.active);
    } else if (event.key === "Escape" && this.filter.value) {
      event.preventDefault();
      this.filter.value = "";
      this.render();
    }
  }

  /** @param {number} n */
  take(n) {
    if (n >= 0 && n < this.shown.length) this.hooks.take(this.shown[n]);
  }
}
