"""Subscriptions: items that a customer gets delivered regularly."""
