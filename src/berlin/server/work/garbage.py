"""How often the interpreter looks for garbage in the server's process."""

import gc

# What a table keeps for long is bytes, and a request leaves hardly anything behind that has to be looked for.
# To look after every few hundred new objects, as is usual, took an eighth of the time, some of it in one go.
NEW_OBJECTS = 50_000


def rarely() -> None:
    """Looks seldom, and never again at what is there already."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
