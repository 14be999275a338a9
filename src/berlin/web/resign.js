/** Giving the game up: offered while one is asked, and never done without a second word. */

import { openDialog } from "./dialog.js";
import { button, capital, element } from "./element.js";
import { cited } from "./rules.js";
import { TEXTS } from "./texts.js";

/** @import {Choice} from "./nouns.js" */

export class Resign {
  /**
   * @param {HTMLButtonElement} opener
   * @param {{act: (text: string) => void, left: () => void}} hooks  left: the opener had the focus, and goes
   */
  constructor(opener, hooks) {
    this.opener = opener;
    this.hooks = hooks;
    /** @type {Choice | null} */
    this.offer = null;
    this.seat = "";
    /** @type {HTMLDialogElement | undefined} */
    this.sheet = undefined;
    opener.addEventListener("click", () => this.ask());
  }

  /** @param {Choice | null} offer  none while nobody here is asked @param {string} seat  whose it is */
  show(offer, seat) {
    if (offer?.text !== this.offer?.text) this.sheet?.close();
    this.offer = offer;
    this.seat = seat;
    const focused = document.activeElement === this.opener;
    this.opener.hidden = !offer;
    if (offer) this.opener.textContent = TEXTS.resign.open(capital(offer.verb));
    else if (focused) this.hooks.left();
  }

  ask() {
    const { offer } = this;
    if (!offer) return;
    const words = TEXTS.resign;
    const commit = () => {
      this.sheet?.close();
      this.hooks.act(offer.text);
    };
    const stay = button(words.stay, () => this.sheet?.close());
    this.sheet = openDialog(
      words.sure(this.seat, offer.verb),
      [
        element("p", {}, ...cited(`${offer.label}.`)),
        element("p", {}, words.told),
        element("div", { class: "buttons" }, stay, button(words.commit(capital(offer.verb)), commit, { class: "main", "data-commit": true })),
      ],
      { kind: "aside" },
    );
    stay.focus();
  }
}
