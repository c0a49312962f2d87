"""Tests of the project itself: its order, its mirror, its lock, what it may not contain."""
