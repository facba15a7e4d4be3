"""Displays: groups of the home page, sections of categories, and their products."""
