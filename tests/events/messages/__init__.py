"""Outgoing messages: their outbox and delivery."""
