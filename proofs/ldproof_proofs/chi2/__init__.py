"""Theorems about the private chi-squared test."""
