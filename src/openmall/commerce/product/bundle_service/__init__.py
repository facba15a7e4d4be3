"""Changes of bundles and the operations on them, above those on products."""
