"""A shopper's own account: signing up, signing in and out, and what the shop knows of them."""
