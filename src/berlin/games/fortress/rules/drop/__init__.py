"""15.3. The air drop: confusion, aim, scatter, displacement, landing."""
