"""What of an order was changed, by whom, and what it was before."""
