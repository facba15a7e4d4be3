"""What of an order is sent together, by whom, and how far it has come."""
