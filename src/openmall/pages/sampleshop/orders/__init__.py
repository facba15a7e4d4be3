"""Orders of a shopper: claims, subscriptions, and orders of guests."""
