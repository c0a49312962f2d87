"""What the inverse of the noise recovers, of a cell and of an item, and how rows are joined."""
