"""Charges of apps: platform store orders that a merchant confirms, and their payments."""
