"""Self-service of buyers: claims, confirmations and address changes of their own orders."""
