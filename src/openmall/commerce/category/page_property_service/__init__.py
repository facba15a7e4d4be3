"""The operations on which fields pages show, above categories and main display groups."""
