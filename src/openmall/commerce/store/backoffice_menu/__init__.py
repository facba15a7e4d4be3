"""What a manager of a shop can open: the back office's pages, and apps that have a place to go."""
