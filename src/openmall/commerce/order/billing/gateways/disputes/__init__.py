"""Disputes of payments, as gateways report them."""
