"""Reporting of orders: dashboard, sales sources, and verification against the orders."""
