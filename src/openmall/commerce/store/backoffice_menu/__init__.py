"""The menu of a manager: the back office's pages, and apps with an address to open."""
