"""What a report tells of an item: of a row, of all rows, of a sampled one, and of a cell that is named."""
