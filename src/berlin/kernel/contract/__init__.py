"""What a game fulfils, and what it shows and says: all that others know of games."""
