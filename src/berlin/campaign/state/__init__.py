"""The state of a campaign: as it is, as a seat sees it, as text."""
