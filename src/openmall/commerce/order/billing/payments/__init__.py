"""Payments of orders: the ledger of each, and the effects of a payment."""
