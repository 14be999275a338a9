"""Both sides set up, and look at each other, before the battle commences."""
