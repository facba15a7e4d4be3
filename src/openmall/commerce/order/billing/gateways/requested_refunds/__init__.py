"""Refunds that gateways are requested to make."""
