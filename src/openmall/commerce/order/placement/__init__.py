"""Placement of orders: from a cart or a draft through its quote to the order."""
