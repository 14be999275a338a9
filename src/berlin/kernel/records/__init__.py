"""Games and positions as text: written, read, replayed, verified."""
