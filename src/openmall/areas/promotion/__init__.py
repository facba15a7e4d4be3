"""The Promotion area: coupons, who has them, what they take off; benefits of products."""
