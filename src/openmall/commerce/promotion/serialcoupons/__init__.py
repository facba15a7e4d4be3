"""Serial coupons: coupons that a customer gets by a code."""
