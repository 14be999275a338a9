/** Tracks, hands, and the boxes for what is off the map. */

import { chip } from "./counters.js";
import { capital, element } from "./element.js";
import { citation } from "./rules.js";
import { TEXTS } from "./texts.js";

/** @import {Card, Piece, Scene, Track} from "./nouns.js" */

const SPACES = 12;

/**
 * @param {HTMLElement} panel
 * @param {Scene} scene
 * @param {{seat: (seat: number) => string, spots: Set<string>, side: (piece: Piece) => number,
 *   camp: (piece: Piece) => number, able: Set<string>, chosen: string, choose: (unit: string, event: MouseEvent) => void}} looks
 */
export function showTracks(panel, scene, looks) {
  const words = TEXTS.tracks;
  panel.replaceChildren(element("div", { class: "tracks" }, ...scene.tracks.map(track)));
  if (scene.cards.length) {
    panel.append(element("h3", {}, words.cards), element("ul", { class: "cards" }, ...scene.cards.map((card) => held(card, looks.seat))));
  }
  const off = scene.pieces.filter((piece) => !looks.spots.has(piece.place));
  for (const [place, pieces] of Object.entries(Object.groupBy(off, (piece) => piece.place))) {
    const box = element("div", { class: "box" });
    for (const piece of pieces ?? []) {
      const face = chip(piece, looks.side(piece), looks.camp(piece));
      const able = looks.able.has(piece.id);
      const pressed = String(piece.id === looks.chosen);
      box.append(
        able
          ? element("button", { type: "button", class: "unit able", "data-box-unit": piece.id, "aria-pressed": pressed, onclick: (/** @type {MouseEvent} */ event) => looks.choose(piece.id, event) }, face)
          : face,
      );
    }
    panel.append(element("h3", {}, `${words.off}: ${capital(place)}`), box);
  }
  panel.append(...legend(scene, looks));
}

/**
 * Which counters are whose: one of each side and camp.
 * @param {Scene} scene
 * @param {{side: (piece: Piece) => number, camp: (piece: Piece) => number}} looks
 */
function legend(scene, { side, camp }) {
  const seen = new Map(scene.pieces.map((piece) => [`${piece.side} ${piece.camp}`, piece]));
  const rows = [...seen.values()].map((piece) =>
    element("li", {}, chip(piece, side(piece), camp(piece)), ` ${capital(piece.side)}, ${capital(piece.camp)}`),
  );
  const words = TEXTS.counters;
  return [element("h3", {}, words.heading), element("p", { class: "quiet" }, words.legend), element("ul", { class: "legend" }, ...rows)];
}

/** @param {Track} one */
function track(one) {
  const row = element(
    "div",
    { class: one.seat >= 0 ? `track seat-${one.seat}` : "track" },
    element("span", { class: "name" }, capital(one.name)),
    element("b", {}, String(one.value)),
  );
  const spaces = one.last - one.first + 1;
  if (spaces > 1 && spaces <= SPACES) {
    const line = element("span", { class: "spaces", "aria-hidden": "true" });
    for (let n = one.first; n <= one.last; n++) line.append(element("i", { class: n === one.value ? "now" : n < one.value ? "past" : "" }, String(n)));
    row.append(line);
  } else if (spaces > 1) {
    row.append(element("meter", { min: one.first, max: one.last, value: one.value, "aria-label": one.name }));
  }
  if (one.note) row.append(element("small", {}, one.note));
  return row;
}

/** @param {Card} card @param {(seat: number) => string} seat */
function held(card, seat) {
  return element(
    "li",
    { class: "card" },
    element("strong", {}, `${seat(card.seat)}: ${card.name}`),
    " ",
    card.rule ? citation(card.rule) : null,
    card.text ? element("p", {}, card.text) : null,
  );
}
