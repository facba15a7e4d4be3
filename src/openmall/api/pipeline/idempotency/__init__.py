"""Idempotency keys: a retried creating call is executed once."""
