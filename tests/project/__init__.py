"""Tests of the project itself: its layers, its generated pages, its lock, and its committed files."""
