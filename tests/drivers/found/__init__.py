"""Mechanisms of libraries that were found to break their claims; docs/found.md has the findings."""
