"""Perimeters, what they cut off, and who gets out of it."""
