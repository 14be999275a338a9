"""What the book says where it differs from other campaigns, chapter by chapter."""
