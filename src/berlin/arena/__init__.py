"""Games for learners: Gymnasium, PettingZoo and OpenSpiel-style environments over any registered game."""
