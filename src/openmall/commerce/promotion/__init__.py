"""The Promotion area: coupons, their issues and uses; benefits of products."""
