/** Who sits where: at the table or away, whose decision it is, the score; and the invitation for a seat that waits. */

import { TEXTS } from "../text/texts.js";
import { button, capital, element } from "../widgets/element.js";

/** @import {Scene, Sight, Sitter} from "../net/wire_types.js" */

/** What a seat is called, and by whom it is played. @param {Sitter} sitter */
export function seatTitle(sitter) {
  const own = sitter.name && sitter.name !== sitter.seat ? ` (${sitter.name})` : "";
  return capital(sitter.seat) + own;
}

/** A track's name without its seat's. @param {string} name @param {string} seat */
export const ownName = (name, seat) => capital(name.replace(new RegExp(`\\s*\\b${seat}\\b\\s*`, "i"), " ").trim() || name);

/**
 * @param {HTMLElement} list
 * @param {Sight} sight
 * @param {Scene} scene  the one that is looked at, which may be past
 * @param {{invite: (seat: number) => (() => void) | null, mine: (seat: number) => boolean}} hooks
 */
export function showSitters(list, sight, scene, { invite, mine }) {
  const words = TEXTS.table;
  const rows = sight.seats.map((sitter, seat) => {
    const turn = sight.turn_of.includes(seat);
    const machine = sitter.player !== "human";
    const kind = machine ? words.machine(sitter.player) : sitter.open ? words.open : sitter.here ? words.here : words.away;
    const state = machine ? "machine" : sitter.here ? "here" : "away";
    const plain = state === "here" ? "unseen" : "";
    const scores = scene.tracks.filter((track) => track.seat === seat).map((track) => element("span", { title: track.about || null }, `${ownName(track.name, sitter.seat)} `, element("b", {}, String(track.value))));
    const hand = scene.cards.filter((card) => card.seat === seat).length;
    if (hand) scores.push(element("span", {}, `${words.hand} `, element("b", {}, String(hand))));
    const open = invite(seat);
    return element(
      "li",
      { class: turn ? `turn ${state}` : state, "aria-current": turn ? "true" : null },
      element("span", { class: "dot", "aria-hidden": "true", title: kind }),
      element("span", { class: "who" }, element("b", {}, turn ? `▸ ${seatTitle(sitter)}` : seatTitle(sitter)), mine(seat) ? ` ${words.yours}` : "", element("small", { class: plain }, kind)),
      element("span", { class: "score" }, ...scores),
      open ? button(words.invite, open, { class: "invite", "data-invite": sitter.seat }) : null,
    );
  });
  list.replaceChildren(...rows);
}
