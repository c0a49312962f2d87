"""The two sides of a threshold, against a search."""
