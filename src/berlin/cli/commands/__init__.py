"""The commands of `berlin`, a module for each or for a few that belong together."""
