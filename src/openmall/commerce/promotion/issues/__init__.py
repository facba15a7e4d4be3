"""Issued coupons: the coupons of customers, and how they were issued."""
