"""Shipments: items that are sent together, their carrier and their progress."""
