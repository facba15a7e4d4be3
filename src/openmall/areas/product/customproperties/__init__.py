"""Properties a merchant gives products, in words of its own."""
