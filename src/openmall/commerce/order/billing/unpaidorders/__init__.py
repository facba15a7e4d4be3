"""Orders that await a payment by bank transfer."""
