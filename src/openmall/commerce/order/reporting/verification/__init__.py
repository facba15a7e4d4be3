"""Verification of orders against their own records: amounts, payments, states, stock, figures."""
