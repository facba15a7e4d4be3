"""Themes, their pages, and the shop editor."""
