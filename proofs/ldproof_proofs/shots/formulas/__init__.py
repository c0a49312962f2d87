"""The closed forms, each tied to the transcript's law or to a definition."""
