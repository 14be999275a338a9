"""The rules of No Retreat! and Na Berlin!, a module a chapter."""
