/** Tracks, hands where no hand lies at the foot of the table, the trays, and what counters mean. */

import { citation } from "../text/citations.js";
import { TEXTS } from "../text/texts.js";
import { capital, element } from "../widgets/element.js";
import { ownName } from "./sitters.js";
import { showTrays } from "./trays.js";

/** @import {Looks} from "../board/counter_looks.js" */
/** @import {Card, Scene, Track} from "../net/wire_types.js" */
/** @import {Setting} from "./trays.js" */

const SPACES = 12;

/**
 * @param {HTMLElement} panel
 * @param {Scene} scene
 * @param {Setting} setting
 */
export function showTracks(panel, scene, setting) {
  const { seats, looks } = setting;
  const of = /** @param {number} seat */ (seat) => scene.tracks.filter((track) => track.seat === seat);
  panel.replaceChildren(element("div", { class: "tracks" }, ...of(-1).map((one) => track(one, one.name))));
  seats.forEach((seat, n) => {
    const cards = scene.piles.length ? [] : scene.cards.filter((card) => card.seat === n);
    if (!of(n).length && !cards.length) return;
    panel.append(
      element("h3", {}, capital(seat)),
      element("div", { class: "tracks" }, ...of(n).map((one) => track(one, ownName(one.name, seat)))),
      cards.length ? element("ul", { class: "cards" }, ...cards.map(held)) : "",
    );
  });
  showTrays(panel, scene, setting);
  panel.append(...legend(scene, looks));
}

/** Which counters are whose: one of each side and camp. @param {Scene} scene @param {Looks} looks */
function legend(scene, looks) {
  const seen = new Map(scene.pieces.map((piece) => [`${piece.side} ${piece.camp}`, piece]));
  const rows = [...seen.values()].map((piece) => element("li", {}, looks.chip(piece), ` ${capital(piece.side)}, ${capital(piece.camp)}`));
  const words = TEXTS.counters;
  return [element("h3", {}, words.heading), element("p", { class: "quiet" }, words.legend), element("ul", { class: "legend" }, ...rows)];
}

/** @param {Track} one @param {string} name */
function track(one, name) {
  const row = element(
    "div",
    { class: one.seat >= 0 ? `track seat-${one.seat}` : "track" },
    element("span", { class: "name" }, capital(name)),
    element("b", {}, one.named ? one.note : String(one.value)),
  );
  if (one.named) return row;
  const spaces = one.last - one.first + 1;
  if (spaces > 1 && spaces <= SPACES) {
    const line = element("span", { class: "spaces", "aria-hidden": "true" });
    for (let n = one.first; n <= one.last; n++) line.append(element("i", { class: n === one.value ? "now" : n < one.value ? "past" : "" }, String(n)));
    row.append(line);
  } else if (spaces > 1) {
    row.append(element("meter", { min: one.first, max: one.last, value: one.value, "aria-label": name }));
  }
  const told = [one.note, one.about].filter(Boolean).join(" · ");
  if (told) row.append(element("small", {}, told));
  return row;
}

/** @param {Card} card */
function held(card) {
  const face = element("p", {}, element("strong", {}, capital(card.name)), " ", card.rule ? citation(card.rule) : null);
  return element("li", { class: "card" }, face, card.text ? element("p", {}, card.text) : null);
}
