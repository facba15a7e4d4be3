"""Search of the back office: pages, settings, reports, actions, and the shop's own records.

The search page and the palette (Ctrl K) have the same results.
"""
