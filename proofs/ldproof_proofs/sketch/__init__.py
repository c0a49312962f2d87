"""Theorems about the Count-Min Sketch with local privacy."""
