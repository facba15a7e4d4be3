"""The clients in `clients/`, as far as they need no server."""
