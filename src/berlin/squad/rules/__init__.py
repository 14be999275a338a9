"""Checks, harm, fire, Close Combat, mines: each a rule with its table, its roll and its result."""
