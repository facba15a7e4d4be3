"""Payment attempts at gateways: what was begun, and how it ended."""
