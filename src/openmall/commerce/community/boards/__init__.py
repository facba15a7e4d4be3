"""Boards of a shop, and the settings of each."""
