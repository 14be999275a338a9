/** Giving the game up: offered while one is asked, and never done without a second word. */

import { withCitations } from "../text/citations.js";
import { saidOf } from "../text/said.js";
import { TEXTS } from "../text/texts.js";
import { openConfirmation } from "../widgets/dialog.js";
import { element } from "../widgets/element.js";

/** @import {Choice} from "../net/wire_types.js" */

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
    if (offer) this.opener.textContent = TEXTS.resign.open(saidOf(offer));
    else if (focused) this.hooks.left();
  }

  ask() {
    const { offer } = this;
    if (!offer) return;
    const words = TEXTS.resign;
    const parts = [element("p", {}, ...withCitations(`${offer.label}.`)), element("p", {}, words.told)];
    const act = () => this.hooks.act(offer.text);
    this.sheet = openConfirmation(words.sure(this.seat, saidOf(offer)), parts, { commit: saidOf(offer), act, cancel: words.stay, careful: true });
  }
}
