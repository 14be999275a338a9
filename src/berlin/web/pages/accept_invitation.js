/** An invitation that was opened: whoever takes the seat gets a key of his own. */

import { Complaint, Table } from "../net/api.js";
import { drawSecret, hold, invitationIn, link, sit } from "../net/keyring.js";
import { TEXTS } from "../text/texts.js";
import { openDialog } from "../widgets/dialog.js";
import { button, capital, element } from "../widgets/element.js";

/** @import {Seats} from "../net/seats.js" */

/** Offers the seat that the page's address invites to, if it does. @param {Seats} seats @param {string} title  of the game */
export async function offerSeat(seats, title) {
  const words = TEXTS.claim;
  // An invitation that is pasted over this table's own address loads nothing by itself.
  addEventListener("hashchange", () => void (invitationIn(location.hash) && location.reload()));
  const invitation = invitationIn(location.hash);
  if (!invitation) return;
  try {
    const { seat } = await seats.watcher.claim(invitation, "", true);
    showOffer(seats, invitation, seat, title);
  } catch (problem) {
    if (!(problem instanceof Complaint)) throw problem;
    // Whoever opens the invitation again by which he came sits down where he sat.
    if (seats.mine.size) return history.replaceState(null, "", link(seats.id, seats.tokens));
    openDialog(words.heading, [element("p", { role: "alert" }, problem.message), element("p", { class: "quiet" }, words.used)]);
  }
}

/** @param {Seats} seats @param {string} invitation @param {string} seat @param {string} title */
function showOffer(seats, invitation, seat, title) {
  const words = TEXTS.claim;
  const trouble = element("p", { class: "warning", role: "alert", hidden: true });
  const take = button(words.take(capital(seat)), () => void claim(), { class: "main big", "data-claim": seat });
  // The same key each time: if an answer is lost on its way, asking again gives the same seat.
  const secret = drawSecret();
  const claim = async () => {
    take.disabled = true;
    try {
      await claimSeat(seats, invitation, seat, secret);
    } catch (problem) {
      if (!(problem instanceof Complaint)) throw problem;
      trouble.textContent = problem.status ? `${problem.message} ${words.used}` : words.lost;
      trouble.hidden = false;
      take.disabled = false;
    }
  };
  const own = seats.names.length ? element("p", { class: "warning" }, words.both(seats.names.map(capital).join(", "))) : null;
  const dialog = openDialog(words.heading, [
    element("p", {}, words.offer(capital(seat), title)),
    own,
    element("p", { class: "quiet" }, words.about),
    trouble,
    element("div", { class: "buttons" }, button(words.watch, () => dialog.close()), take),
  ]);
}

/** @param {Seats} seats @param {string} invitation @param {string} seat @param {string} secret */
async function claimSeat(seats, invitation, seat, secret) {
  const tokens = [...seats.tokens, secret];
  sit(seats.id, tokens);
  try {
    await new Table(seats.id, "").claim(invitation, secret);
  } catch (problem) {
    if (problem instanceof Complaint && problem.status) sit(seats.id, seats.tokens);
    throw problem;
  }
  hold(seats.id, { [seat]: secret });
  history.replaceState(null, "", link(seats.id, tokens));
  location.reload();
}
