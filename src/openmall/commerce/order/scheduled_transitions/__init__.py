"""Scheduled transitions: unpaid orders expire, items are delivered and purchases confirmed."""
