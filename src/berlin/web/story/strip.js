/** The strip at the foot of the board while a story runs: what happens in words, large dice, a card's face, and the buttons. */

import { prefer, preferences } from "../net/preferences.js";
import { withCitations } from "../text/citations.js";
import { TEXTS } from "../text/texts.js";
import { button, capital, element } from "../widgets/element.js";
import { icon, iconButton } from "../widgets/icons.js";
import { linesOf } from "./beats.js";
import { die } from "./log.js";

/** @import {Card} from "../net/wire_types.js" */
/** @import {Pace, Told} from "./beats.js" */

export class Strip {
  /**
   * @param {HTMLElement} box
   * @param {{toggle: () => void, next: () => void, skip: () => void, paced: () => void, seat: (seat: number | null) => string}} hooks
   */
  constructor(box, hooks) {
    this.hooks = hooks;
    const words = TEXTS.story;
    this.told = element("div", { class: "told" });
    this.count = element("output", { class: "quiet" });
    this.run = button("", hooks.toggle, { id: "story-pause" });
    this.pace = paceChoice("story-pace");
    this.pace.addEventListener("change", hooks.paced);
    this.node = element(
      "section",
      { id: "story", class: "story", "aria-label": words.heading, hidden: true },
      this.told,
      element(
        "div",
        { class: "story-buttons" },
        this.run,
        iconButton("forward", hooks.next, { id: "story-next", "aria-label": words.next, title: words.next }),
        this.count,
        this.pace,
        button(words.skipShort, hooks.skip, { id: "story-skip", class: "main", title: words.skip }),
      ),
    );
    box.append(this.node);
  }

  /** @param {boolean} on */
  open(on) {
    this.node.hidden = !on;
    this.pace.value = preferences.pace;
    if (!on) this.told.replaceChildren();
  }

  /** @param {boolean} running */
  runs(running) {
    const label = running ? TEXTS.story.pause : TEXTS.story.go;
    this.run.replaceChildren(icon(running ? "pause" : "play"));
    this.run.setAttribute("aria-label", label);
    this.run.title = label;
  }

  /** @param {number} n @param {number} all */
  tally(n, all) {
    this.count.textContent = TEXTS.story.of(n, all);
  }

  /** @param {Told} beat */
  show(beat) {
    const who = this.hooks.seat(beat.seat);
    const dice = beat.dice.map((value) => die(value));
    const sums = beat.sums.length ? element("details", { class: "sums" }, element("summary", {}, TEXTS.story.sums), ...beat.sums.map((sum) => element("p", {}, ...withCitations(sum)))) : null;
    this.told.replaceChildren(
      element("header", {}, who ? element("b", {}, who) : "", beat.chapter ? element("small", {}, capital(beat.chapter)) : ""),
      element("div", { class: "scene-of" }, dice.length ? element("div", { class: "thrown" }, ...dice) : "", element("div", { class: "lines" }, ...linesOf(beat).map((line, i, all) => element("p", { class: i === (beat.dice.length ? all.length - 1 : 0) ? `last kind-${beat.kind}` : "" }, ...withCitations(line)))), beat.card ? cardFace(beat.card) : ""),
      sums ?? "",
    );
  }
}

/** A card or chit as it lies on the table, with what it does. @param {Card} card */
function cardFace(card) {
  return element("div", { class: "story-card" }, element("h3", {}, card.icon ? element("span", { class: "corner" }, card.icon) : "", capital(card.name)), card.text ? element("p", {}, ...withCitations(capital(card.text))) : "");
}

/** At which pace others' doings are shown. @param {string} id */
export function paceChoice(id) {
  const words = TEXTS.story;
  const options = Object.entries(words.paces).map(([value, text]) => element("option", { value, selected: value === preferences.pace }, text));
  const choice = element("select", { id, "aria-label": words.pace, title: words.pace }, ...options);
  choice.addEventListener("change", () => prefer({ pace: /** @type {Pace} */ (choice.value) }));
  return choice;
}
