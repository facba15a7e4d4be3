"""The demonstration shop: a hand-written catalogue, drawn pictures and endless made-up products."""
