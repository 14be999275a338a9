"""What a player's words name: places, units, cards and acts, by their codes or by what people call them."""

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from msgspec import Struct

from berlin.cli.table import board, cards
from berlin.cli.table.answers import fold, match
from berlin.kernel.contract.game import AnyGame, BadText

if TYPE_CHECKING:
    from berlin.cli.table.session import Session

# Words of a sentence that no code has.
SMALL = ("the", "to", "at", "in", "on", "with", "for")


def codes(session: "Session") -> list[str]:
    """The places, units and cards that can be looked at."""
    scene = session.scene
    if scene is None:
        return []
    spots = [*(piece.place for piece in scene.pieces), *(marker.place for marker in scene.markers)]
    spots += [place for layer in scene.layers for place in layer.places]
    return list(dict.fromkeys([*spots, *(piece.id for piece in scene.pieces), *cards.open_cards(scene)]))


def place_names(session: "Session") -> dict[str, str]:
    """What people call places and boxes, by their codes."""
    trays = session.scene.trays if session.scene else ()
    return {spot.key: spot.name.partition(":")[0] for spot in session.game.board().spots} | {
        tray.key: board.box_name(tray, session.game.seats) for tray in trays
    }


def find(session: "Session", typed: str) -> list[str]:
    """The codes of what these words mean: codes themselves, or names."""
    known = codes(session)
    hits = match(typed, known, numbered=False)
    if hits or session.scene is None:
        return hits
    names = place_names(session) | _unit_names(session) | _card_names(session)
    meant = match(typed, [names[code] for code in known if code in names], numbered=False)
    return [code for code in known if names.get(code) in meant]


def read_act(session: "Session", line: str) -> Struct:
    """The act that a line means, legal or not, in code or in words. Raises BadText."""
    game: AnyGame = session.game
    try:
        return _read(game, line)
    except BadText as error:
        said = {game.say(session.world, act): act for act in _acts_about(session, line)}
        if hits := match(line, list(said), numbered=False):
            return said[hits[0]]
        try:
            return _read(game, _in_code(session, line))
        except BadText:
            # Of what was typed, not of codes that nobody has seen.
            raise error from None


def _read(game: AnyGame, text: str) -> Struct:
    act: Struct = game.read(text)
    return act


def _acts_about(session: "Session", line: str) -> Iterator[Struct]:
    """What pointing at the units and places that are named would mean."""
    units = _mentioned(line, _unit_names(session))
    places = _mentioned(line, place_names(session))
    for unit, place in product(units or [""], places or [""]):
        if unit or place:
            yield from session.game.about(session.world, unit, place)


def _in_code(session: "Session", line: str) -> str:
    """The same with codes in place of names."""
    text = f" {fold(line)} "
    names = place_names(session) | _unit_names(session) | _card_names(session)
    for code in sorted(names, key=lambda one: -len(names[one])):
        text = text.replace(f" {_bare(names[code])} ", f" {code} ")
    return " ".join(word for word in text.split() if word not in SMALL)


def _mentioned(line: str, names: dict[str, str]) -> list[str]:
    """The codes of what a line names, whole."""
    text = f" {fold(line)} "
    return [key for key, name in names.items() if f" {_bare(name)} " in text or f" {fold(key)} " in text]


def _bare(name: str) -> str:
    return fold(name).removeprefix("the ")


def _unit_names(session: "Session") -> dict[str, str]:
    return {piece.id: piece.name for piece in session.scene.pieces} if session.scene else {}


def _card_names(session: "Session") -> dict[str, str]:
    shown = cards.open_cards(session.scene) if session.scene else {}
    return {key: card.name for key, card in shown.items()}
