"""Changes of variants and the operations on them, above stock and products."""
