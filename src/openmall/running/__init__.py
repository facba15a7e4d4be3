"""How an installation runs: server, periodic work, observability."""
