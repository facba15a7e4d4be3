"""Facts: what reports are made of. Rows that are added once and never changed."""
