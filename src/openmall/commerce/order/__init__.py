"""Orders: what was bought, paid, sent, and given back."""
