"""m-shot reporting: locally private, sequential detection of heavy hitters."""
