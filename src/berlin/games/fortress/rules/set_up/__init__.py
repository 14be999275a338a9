"""13. Set-up: where each unit may stand, by hand, by a ready plan, or by a text that was kept."""
