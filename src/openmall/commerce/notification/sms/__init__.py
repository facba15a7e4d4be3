"""Text messages that a shop sends: senders, receivers, balance, and the sending itself."""
