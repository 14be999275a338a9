"""9. Combat, from the first target to the last advance."""
