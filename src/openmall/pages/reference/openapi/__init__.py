"""Machine-readable documents of the APIs: OpenAPI 3.1 of the calls, AsyncAPI 3 of the events."""
