"""8. Combat: bombardment, direct gun fire, close assault, and what comes of them."""
