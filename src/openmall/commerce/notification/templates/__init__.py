"""Texts of messages that a shop has changed, for each occasion and language."""
