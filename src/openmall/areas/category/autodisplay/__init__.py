"""Rules that fill the display groups of categories and of the first page by themselves."""
