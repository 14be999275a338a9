"""The table in a terminal: what it shows, and what can be typed at it."""
