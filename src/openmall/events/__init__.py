"""Everything apps receive besides answers: webhooks, background jobs, the request log."""
