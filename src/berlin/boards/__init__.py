"""What boards are made of: places, borders and the way they are drawn."""
