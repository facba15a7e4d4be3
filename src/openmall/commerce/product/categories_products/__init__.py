"""The products of a category, in their order."""
