"""The `berlin` command."""
