/** Invitations: the links of the seats whose keys this browser holds. */

import { copyField } from "./copy.js";
import { openDialog } from "./dialog.js";
import { element } from "./element.js";
import { fullLink } from "./keyring.js";
import { seatTitle } from "./sitters.js";
import { TEXTS } from "./texts.js";

/** @import {Sight} from "./nouns.js" */

/**
 * @param {Sight} sight
 * @param {Record<string, string>} keys  by seat
 * @param {(seat: string) => boolean} mine  whether this browser sits there itself
 */
export function openInvitations(sight, keys, mine) {
  const words = TEXTS.invite;
  const rows = (/** @type {boolean} */ own) =>
    sight.seats
      .filter((sitter) => keys[sitter.seat] && mine(sitter.seat) === own)
      .map((sitter) => element("div", { class: "field", "data-link": sitter.seat }, element("b", {}, seatTitle(sitter)), copyField(words.link(seatTitle(sitter)), fullLink(sight.id, [keys[sitter.seat]]))));
  const others = rows(false);
  const own = rows(true);
  openDialog(words.heading, [
    ...(others.length ? [element("p", {}, words.key), ...others, element("p", { class: "quiet" }, words.wait)] : []),
    ...(own.length ? [element("h3", {}, words.own), element("p", { class: "quiet" }, words.ownAbout), ...own] : []),
    element("h3", {}, words.watch),
    element("p", { class: "quiet" }, words.watchAbout),
    copyField(words.watch, fullLink(sight.id, [])),
  ]);
}
