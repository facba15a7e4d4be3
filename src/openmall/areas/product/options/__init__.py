"""Options of a product: what buyers choose between, how it is shown, and what they may add."""
