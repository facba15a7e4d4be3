"""Outgoing messages: the outbox of mail, SMS, push and chat messages, and their delivery."""
