"""Commands about apps, their tokens, events and calls."""
