/** The counter that is chosen, with all it can do as buttons: within a thumb's reach, and for those who don't aim. */

import { describePiece } from "../board/counters.js";
import { firstWord, noteOf, saidOf, together, ways } from "../text/said.js";
import { TEXTS } from "../text/texts.js";
import { button, element } from "../widgets/element.js";
import { brief } from "./odds.js";

/** @import {Looks} from "../board/counter_looks.js" */
/** @import {Choice, Piece, Verdict} from "../net/wire_types.js" */

const PRICED = 14;

export class ChosenUnit {
  /**
   * @param {HTMLElement} box
   * @param {{looks: Looks, place: (key: string) => string, take: (choice: Choice) => void, let: () => void,
   *   left: () => void, ask: (action: string) => Promise<Verdict | undefined>}} hooks  left: the focus was here and needs another place
   */
  constructor(box, hooks) {
    this.box = box;
    this.hooks = hooks;
    this.round = 0;
  }

  /** @param {Piece | undefined} piece @param {Choice[]} all */
  show(piece, all) {
    const choices = [...all].sort((a, b) => Number(Boolean(a.place)) - Number(Boolean(b.place)));
    this.round++;
    const focused = this.box.contains(document.activeElement);
    this.box.hidden = !piece;
    if (focused && !piece) this.hooks.left();
    if (!piece) return this.box.replaceChildren();
    const words = TEXTS.tray;
    const short = ways(choices.filter((choice) => !choice.place));
    const answers = choices.map((choice) => {
      const way = short.get(choice);
      const alike = choices.filter((one) => one.verb === choice.verb && !one.place);
      const name = choice.place ? words.to(firstWord(choice), this.hooks.place(choice.place)) : way ? words.does(together(alike), way) : saidOf(choice);
      const made = button(name, () => this.hooks.take(choice), { "data-tray": choice.text, title: saidOf(choice) });
      const note = way ? "" : noteOf(choice);
      if (note) made.append(element("small", {}, note));
      return made;
    });
    const chip = this.hooks.looks.silentChip(piece);
    this.box.replaceChildren(
      element("header", {}, chip, element("p", {}, describePiece(piece)), button(words.let, this.hooks.let, { id: "let-go" })),
      element("div", { class: "buttons" }, ...answers),
    );
    return void this.price(choices, answers);
  }

  /** @param {Choice[]} choices @param {HTMLElement[]} answers */
  async price(choices, answers) {
    const { round } = this;
    const priced = choices.slice(0, PRICED).map((choice) => this.hooks.ask(choice.text));
    for (const [n, asked] of priced.entries()) {
      const verdict = await asked;
      if (round !== this.round) return;
      const price = brief(verdict?.explanation ?? null);
      if (price) answers[n].append(element("b", { class: "price" }, price));
    }
  }
}
