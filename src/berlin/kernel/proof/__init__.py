"""What proves a game: laws, goldens, random games, and which test proves which clause."""
