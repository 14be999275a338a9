"""How it is shown and said."""
