"""Coupons: what a shop gives away, to whom and on which conditions."""
