"""Changes of products and the operations on them, above variants, stock and options."""
