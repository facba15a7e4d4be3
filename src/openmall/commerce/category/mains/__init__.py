"""Main display groups: the shelves of products on a shop's first page."""
