"""Onslaught to Orsha 2: four battles along a railway in June 1944, and what is done between them."""
