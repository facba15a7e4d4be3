"""Batches: one text for many customers, kept until a worker wrote each page to the outbox."""
