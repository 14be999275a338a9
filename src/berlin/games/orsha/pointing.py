"""What pointing at a piece and a hex would mean under the open question."""

from typing import Any

from berlin.campaign.perimeters.drawing import Drawing, Point, options_drawing
from berlin.campaign.questions import ASKED, CHAPTERS
from berlin.campaign.state import Draft
from berlin.games.orsha.actions import ACTS
from berlin.games.orsha.nouns import NOUNS
from berlin.kernel.acts import Act

PLACE = ACTS.place
UNIT = "unit"


def about(d: Draft, unit_key: str, place_key: str) -> tuple[Act, ...]:
    """The acts that a click would mean, legal or not. Raises KeyError for a name that there isn't."""
    named: dict[str, Any] = {}
    if unit_key:
        named[UNIT] = _piece(d, unit_key)
    if place_key:
        space = _space(place_key)
        if space is not None:
            named[PLACE] = space
    if not d.frames or not named:
        return ()
    for part in ({UNIT, PLACE}, {UNIT}, {PLACE}):
        if part <= set(named) and (found := _meant(d, {name: named[name] for name in part})):
            return found
    return ()


def _piece(d: Draft, key: str) -> int:
    try:
        unit: int = ACTS.words[UNIT].read(key)
    except (ValueError, IndexError):
        raise KeyError(key) from None
    return unit


def _space(key: str) -> int | None:
    """A hex; a box has none. Raises KeyError."""
    try:
        space: int = ACTS.words[PLACE].read(key)
    except KeyError:
        if key in NOUNS.places:
            return None
        raise
    return space


def _meant(d: Draft, named: dict[str, Any]) -> tuple[Act, ...]:
    """The acts that say no more than this, and those legal ones that say this and more."""
    top = d.frames[-1]
    if isinstance(top, Drawing) and top.at >= 0 and set(named) == {PLACE}:
        led = [act for act in options_drawing(d, top) if isinstance(act, Point) and act.to == named[PLACE]]
        return tuple(led) or (Point(top.at, named[PLACE]),)
    plain = [
        kind(**named)
        for kind in ASKED[type(top)]
        if set(kind.__struct_fields__) & {UNIT, PLACE} == set(named) and _needs(kind) == set(named)
    ]
    more = [
        act
        for act in CHAPTERS[type(top)][0](d, top)
        if act not in plain
        and set(act.__struct_fields__) & {UNIT, PLACE} == set(named)
        and all(getattr(act, name) == value for name, value in named.items())
    ]
    return (*plain, *more)


def _needs(kind: type[Act]) -> set[str]:
    fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return set(fields[: len(fields) - len(defaults)])
