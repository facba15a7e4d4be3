"""Customer groups: tiers of customers, each with benefits of its own."""
