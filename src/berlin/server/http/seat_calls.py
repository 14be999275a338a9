"""The calls about who may sit where: claiming a seat, renewing its link, inviting to it."""

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from berlin.kernel.contract.ids import Seat
from berlin.server.http import errors
from berlin.server.http.answer import Answer, json
from berlin.server.http.call import TABLE, Call, Work, read_body, seat_tokens
from berlin.server.http.limits import address
from berlin.server.tables.seating import Seating
from berlin.server.tables.table import Table

Secret = Annotated[str, Meta(max_length=200)]


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat is asked for by an invitation; with `check` it is only looked at."""

    invitation: Secret
    secret: Secret = ""
    check: bool = False


class Renewal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    secret: Secret = ""


class Inviting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host makes another invitation to a seat, or none."""

    host: Secret
    seat: Secret
    withdraw: bool = False


class SeatCalls:
    """Each of them from its request to its answer."""

    def __init__(self, seating: Seating) -> None:
        self.seating = seating

    def routes(self) -> list[BaseRoute]:
        works: dict[str, Work] = {"claim": self.claim, "renew": self.renew, "invite": self.invite}
        return [Route(f"{TABLE}/{name}", Call(work), methods=["POST"]) for name, work in works.items()]

    async def claim(self, request: Request) -> Answer:
        body = await read_body(request, Claim)
        table = await self._table(request)
        if body.check:
            return json({"seat": _name(table, self.seating.invited_to(table, body.invitation))})
        seat, secret = await self.seating.claim(table, body.invitation, body.secret)
        return json({"seat": _name(table, seat), "secret": secret})

    async def renew(self, request: Request) -> Answer:
        body = await read_body(request, Renewal)
        table = await self._table(request)
        seat, secret = await self.seating.renew(table, seat_tokens(request), body.secret)
        return json({"seat": _name(table, seat), "secret": secret})

    async def invite(self, request: Request) -> Answer:
        body = await read_body(request, Inviting)
        table = await self._table(request)
        if body.seat not in table.game.seats:
            raise errors.unknown("seat")
        seat = table.game.seat(body.seat)
        invitation = await self.seating.invite(table, body.host, seat, body.withdraw)
        return json({"seat": body.seat, "invitation": invitation})

    async def _table(self, request: Request) -> Table:
        return await self.seating.tables.get(request.path_params["id"], address(request.scope))


def _name(table: Table, seat: Seat) -> str:
    return table.game.seats[seat]
