"""A shopper's own account: signing up, signing in and out, personal data."""
