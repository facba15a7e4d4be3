"""Customers to whom a coupon would be issued under its conditions."""
