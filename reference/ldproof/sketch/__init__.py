"""The Count-Min Sketch with local privacy: how often each item is held, from one report of each person."""
