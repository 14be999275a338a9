"""How the plan of a city is drawn on hexes: country, blocks, waters, streets, and what is written on them."""
