"""Themes of shops."""
