/** A hint: what a staff would do in this place, and why. It is shown and pointed at, never done by itself. */

import { reasonsList } from "../story/reasons.js";
import { announce } from "../text/announce.js";
import { saidAmong, saidOf } from "../text/said.js";
import { TEXTS } from "../text/texts.js";
import { button, element } from "../widgets/element.js";

/** @import {Choice, Hint, Sight} from "../net/wire_types.js" */

export class HintPanel {
  /**
   * @param {HTMLElement} box
   * @param {HTMLButtonElement} asking  the button that asks
   * @param {{
   *   fetch: () => Promise<Hint>,
   *   refresh: () => Promise<void>,
   *   say: (text: string) => void,
   *   complain: (problem: unknown) => void,
   *   point: (choice: Choice | null) => void,
   *   take: (choice: Choice) => void,
   * }} hooks  point: shows on the board and in the list what is advised
   */
  constructor(box, asking, hooks) {
    this.box = box;
    this.asking = asking;
    this.hooks = hooks;
    /** @type {Hint | null} */
    this.hint = null;
    this.busy = false;
  }

  /** The advised answer, if it is still an answer to the open question. @param {Sight} sight */
  choice(sight) {
    const { hint } = this;
    return (hint?.seq === sight.seq && sight.scene.choices.find((one) => one.text === hint.action)) || null;
  }

  /** @param {Sight} sight @param {boolean} mine */
  show(sight, mine) {
    const words = TEXTS.hint;
    this.asking.hidden = !sight.hints || sight.seat === null || Boolean(sight.scene.result);
    this.asking.disabled = !mine || this.busy;
    this.asking.title = mine ? words.about : words.later;
    const choice = mine ? this.choice(sight) : null;
    this.box.hidden = !choice;
    if (!choice || !this.hint) return void this.box.replaceChildren();
    const buttons = [button(words.take, () => this.hooks.take(choice), { class: "main", id: "advice-take" }), button(words.close, () => this.close(), { id: "advice-close" })];
    this.box.replaceChildren(element("h2", { tabindex: -1 }, words.said(saidOf(choice))), reasonsList(this.hint), element("div", { class: "buttons" }, ...buttons));
    return this.hooks.point(choice);
  }

  /** @param {() => Sight} sight @param {() => boolean} mine */
  async ask(sight, mine) {
    if (this.busy || this.asking.hidden || this.asking.disabled) return;
    this.busy = true;
    this.asking.disabled = true;
    this.hooks.say(TEXTS.hint.thinking);
    try {
      this.hint = await this.hooks.fetch();
      announce(TEXTS.hint.said(saidAmong(sight().scene.choices, this.hint.action)));
    } catch (problem) {
      this.hooks.complain(problem);
    }
    // That it was asked is news to everybody, and the question has a new number.
    await this.hooks.refresh();
    this.busy = false;
    this.show(sight(), mine());
    if (this.box.hidden) return;
    this.box.querySelector("h2")?.focus({ preventScroll: true });
    this.box.scrollIntoView({ block: "nearest" });
  }

  close() {
    this.hint = null;
    this.box.hidden = true;
    this.box.replaceChildren();
    this.hooks.point(null);
    this.asking.focus();
  }
}
