"""The ellipse, and the map that makes it a unit circle."""
