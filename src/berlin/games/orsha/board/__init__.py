"""What lies on the table: the map, the counters, the charts and tables."""
