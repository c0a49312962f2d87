"""Bounds of others, as this project uses them, and what follows from them for sums of bits."""
