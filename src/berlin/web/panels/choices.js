/** Every legal answer as a list with type-ahead: the whole game can be played from here by keyboard or by ear. */

import { preferences } from "../net/preferences.js";
import { headOf, noteOf, saidOf } from "../text/said.js";
import { hasAll, wordsOf } from "../text/search.js";
import { TEXTS } from "../text/texts.js";
import { capital, element } from "../widgets/element.js";
import { brief, inWords } from "./odds.js";

/** @import {Choice, Explanation, Piece, Scene} from "../net/wire_types.js" */

const PRICED = 24;
/** Answers of a verb that are asked for their price before it is taken to have none. */
const PROBES = 2;

export class Choices {
  /**
   * @param {HTMLElement} panel
   * @param {{
   *   take: (choice: Choice) => void,
   *   look: (choice: Choice) => void,
   *   place: (key: string) => string,
   *   chip: (piece: Piece) => SVGElement,
   *   explain: (choice: Choice) => Promise<Explanation | null>,
   *   typed: (words: string) => void,
   * }} hooks
   */
  constructor(panel, hooks) {
    this.panel = panel;
    this.hooks = hooks;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {Choice[]} */
    this.shown = [];
    /** @type {Map<string, Piece>} */
    this.pieces = new Map();
    /** What an answer buys. @type {Map<string, string>} */
    this.goods = new Map();
    /** @type {Map<string, Explanation>} */
    this.prices = new Map();
    /** The answers of each verb that were asked for their price and had none. @type {Map<string, Set<string>>} */
    this.vain = new Map();
    /** The verbs of which an answer had a price. @type {Set<string>} */
    this.priced = new Set();
    /** The answers that can be seen, by their numbers: only they are asked for their price. @type {Set<number>} */
    this.seen = new Set();
    this.watch = new IntersectionObserver((changes) => this.see(changes));
    this.round = 0;
    this.active = -1;
    /** The answer that a hint advises. */
    this.advised = "";
    this.over = false;
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
    const hints = words.hints.map(([key, does]) => element("span", {}, element("kbd", {}, key), does));
    panel.replaceChildren(element("div", { class: "find" }, this.filter, element("div", { class: "under" }, this.count, element("p", { class: "hints", "aria-hidden": "true" }, ...hints))), this.list);
    this.filter.addEventListener("input", () => {
      this.hooks.typed(this.filter.value);
      this.vain.clear();
      this.render();
    });
    this.filter.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("click", (event) => this.take(this.at(event)));
    // Not "pointerover": a list that moves under a mouse at rest is not pointed at.
    this.list.addEventListener("pointermove", (event) => {
      const n = this.at(event);
      if (n >= 0) this.activate(n, false);
    });
  }

  /** @param {Event} event */
  at(event) {
    const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
    return option ? numberOf(option) : -1;
  }

  /** @param {IntersectionObserverEntry[]} changes */
  see(changes) {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting) this.seen.add(numberOf(target));
      else this.seen.delete(numberOf(target));
    }
    void this.price();
  }

  /** @param {Scene} scene @param {boolean} mine */
  show(scene, mine) {
    this.over = Boolean(scene.result);
    this.choices = mine ? scene.choices : [];
    this.pieces = new Map(scene.pieces.map((piece) => [piece.id, piece]));
    this.goods = new Map(scene.shop?.offers.flatMap((offer) => offer.answers.map((text) => [text, offer.name])));
    this.prices.clear();
    this.vain.clear();
    this.priced.clear();
    this.advised = "";
    this.filter.value = "";
    this.filter.disabled = !this.choices.length;
    this.render();
  }

  /** Types these words again. @param {string} words */
  type(words) {
    this.filter.value = words;
    this.render();
  }

  /** Asks what the answers in sight cost, or what their odds are, and writes it beside them. */
  async price() {
    const round = ++this.round;
    const due = this.shown.filter((choice, n) => this.seen.has(n) && !this.prices.has(choice.text) && !this.isFree(choice));
    const priced = due.slice(0, PRICED).map((choice) => ({ choice, asked: this.hooks.explain(choice) }));
    for (const { choice, asked } of priced) {
      const explanation = await asked;
      if (round !== this.round) return;
      const said = explanation && (choice.unit || choice.place || explanation.outcomes.length) ? brief(explanation) : "";
      if (explanation && said) this.tag(choice, explanation);
      else this.vain.set(choice.verb, (this.vain.get(choice.verb) ?? new Set()).add(choice.text));
    }
  }

  /** Whether an answer has no price, or none of its verb seems to have one. @param {Choice} choice */
  isFree(choice) {
    const vain = this.vain.get(choice.verb);
    return Boolean(vain && (vain.has(choice.text) || (vain.size >= PROBES && !this.priced.has(choice.verb))));
  }

  /** @param {Choice} choice @param {Explanation} explanation */
  tag(choice, explanation) {
    this.prices.set(choice.text, explanation);
    this.priced.add(choice.verb);
    const n = this.shown.indexOf(choice);
    document.getElementById(`answer-${n}`)?.append(price(explanation));
  }

  /** What can be found of an answer by typing: its words, its code, and what it is about. @param {Choice} choice */
  words(choice) {
    const what = this.pieces.get(choice.unit)?.name ?? this.goods.get(choice.text);
    return [choice.said, choice.text, what, choice.place && this.hooks.place(choice.place), choice.label].filter(Boolean).join(" ").toLowerCase();
  }

  render() {
    const sought = wordsOf(this.filter.value);
    this.shown = this.choices.filter((choice) => hasAll(this.words(choice), sought));
    const typed = this.filter.value.toLowerCase();
    const begins = /** @param {Choice} one */ (one) => Number(typed !== "" && [one.text, one.said].some((text) => text.toLowerCase().startsWith(typed)));
    // What begins as it is typed comes first. Else answers that name nothing, since they close a step.
    this.shown.sort((a, b) => begins(b) - begins(a) || Number(Boolean(a.unit || a.place)) - Number(Boolean(b.unit || b.place)));
    this.shown = Object.values(Object.groupBy(this.shown, (one) => one.verb)).flatMap((group) => group ?? []);
    this.list.replaceChildren();
    this.watch.disconnect();
    this.seen.clear();
    this.round++;
    const words = TEXTS.choices;
    const groups = Object.groupBy(this.shown, (one) => one.verb);
    let verb = "";
    let head = "";
    let group = this.list;
    this.shown.forEach((choice, n) => {
      if (choice.verb !== verb) {
        verb = choice.verb;
        const all = groups[verb] ?? [];
        head = headOf(all);
        group = element("div", { role: "group", "aria-label": words.group(head, all.length), "data-verb": all.length > 1 ? `${head} (${all.length})` : null });
        this.list.append(group);
      }
      const option = this.option(choice, n, head);
      group.append(option);
      this.watch.observe(option);
    });
    const none = this.choices.length ? words.none : this.over ? TEXTS.table.over : words.not;
    this.count.textContent = this.shown.length ? words.count(this.shown.length, this.choices.length) : none;
    this.active = -1;
    this.filter.removeAttribute("aria-activedescendant");
    if (sought.length && this.shown.length) this.activate(0);
  }

  /** @param {Choice} choice @param {number} n @param {string} head  what stands above it already */
  option(choice, n, head) {
    const piece = this.pieces.get(choice.unit);
    const note = head === capital(choice.label) ? "" : noteOf(choice);
    const code = preferences.codes ? element("span", { class: "code" }, choice.text) : null;
    const option = element("div", { role: "option", id: `answer-${n}`, "aria-selected": "false", "data-answer": choice.text });
    const chip = piece ? this.hooks.chip(piece) : null;
    option.append(element("span", { class: "face-of" }, chip), element("span", { class: "said" }, saidOf(choice), note || code ? element("small", {}, note, note && code ? " " : "", code) : null));
    const known = this.prices.get(choice.text);
    if (known) option.append(price(known));
    if (choice.text === this.advised) option.append(element("b", { class: "advised" }, TEXTS.hint.mark));
    return option;
  }

  /** Marks the answer that is advised, and goes to it. @param {string} text */
  advise(text) {
    if (text === this.advised) return;
    this.advised = text;
    this.render();
    const n = this.shown.findIndex((choice) => choice.text === text);
    // On a phone the page itself would scroll, away from the hint.
    if (n >= 0 && getComputedStyle(this.panel).overflowY !== "visible") document.getElementById(`answer-${n}`)?.scrollIntoView({ block: "nearest" });
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
    if (this.shown[n]) this.hooks.look(this.shown[n]);
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

/** @param {Element} option */
const numberOf = (option) => Number(option.id.slice("answer-".length));

/** @param {Explanation} explanation */
function price(explanation) {
  return element("b", { class: "price", title: inWords(explanation) }, brief(explanation));
}
