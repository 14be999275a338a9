"""The events of the cards: a half of the 54 in a class of its own, entered in the registry by game.py."""
