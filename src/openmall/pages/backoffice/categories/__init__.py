"""Categories: the tree of a shop, and categories as choices of forms."""
