"""On to Berlin!, on Fortress Berlin."""
