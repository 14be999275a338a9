"""What speaks for an action, in plain lines, by the judgements that the staff decides by."""

from berlin.games.fortress.state.state import State
from berlin.kernel.play.acts import Act


def reasons(state: State, action: Act) -> tuple[str, ...]:
    """Up to four short lines; empty where nothing was weighed."""
    return ()
