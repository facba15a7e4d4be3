"""What leaves a call behind it: webhooks, jobs and the request log."""
