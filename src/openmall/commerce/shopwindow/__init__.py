"""Products as a shop's pages show them, all data of a page in one answer."""
