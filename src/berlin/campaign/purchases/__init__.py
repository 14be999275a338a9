"""What is bought, and what comes of it."""
