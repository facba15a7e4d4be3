"""Products as a shop's pages show them, everything a page needs in one answer."""
