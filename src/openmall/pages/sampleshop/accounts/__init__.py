"""Accounts of customers: sign-in, addresses, stored payment methods, assistants."""
