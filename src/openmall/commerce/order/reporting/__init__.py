"""Reporting of orders: figures, sales sources, and verification against the orders."""
