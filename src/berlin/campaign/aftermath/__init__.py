"""What a battle leaves: Melees to the end, the map cleared, prisoners, fires, wounds, men who learned."""
