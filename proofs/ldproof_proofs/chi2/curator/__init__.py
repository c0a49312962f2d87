"""Noise that is added and compared: what the answer tells about one person."""
