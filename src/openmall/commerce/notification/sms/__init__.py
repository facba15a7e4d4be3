"""Text messages that a shop sends: senders, receivers and balance."""
