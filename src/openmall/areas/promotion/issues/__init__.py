"""Issued coupons: which coupon somebody has, and how they came by it."""
