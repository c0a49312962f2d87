"""Clients and collectors in other languages, written from PROTOCOL.md: right ones conform, and broken ones are found."""
