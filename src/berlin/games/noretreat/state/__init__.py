"""A game's state and what is made of it: acts, views, situations, laws."""
