"""Idempotency keys: a retried write is executed once."""
