"""What belongs to a single shopper: carts."""
