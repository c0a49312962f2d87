"""Locally private continual counting: Glance, Harmony and BORAPPOR."""
