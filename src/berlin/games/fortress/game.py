"""On to Berlin! and Fortress Berlin, tied together."""
