"""Shoppers ask what is urgent, and read what they were answered."""
