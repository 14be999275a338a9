"""How a draft is made of a state and becomes one again, derived from what both say of their fields.

A field that is bytes in the state and a bytearray in the draft is copied, and so is a tuple that is a list;
what is noted as the same is taken as it is. What is neither has a form of its own.
"""

from collections.abc import Callable, Mapping
from inspect import get_annotations, signature
from typing import Any, NamedTuple, get_origin

import msgspec

# Each field has a type of its own, in the state as in the draft.
Change = Callable[[Any], Any]


class Form(NamedTuple):
    """What becomes of a field's value when it is thawed, and when it is frozen."""

    thaw: Change
    freeze: Change


Forms = Mapping[str, Form]

BYTES = Form(bytearray, bytes)
LIST = Form(list, tuple)
SHAPES: dict[tuple[object, object], Form] = {(bytes, bytearray): BYTES, (tuple, list): LIST}
# The field of a draft's own that stands for what is open.
FRAMES = "frames"


def derive(draft: type, state: type[msgspec.Struct], forms: Forms) -> None:
    """Gives a draft of this state its `__init__` and its `freeze`."""
    fields = state.__struct_fields__
    noted = get_annotations(draft)
    types = {field.name: field.type for field in msgspec.structs.fields(state)}
    found = {name: _form(types[name], noted, name, forms) for name in fields}
    # By name only where it must be: that is slower.
    by_name = any(one.kind is one.KEYWORD_ONLY for one in signature(state).parameters.values())
    named = "{}=".format if by_name else lambda name: ""
    own = [name for name in fields if name in noted and name != FRAMES]
    source = [
        "def __init__(self, state, log=None):",
        "    begin(self, state, log)",
        *(f"    self.{name} = {_call(found[name], 'thaw', name, f'state.{name}')}" for name in own),
        "    self.prepare()",
        "def freeze(self):",
        "    return self.whole(",
        *(f"        {named(name)}{_call(found[name], 'freeze', name, f'self.{name}')}," for name in fields),
        "    )",
    ]
    made: dict[str, object] = {"begin": _begin(draft)}
    for name, form in found.items():
        if form is not None:
            made |= {f"thaw_{name}": form.thaw, f"freeze_{name}": form.freeze}
    exec("\n".join(source), made)
    for name in ("__init__", "freeze"):
        setattr(draft, name, made[name])


def _begin(draft: type) -> object:
    """What the class that it derives from begins with, be it its own or not."""
    return next(vars(base)["__init__"] for base in draft.__mro__[1:] if "__init__" in vars(base))


def _call(form: Form | None, way: str, name: str, value: str) -> str:
    return value if form is None else f"{way}_{name}({value})"


def _form(frozen: object, noted: Mapping[str, object], name: str, forms: Forms) -> Form | None:
    """How a field is thawed and frozen; None: it is the same. Raises TypeError where nothing tells."""
    if name in forms:
        return forms[name]
    if name == FRAMES:
        return LIST
    thawed = noted.get(name, frozen)
    if thawed == frozen:
        return None
    shapes = (get_origin(frozen) or frozen, get_origin(thawed) or thawed)
    if shapes not in SHAPES:
        raise TypeError(f"{name} is {frozen} in the state and {thawed} in the draft: say how in forms")
    return SHAPES[shapes]
