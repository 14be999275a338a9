"""What lies on the table: the map, the counters, the cards and the printed tables."""
