"""The command line: words for people, and JSON for programs."""
