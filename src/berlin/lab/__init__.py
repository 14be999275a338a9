"""Many games between machines, and what they tell about the players and the game."""
