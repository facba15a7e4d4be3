"""Facts: what reports are made of. Rows that are added once and never changed.

Only the facts of a sale are removed again, when its payment is taken back.
"""
