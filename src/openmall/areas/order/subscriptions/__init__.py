"""Subscriptions: what a customer wants to be sent again and again."""
