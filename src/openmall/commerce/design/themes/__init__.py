"""Themes: the pages of the sample shop in a safe template language."""
