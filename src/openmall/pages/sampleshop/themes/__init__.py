"""Themes: looked up, rendered, and the data that all their pages have."""
