"""Benefits: discounts on products without a coupon, for everybody or for a group."""
