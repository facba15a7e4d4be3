"""Documents of the APIs: OpenAPI and AsyncAPI."""
