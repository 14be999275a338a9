/** The foot of the table: the own hand with what each card can do now, the others' hands as backs, and the piles. */

import { prefer, preferences } from "../net/preferences.js";
import { citation } from "../text/citations.js";
import { saidOf } from "../text/said.js";
import { TEXTS } from "../text/texts.js";
import { openDialog } from "../widgets/dialog.js";
import { button, capital, element } from "../widgets/element.js";

/** @import {Card, Choice, Pile, Scene} from "../net/wire_types.js" */

/** As many backs as are told apart at a glance. */
const BACKS = 5;
/** What is left free before a card that is scrolled to. */
const GAP = 12;

export class Hand {
  /**
   * @param {HTMLElement} box
   * @param {{seat: (seat: number) => string, take: (choice: Choice) => void, look: (choice: Choice) => void}} hooks
   */
  constructor(box, hooks) {
    this.box = box;
    this.hooks = hooks;
    /** What is drawn, so that a card that is read is not drawn anew. */
    this.drawn = "";
  }

  /** @param {Scene} scene @param {boolean} mine @param {string} advised  the card of a hint */
  show(scene, mine, advised) {
    const { box } = this;
    box.hidden = !scene.piles.length;
    const choices = mine ? scene.choices.filter((choice) => choice.card) : [];
    const looks = JSON.stringify([scene.seat, scene.cards, scene.piles, choices, advised, preferences.hand]);
    if (box.hidden || looks === this.drawn) return;
    this.drawn = looks;
    const focused = box.contains(document.activeElement);
    const open = scene.cards.filter((card) => card.seat === scene.seat || card.text);
    const able = new Set(choices.map((choice) => choice.card));
    const own = open.map((card) => this.card(card, choices.filter((choice) => choice.card === card.key), card.key === advised));
    // What else a question is about, such as the top of the discards, lies beside the hand.
    const held = new Set(open.map((card) => card.key));
    const lent = scene.piles.flatMap((pile) => pile.cards).filter((card) => able.has(card.key) && !held.has(card.key));
    own.push(...lent.map((card) => this.card(card, choices.filter((choice) => choice.card === card.key), card.key === advised)));
    const words = TEXTS.hand;
    const head = element(
      "header",
      {},
      button(scene.seat === null ? words.watching : words.heading(open.filter((card) => card.seat === scene.seat).length), () => this.fold(), { class: "fold", "aria-expanded": String(preferences.hand), "aria-controls": "hand-cards" }),
      able.size ? element("span", { class: "now" }, words.able(able.size)) : null,
      element("div", { class: "piles" }, ...this.others(scene), ...scene.piles.map((pile) => this.pile(pile))),
    );
    const list = element("ul", { id: "hand-cards", class: "held", hidden: !preferences.hand, "aria-label": words.cards, tabindex: own.length ? 0 : null }, ...own);
    const scrolled = box.querySelector(".held")?.scrollLeft ?? 0;
    box.replaceChildren(head, list);
    const lit = /** @type {HTMLElement | null} */ (list.querySelector(".able"));
    list.scrollLeft = lit && list.scrollWidth > list.clientWidth ? lit.offsetLeft - list.offsetLeft - GAP : scrolled;
    if (focused) box.querySelector("button")?.focus({ preventScroll: true });
  }

  fold() {
    prefer({ hand: !preferences.hand });
    const list = this.box.querySelector("#hand-cards");
    list?.toggleAttribute("hidden", !preferences.hand);
    this.box.querySelector(".fold")?.setAttribute("aria-expanded", String(preferences.hand));
  }

  /** @param {Card} card @param {Choice[]} choices @param {boolean} advised */
  card(card, choices, advised) {
    const classes = ["held-card", choices.length && "able", advised && "advised-card"].filter(Boolean).join(" ");
    const acts = choices.map((choice) =>
      button(saidOf(choice), () => this.hooks.take(choice), { class: "main", "data-card-answer": choice.text, onpointerenter: () => this.hooks.look(choice), onfocus: () => this.hooks.look(choice) }),
    );
    const read = () => this.read(card, choices);
    const body = element("div", { class: "says", onclick: read }, element("p", {}, card.text), ...card.notes.map((note) => element("small", {}, capital(note))), card.half ? halfOf(card.half) : null);
    return element("li", { class: classes, "data-card": card.key }, title(card, read), body, acts.length ? element("div", { class: "buttons" }, ...acts) : null);
  }

  /** The whole of a card, large. @param {Card} card @param {Choice[]} choices */
  read(card, choices) {
    const acts = choices.map((choice) =>
      button(saidOf(choice), () => {
        dialog.close();
        this.hooks.take(choice);
      }, { class: "main" }),
    );
    const dialog = openDialog(capital(card.name), [whole(card, this.hooks.seat), card.half ? whole(card.half, this.hooks.seat) : null, acts.length ? element("div", { class: "buttons" }, ...acts) : null]);
  }

  /** The hands that are not looked into. @param {Scene} scene */
  others(scene) {
    const hidden = Object.groupBy(scene.cards.filter((card) => !card.text), (card) => card.seat);
    const seats = [...new Set(scene.cards.map((card) => card.seat))].filter((seat) => seat !== scene.seat);
    return seats.map((seat) => {
      const size = scene.cards.filter((card) => card.seat === seat).length;
      const backs = (hidden[seat] ?? []).slice(0, BACKS).map(() => element("i", {}));
      return element("span", { class: "pile", "data-hand-of": seat }, element("span", { class: "backs", "aria-hidden": "true" }, ...backs), TEXTS.hand.of(this.hooks.seat(seat)), " ", element("b", {}, String(size)));
    });
  }

  /** @param {Pile} pile */
  pile(pile) {
    const top = pile.cards.at(-1);
    const parts = [element("span", { class: top ? "backs face-up" : "backs", "aria-hidden": "true" }, pile.size ? element("i", {}) : null), `${capital(pile.name)} `, element("b", {}, String(pile.size))];
    if (!top) return element("span", { class: "pile", title: pile.note }, ...parts);
    const made = button("", () => this.spread(pile), { class: "pile link", "data-pile": pile.name, title: TEXTS.hand.top(top.name) });
    made.append(...parts);
    return made;
  }

  /** All open cards of a pile, the topmost first. @param {Pile} pile */
  spread(pile) {
    const cards = [...pile.cards].reverse().map((card) => element("li", { class: "card" }, whole(card, this.hooks.seat), card.half ? halfOf(card.half) : null));
    openDialog(`${capital(pile.name)} (${pile.size})`, [element("ul", { class: "cards scroll", tabindex: 0, "aria-label": capital(pile.name) }, ...cards)], { kind: "wide" });
  }
}

/** @param {Card} card @param {() => void} read */
function title(card, read) {
  return element("h3", {}, icon(card), button(capital(card.name), read, { class: "link", title: TEXTS.hand.read }));
}

/** The icon in the corner, which asks something. @param {Card} card */
function icon(card) {
  return card.icon ? element("span", { class: "corner", title: card.notes.join("; ") }, card.icon) : null;
}

/** The other side's half, small. @param {Card} half */
function halfOf(half) {
  return element("p", { class: "other-half" }, element("b", {}, half.name.split(": ").at(-1)), " ", half.text);
}

/** @param {Card} card @param {(seat: number) => string} seat */
function whole(card, seat) {
  return element(
    "div",
    { class: "half" },
    element("h3", {}, icon(card), `${seat(card.seat)}: ${card.name.split(": ").at(-1)}`),
    element("p", {}, card.text, " ", card.rule ? citation(card.rule) : null),
    ...card.notes.map((note) => element("small", {}, capital(note))),
  );
}
