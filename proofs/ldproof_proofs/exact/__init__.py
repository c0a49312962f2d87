"""Theorems about exact draws."""
