"""Customers are moved between groups by what they bought, at the times of the shop's settings."""
