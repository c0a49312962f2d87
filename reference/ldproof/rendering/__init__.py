"""What the services find, in words for people and as JSON: what the commands print, and the public functions return."""
