"""Changes of categories and the operations on them, above what a category has."""
