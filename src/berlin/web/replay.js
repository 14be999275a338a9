/** Looking back: slider, steps, autoplay; and through every seat's eyes once the game is over. */

import { button, element } from "./element.js";
import { icon } from "./icons.js";
import { TEXTS } from "./texts.js";

/** @import {Sight} from "./nouns.js" */

const BEAT = 900;

export class Replay {
  /**
   * @param {HTMLElement} bar
   * @param {{fetch: (n: number, eyes: string) => Promise<Sight>, show: (sight: Sight | null) => void}} hooks
   */
  constructor(bar, hooks) {
    this.hooks = hooks;
    /** The moment that is looked at; null: the table as it is. @type {number | null} */
    this.at = null;
    this.last = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.beat = undefined;
    this.running = false;
    this.wanted = 0;
    const words = TEXTS.replay;
    this.slider = element("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": words.moment });
    this.slider.addEventListener("input", () => void this.go(Number(this.slider.value)));
    this.count = element("output", { class: "quiet" });
    this.eyes = element("select", { "aria-label": words.eyes, hidden: true });
    this.eyes.addEventListener("change", () => void this.go(this.at ?? this.last));
    this.run = button("", () => this.toggle(), { "aria-label": words.play, title: words.play });
    this.live = button(words.live, () => this.leave(), { class: "main", hidden: true });
    const step = /** @param {"first" | "back" | "forward"} sign @param {() => number} to */ (sign, to) => {
      const made = button("", () => void this.go(to()), { "aria-label": words[sign], title: words[sign] });
      made.append(icon(sign));
      return made;
    };
    bar.replaceChildren(
      step("first", () => 0),
      step("back", () => (this.at ?? this.last) - 1),
      this.run,
      step("forward", () => (this.at ?? this.last) + 1),
      this.slider,
      this.count,
      this.eyes,
      this.live,
    );
  }

  /** @param {number} last @param {string[]} seats  whose eyes may be borrowed; none while the game is on */
  extend(last, seats) {
    this.last = last;
    this.slider.max = String(last);
    if (this.at === null) this.slider.value = String(last);
    if (seats.length && this.eyes.options.length !== seats.length + 1) {
      const own = element("option", { value: "" }, `${TEXTS.replay.eyes}: ${TEXTS.replay.own}`);
      this.eyes.replaceChildren(own, ...seats.map((seat) => element("option", { value: seat }, `${TEXTS.replay.eyes}: ${seat}`)));
    }
    this.eyes.hidden = !seats.length;
    this.tell();
  }

  tell() {
    this.count.textContent = TEXTS.replay.at(this.at ?? this.last, this.last);
    this.live.hidden = this.at === null;
    const label = this.running ? TEXTS.replay.pause : TEXTS.replay.play;
    this.run.replaceChildren(icon(this.running ? "pause" : "play"));
    this.run.setAttribute("aria-label", label);
    this.run.title = label;
  }

  /** @param {number} n */
  async go(n) {
    const at = Math.max(0, Math.min(this.last, n));
    this.at = at;
    this.slider.value = String(at);
    this.tell();
    const wanted = ++this.wanted;
    // A slider that is drawn over a hundred moments asks for the last of them.
    await new Promise((resolve) => setTimeout(resolve, 60));
    if (wanted !== this.wanted) return;
    const sight = await this.hooks.fetch(at, this.eyes.value).catch(() => null);
    if (wanted === this.wanted && sight) this.hooks.show(sight);
  }

  toggle() {
    this.running = !this.running;
    clearTimeout(this.beat);
    if (this.running) {
      if (this.at === null || this.at >= this.last) this.at = -1;
      void this.tick();
    }
    this.tell();
  }

  async tick() {
    if (!this.running) return;
    await this.go((this.at ?? 0) + 1);
    if (this.at === null || this.at >= this.last) this.running = false;
    else this.beat = setTimeout(() => void this.tick(), BEAT);
    this.tell();
  }

  leave() {
    this.running = false;
    clearTimeout(this.beat);
    this.wanted++;
    this.at = null;
    this.slider.value = String(this.last);
    this.tell();
    this.hooks.show(null);
  }
}
