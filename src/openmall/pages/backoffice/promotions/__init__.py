"""Pages of coupons, discount codes and benefits: forms with a preview of who gets what price."""
