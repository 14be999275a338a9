/** Looking back: slider, steps, autoplay; and through every seat's eyes once the game is over. */

import { prefer, preferences } from "../net/preferences.js";
import { TEXTS } from "../text/texts.js";
import { button, capital, element } from "../widgets/element.js";
import { icon, iconButton } from "../widgets/icons.js";

/** @import {Sight} from "../net/wire_types.js" */

const BEAT = 900;
const SPEEDS = [0.5, 1, 2, 4];

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
    /** Counts the runs, so that one that was stopped goes no further. */
    this.runs = 0;
    this.wanted = 0;
    const words = TEXTS.replay;
    this.slider = element("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": words.moment });
    this.slider.addEventListener("input", () => void this.go(Number(this.slider.value)));
    this.count = element("output", { class: "quiet" });
    this.eyes = element("select", { "aria-label": words.eyes, hidden: true });
    this.eyes.addEventListener("change", () => void this.go(this.now));
    const speeds = SPEEDS.map((speed) => element("option", { value: speed, selected: speed === preferences.speed }, words.times(speed)));
    this.speed = element("select", { "aria-label": words.speed, title: words.speed, class: "speed" }, ...speeds);
    this.speed.addEventListener("change", () => prefer({ speed: Number(this.speed.value) }));
    this.run = button("", () => this.toggle(), { "aria-label": words.play, title: words.play });
    this.live = button(words.live, () => this.leave(), { class: "main", hidden: true });
    const step = /** @param {"first" | "back" | "forward"} sign @param {() => number} to */ (sign, to) =>
      iconButton(sign, () => void this.go(to()), { "aria-label": words[sign], title: words[sign] });
    bar.replaceChildren(
      step("first", () => 0),
      step("back", () => this.now - 1),
      this.run,
      step("forward", () => this.now + 1),
      this.speed,
      this.slider,
      this.count,
      this.eyes,
      this.live,
    );
  }

  /** The moment that is looked at, or the table's own. */
  get now() {
    return this.at ?? this.last;
  }

  /** @param {number} last @param {string[]} seats  whose eyes may be borrowed; none while the game is on */
  extend(last, seats) {
    this.last = last;
    this.slider.max = String(last);
    if (this.at === null) this.slider.value = String(last);
    if (seats.length && this.eyes.options.length !== seats.length + 1) {
      const own = element("option", { value: "" }, TEXTS.replay.own);
      this.eyes.replaceChildren(own, ...seats.map((seat) => element("option", { value: seat }, TEXTS.replay.as(capital(seat)))));
    }
    this.eyes.hidden = !seats.length;
    this.tell();
  }

  tell() {
    this.count.textContent = TEXTS.replay.at(this.now, this.last);
    this.live.hidden = this.at === null;
    this.slider.setAttribute("aria-valuetext", this.count.textContent);
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

  /** Runs by itself, from the beginning if it is at the end; or stops. */
  toggle() {
    if (this.running) return this.pause();
    return this.from(this.now >= this.last ? -1 : this.now);
  }

  /** Runs by itself on from this moment. @param {number} seq */
  from(seq) {
    this.pause();
    this.at = seq;
    this.running = true;
    void this.tick(++this.runs);
    this.tell();
  }

  pause() {
    this.running = false;
    clearTimeout(this.beat);
    this.tell();
  }

  /** @param {number} steps */
  step(steps) {
    this.pause();
    if (this.at !== null || steps < 0) void this.go(this.now + steps);
  }

  /** @param {number} run */
  async tick(run) {
    await this.go((this.at ?? 0) + 1);
    if (!this.running || run !== this.runs) return;
    if (this.at === null || this.at >= this.last) this.running = false;
    else this.beat = setTimeout(() => void this.tick(run), BEAT / preferences.speed);
    this.tell();
  }

  leave() {
    this.wanted++;
    this.at = null;
    this.slider.value = String(this.last);
    this.pause();
    this.hooks.show(null);
  }
}
