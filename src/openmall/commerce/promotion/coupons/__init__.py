"""Coupons: their benefits and their conditions."""
