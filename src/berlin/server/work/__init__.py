"""How much is done at once and for whom: turns, budgets, pauses, and the log of it."""
