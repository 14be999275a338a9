/** Trays: the boxes beside the map with the counters in them. */

import { TEXTS } from "../text/texts.js";
import { capital, element } from "../widgets/element.js";

/** @import {Looks} from "../board/counter_looks.js" */
/** @import {Piece, Scene, Tray} from "../net/wire_types.js" */
/** @typedef {{seats: string[], looks: Looks, spots: Map<string, unknown>, able: Set<string>, chosen: string,
 *   choose: (unit: string, event: MouseEvent) => void}} Setting */

/** The trays that a scene names, and one for every other place that is not on the board. @param {Scene} scene @param {Map<string, unknown>} spots @returns {Tray[]} */
function traysOf(scene, spots) {
  const named = new Set(scene.trays.map((tray) => tray.key));
  const places = new Set(scene.pieces.map((piece) => piece.place));
  const rest = [...places].filter((place) => !named.has(place) && !spots.has(place));
  return [...scene.trays, ...rest.map((key) => ({ key, name: `${TEXTS.tracks.off}: ${capital(key)}`, seat: -1, note: "" }))];
}

/** Every tray that holds something, by seats; those that are empty are named. @param {HTMLElement} panel @param {Scene} scene @param {Setting} setting */
export function showTrays(panel, scene, setting) {
  const trays = traysOf(scene, setting.spots);
  const holds = Object.groupBy(scene.pieces, (piece) => piece.place);
  const parts = [-1, ...setting.seats.keys()].flatMap((seat) => {
    const own = trays.filter((tray) => tray.seat === seat);
    if (!own.length) return [];
    const empty = own.filter((tray) => !holds[tray.key]?.length).map((tray) => tray.name);
    return [
      seat < 0 ? "" : element("h3", {}, capital(setting.seats[seat])),
      ...own.flatMap((tray) => (holds[tray.key] ? trayOf(tray, holds[tray.key] ?? [], setting) : [])),
      empty.length ? element("p", { class: "quiet" }, TEXTS.trays.empty(empty.join(", "))) : "",
    ];
  });
  panel.append(...parts);
}

/** The trays from which something can be done now, beside the question. @param {HTMLElement} box @param {Scene} scene @param {Setting} setting */
export function showReady(box, scene, setting) {
  const { able } = setting;
  const focused = document.activeElement instanceof HTMLElement && box.contains(document.activeElement) ? document.activeElement.dataset.boxUnit : undefined;
  const ready = Object.groupBy(scene.pieces.filter((piece) => able.has(piece.id)), (piece) => piece.place);
  const rows = traysOf(scene, setting.spots).flatMap((tray) => {
    const pieces = ready[tray.key];
    return pieces ? element("li", {}, element("span", {}, tray.name), chips(pieces, setting)) : [];
  });
  box.hidden = !rows.length;
  box.replaceChildren(element("h2", {}, TEXTS.trays.ready), element("ul", {}, ...rows));
  if (focused) box.querySelector(`[data-box-unit="${CSS.escape(focused)}"]`)?.dispatchEvent(new Event("focus"));
}

/** @param {Tray} tray @param {Piece[]} pieces @param {Setting} setting */
function trayOf(tray, pieces, setting) {
  return element("section", { class: "box-tray", "data-tray-key": tray.key }, element("h4", {}, `${tray.name} (${pieces.length})`), chips(pieces, setting), tray.note ? element("small", {}, tray.note) : null);
}

/** @param {Piece[]} pieces @param {Setting} setting */
function chips(pieces, { looks, able, chosen, choose }) {
  const box = element("div", { class: "box" });
  for (const piece of pieces) {
    const face = looks.chip(piece);
    const press = { type: "button", class: "unit able", "data-box-unit": piece.id, "aria-pressed": String(piece.id === chosen), onclick: (/** @type {MouseEvent} */ event) => choose(piece.id, event) };
    box.append(able.has(piece.id) ? element("button", press, face) : face);
  }
  return box;
}
