"""How the campaign is shown and said."""
