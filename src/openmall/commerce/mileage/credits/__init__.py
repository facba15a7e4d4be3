"""Credits: money of customers held by the shop."""
