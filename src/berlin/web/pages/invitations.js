/** Inviting to a seat, and the links of the seats whose keys this browser holds. */

import { Complaint } from "../net/api.js";
import { fullLink, invitationsOf, invitationLink, inviteNext, rememberInvitations, keysOf, link } from "../net/keyring.js";
import { whereReached } from "../net/reach.js";
import { seatTitle } from "../panels/sitters.js";
import { TEXTS } from "../text/texts.js";
import { copyField } from "../widgets/copy_field.js";
import { openDialog } from "../widgets/dialog.js";
import { button, element } from "../widgets/element.js";

/** @import {Sight, Sitter} from "../net/wire_types.js" */
/** @import {Seats} from "../net/seats.js" */

const words = TEXTS.invite;

/** Whether this browser can invite to a seat. @param {string} id @param {Sitter} sitter */
export const canInvite = (id, sitter) => sitter.open && Boolean(invitationsOf(id).host);

/** @param {Sight} sight @param {Seats} seats */
export async function openInvitations(sight, seats) {
  const { base, about } = await whereReached();
  const open = sight.seats.filter((sitter) => canInvite(sight.id, sitter));
  const keys = keysOf(sight.id);
  const others = sight.seats.filter((sitter) => keys[sitter.seat] && !seats.names.includes(sitter.seat));
  const own = sight.seats.filter((sitter) => seats.names.includes(sitter.seat));
  openDialog(words.heading, [
    ...(open.length ? [element("p", {}, words.once), ...open.map((sitter) => invitation(seats, sitter, base)), ...about, element("p", { class: "quiet" }, words.wait)] : []),
    ...(others.length ? [element("p", {}, words.key), ...others.map((sitter) => row(sitter, words.keyOf(seatTitle(sitter)), fullLink(sight.id, [keys[sitter.seat]], base)))] : []),
    ...(own.length ? [element("h3", {}, words.own), element("p", { class: "quiet" }, words.ownAbout), ...own.map((sitter) => ownRow(seats, sitter, base))] : []),
    element("h3", {}, words.watch),
    element("p", { class: "quiet" }, words.watchAbout),
    copyField(words.watch, fullLink(sight.id, [], base)),
  ]);
}

/** @param {Sitter} sitter @param {string} label @param {string} address */
const row = (sitter, label, address) => element("div", { class: "field", "data-link": sitter.seat }, element("b", {}, seatTitle(sitter)), copyField(label, address));

/** The invitation to a seat, which can be exchanged and withdrawn until somebody takes it. @param {Seats} seats @param {Sitter} sitter @param {string} base */
function invitation(seats, sitter, base) {
  const box = element("div", { class: "invitation" });
  const change = async (/** @type {boolean} */ withdraw) => {
    const { host, invitations } = invitationsOf(seats.id);
    try {
      const made = await seats.watcher.invite(host, sitter.seat, withdraw);
      rememberInvitations(seats.id, host, { ...invitations, [sitter.seat]: made.invitation });
      show();
    } catch (problem) {
      complain(box, problem);
    }
  };
  const show = () => {
    const told = invitationsOf(seats.id).invitations[sitter.seat];
    const another = button(told ? words.another : words.again, () => void change(false), { title: told ? words.anotherAbout : null, "data-another": sitter.seat });
    const none = element("div", { class: "field" }, element("b", {}, seatTitle(sitter)), element("p", {}, words.withdrawn));
    box.replaceChildren(
      told ? row(sitter, words.link(seatTitle(sitter)), invitationLink(seats.id, told, base)) : none,
      element("div", { class: "buttons" }, another, told ? button(words.withdraw, () => void change(true), { "data-withdraw": sitter.seat }) : ""),
    );
  };
  show();
  return box;
}

/** The link of a seat of one's own, which can be renewed. @param {Seats} seats @param {Sitter} sitter @param {string} base */
function ownRow(seats, sitter, base) {
  const key = keysOf(seats.id)[sitter.seat];
  const box = row(sitter, words.keyOf(seatTitle(sitter)), fullLink(seats.id, [key], base));
  const renew = button(words.renew, async () => {
    try {
      await seats.renew(sitter.seat);
      // Every line of this page was opened with the old key.
      inviteNext(seats.id);
      history.replaceState(null, "", link(seats.id, seats.tokens));
      location.reload();
    } catch (problem) {
      complain(box, problem);
    }
  }, { "data-renew": sitter.seat, "aria-label": words.renewOf(seatTitle(sitter)) });
  box.append(element("div", { class: "buttons" }, renew));
  return box;
}

/** @param {HTMLElement} box @param {unknown} problem */
function complain(box, problem) {
  if (!(problem instanceof Complaint)) throw problem;
  box.append(element("p", { class: "warning", role: "alert" }, problem.message));
}
