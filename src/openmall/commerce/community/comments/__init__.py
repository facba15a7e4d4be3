"""Comments on articles."""
