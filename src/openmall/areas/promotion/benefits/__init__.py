"""Benefits: what everybody, or a group, gets off certain products without a coupon."""
