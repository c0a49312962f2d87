"""Theorems about the rounds a person reports in."""
