"""What the inverse of the noise recovers: of a cell, of an item, and of a range of items."""
