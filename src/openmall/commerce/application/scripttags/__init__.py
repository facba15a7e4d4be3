"""Script tags: scripts of apps on the pages of a shop."""
