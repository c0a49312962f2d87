"""Where samples come from: sources, the workers that draw from them, and what a function gives."""
