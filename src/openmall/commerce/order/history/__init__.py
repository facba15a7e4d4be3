"""History of orders: earlier buyers, receivers and items, and who changed them."""
