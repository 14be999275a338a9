"""What changed from one JSON value to another, as JSON: smaller than the value wherever little did.

A change is one of three:

    ["=", value]                   the value instead
    {"field": change, ...}         an object in which these fields changed
    ["~", edit, edit, ...]         a list: [at, gone, [entries]] takes so many entries out there and puts
                                   these in; [at, change] changes one. Made one after the other, the last of
                                   the list first, so that the places of the others hold.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

import msgspec
from msgspec import Raw

# As difflib tells it: of which kind, and the entries from and to, of the one and of the other list.
Difference = tuple[str, int, int, int, int]
# Of more entries than that it is not looked for what they have in common.
MOST_COMPARED = 40_000
# So few that changed where they are were not moved.
FEW = 4
_fields = msgspec.json.Decoder(dict[str, Raw])
_entries = msgspec.json.Decoder(list[Raw])


def change(old: bytes, new: bytes) -> bytes:
    """What makes the one of the other, both as JSON."""
    finer = b""
    if old[:1] == new[:1] == b"{":
        finer = _of_object(old, new)
    elif old[:1] == new[:1] == b"[":
        finer = _of_list(old, new)
    whole = b'["=",%b]' % new
    return finer if finer and len(finer) < len(whole) else whole


def _of_object(old: bytes, new: bytes) -> bytes:
    """The fields that changed; nothing if there are others than before."""
    before, after = _fields.decode(old), _fields.decode(new)
    if before.keys() != after.keys():
        return b""
    pairs = ((name, bytes(before[name]), bytes(value)) for name, value in after.items())
    return b"{%b}" % b",".join(
        b"%b:%b" % (msgspec.json.encode(name), change(was, now)) for name, was, now in pairs if was != now
    )


def _of_list(old: bytes, new: bytes) -> bytes:
    before, after = map(bytes, _entries.decode(old)), map(bytes, _entries.decode(new))
    edits = list(_edits(list(before), list(after)))
    return b"[%b]" % b",".join((b'"~"', *reversed(edits)))


def _edits(before: list[bytes], after: list[bytes]) -> Iterator[bytes]:
    """The edits of a list, the first of it first."""
    for kind, start, end, first, last in _differences(before, after):
        if kind == "equal":
            continue
        if end - start == last - first:
            for n in range(end - start):
                yield b"[%d,%b]" % (start + n, change(before[start + n], after[first + n]))
        else:
            yield b"[%d,%d,[%b]]" % (start, end - start, b",".join(after[first:last]))


def _differences(before: list[bytes], after: list[bytes]) -> Sequence[Difference]:
    """Which entries became which others."""
    in_place = _in_place(before, after)
    if len(in_place) <= FEW or len(before) * len(after) > MOST_COMPARED:
        return in_place
    return SequenceMatcher(None, before, after, autojunk=False).get_opcodes()


def _in_place(before: list[bytes], after: list[bytes]) -> Sequence[Difference]:
    """Those that changed where they are, and what is more or less at the end."""
    both = min(len(before), len(after))
    changed = [("replace", n, n + 1, n, n + 1) for n in range(both) if before[n] != after[n]]
    if len(before) != len(after):
        changed.append(("replace", both, len(before), both, len(after)))
    return changed
