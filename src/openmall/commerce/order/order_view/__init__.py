"""What the APIs show of an order: its answer with embedded claims and refunds, and the search."""
