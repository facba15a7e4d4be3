"""Placing an order: what it costs, what it takes off the shelf, what is written down."""
