"""How the game is shown and said."""
