"""The events of the cards."""
