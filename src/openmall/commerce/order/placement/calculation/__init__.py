"""Calculation of an order's cost before it is placed."""
