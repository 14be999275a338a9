"""Breaks the rules of a game in small ways, and tells which breaks no test notices. See docs/testing.md."""
