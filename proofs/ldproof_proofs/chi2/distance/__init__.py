"""Distances between decisions, against a search one person at a time."""
