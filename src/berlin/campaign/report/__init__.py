"""A battle that was fought elsewhere, reported: unit by unit, then what both sides have in common."""
