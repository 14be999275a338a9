"""The ferry at Lebus: a small game to read, whole, before one writes a large one (docs/adding-a-game.md)."""
