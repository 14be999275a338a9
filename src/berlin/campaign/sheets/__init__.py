"""A campaign on paper: rosters, purchases, groups and Perimeters to print, set-ups to take elsewhere."""
