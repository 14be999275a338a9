"""How a game is played: questions, the sequence of play, drafts, dice, taking back, giving up."""
