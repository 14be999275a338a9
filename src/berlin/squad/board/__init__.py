"""What lies on the table: counters, pieces, works on the ground, and the printed tables."""
