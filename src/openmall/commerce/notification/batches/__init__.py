"""Batches: one text for many customers, written to the outbox page by page by a worker."""
