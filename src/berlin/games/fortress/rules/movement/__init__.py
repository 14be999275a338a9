"""7. Movement: what a step costs, how far a unit gets, and how it changes its mode on the way."""
