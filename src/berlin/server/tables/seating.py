"""Who may sit where. A seat's secret is its link, and nobody has it but who sits there.

Whoever opens a table has the secrets of his own seats. To any other he has an invitation: whoever claims it,
once, gets a secret that the host never sees. Until then the host can withdraw it or make another. Who holds a
seat can exchange its secret; the old one opens nothing from then on.
"""

import re
from hmac import compare_digest

from msgspec.structs import replace

from berlin.kernel.contract.ids import Seat
from berlin.server.http import errors
from berlin.server.http.errors import Denied
from berlin.server.http.live import Hub
from berlin.server.store.store import Header, Invitation
from berlin.server.tables.secret import new_secret, token_hash
from berlin.server.tables.table import Table
from berlin.server.tables.tables import Tables

USED = "this invitation was used already; ask for another"
WITHDRAWN = "this invitation holds no more; ask for another"
RENEWED = "this seat's link was renewed, and the old one opens it no more"
_SECRET = re.compile(r"[A-Za-z0-9_-]{32,64}")


class Seating:
    """Changes who may sit where at the tables."""

    def __init__(self, tables: Tables, hub: Hub) -> None:
        self.tables, self.hub, self.store = tables, hub, tables.store

    def invited_to(self, table: Table, invitation: str) -> Seat:
        """The seat that this invitation is for. Raises Denied if it holds no more."""
        return _holding(table, invitation).seat

    async def claim(self, table: Table, invitation: str, secret: str = "") -> tuple[Seat, str]:
        """The seat of this invitation, and its secret from now on: this one, or a new one. Raises Denied.

        Who sends the same again, since he heard no answer, is answered the same.
        """
        async with table.lock:
            again = _claimed(table, invitation, secret)
            if again is not None:
                return again, secret
            held, token = _holding(table, invitation), _proposed(table, secret)
            header = _seated(table.header, held.seat, token_hash(token))
            header = _with_invitation(header, replace(held, claimed=True))
            try:
                await self.tables.reseat(table, header, self.store.claim(table.id, held, token_hash(token)))
            except Denied as denied:
                raise errors.forbidden(USED) if denied.status == errors.STALE else denied from None
        self.hub.greet(table)
        return held.seat, token

    async def renew(self, table: Table, old: str, secret: str = "") -> tuple[Seat, str]:
        """The seat that this secret opens, and another secret in its place: whoever listens by the old one is
        sent away. Raises Denied."""
        # Under the lock it is held against the present secrets: of two who renew at once one is too late.
        async with table.lock:
            seat, token = _only(table.seats_of(old)), _proposed(table, secret)
            before, after = table.header.sitters[seat].token_hash, token_hash(token)
            header = _seated(table.header, seat, after)
            await self.tables.reseat(table, header, self.store.renew(table.id, seat, before, after))
        self.hub.send_away(table, seat, RENEWED)
        return seat, token

    async def invite(self, table: Table, host: str, seat: Seat, withdraw: bool) -> str:
        """Another invitation to this seat, or "" if there shall be none. Raises Denied if it is claimed."""
        async with table.lock:
            held = next((one for one in table.header.invitations if one.seat == seat), None)
            if held is None or not compare_digest(held.host_hash, token_hash(host)):
                raise errors.forbidden(
                    "only who opened this table invites, and to a seat that he left to others"
                )
            if held.claimed:
                raise Denied(errors.REFUSED, "this seat is taken: nobody can be invited to it any more")
            invitation = "" if withdraw else new_secret()
            told = token_hash(invitation) if invitation else ""
            header = _with_invitation(table.header, replace(held, hash=told))
            await self.tables.reseat(table, header, self.store.invite(table.id, seat, told))
        return invitation


def _only(seats: tuple[Seat, ...]) -> Seat:
    """The one seat whose link is renewed. Raises Denied if there is none, or several."""
    if not seats:
        raise errors.forbidden("watchers have no link to renew: this takes a seat's own")
    if len(seats) > 1:
        raise errors.malformed("links are renewed one by one: send one seat's secret")
    return seats[0]


def _holding(table: Table, invitation: str) -> Invitation:
    """The invitation of this secret. Raises Denied if it was used or holds no more."""
    told = token_hash(invitation)
    found = [one for one in table.header.invitations if compare_digest(one.hash, told)]
    if not found:
        raise errors.forbidden(WITHDRAWN)
    if found[0].claimed:
        raise errors.forbidden(USED)
    return found[0]


def _claimed(table: Table, invitation: str, token: str) -> Seat | None:
    """The seat, if it was claimed by this invitation for this very secret."""
    pair = token_hash(invitation), token_hash(token)
    for one in table.header.invitations:
        kept = one.hash, table.header.sitters[one.seat].token_hash
        if one.claimed and compare_digest("".join(kept), "".join(pair)):
            return one.seat
    return None


def _proposed(table: Table, secret: str) -> str:
    """A secret that somebody made himself, or a new one. Raises Denied for one that is easily found out."""
    if not secret:
        return new_secret()
    if not _SECRET.fullmatch(secret) or len(set(secret)) < 10:
        raise errors.malformed("a secret is 32 to 64 letters, digits, - and _, drawn by chance")
    known = [told for one in table.header.invitations for told in (one.hash, one.host_hash)]
    known += [sitter.token_hash for sitter in table.header.sitters]
    if any(compare_digest(token_hash(secret), told) for told in known):
        raise errors.malformed("a secret is known to nobody else: draw another")
    return secret


def _seated(header: Header, seat: Seat, told: str) -> Header:
    sitters = list(header.sitters)
    sitters[seat] = replace(sitters[seat], token_hash=told)
    return replace(header, sitters=tuple(sitters))


def _with_invitation(header: Header, changed: Invitation) -> Header:
    others = (one if one.seat != changed.seat else changed for one in header.invitations)
    return replace(header, invitations=tuple(others))
