"""What lies on the table: the map, the counters and the charts."""
