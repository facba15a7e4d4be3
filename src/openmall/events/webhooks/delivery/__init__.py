"""Brings events to apps: in order, again when it failed, and never two workers at once."""
