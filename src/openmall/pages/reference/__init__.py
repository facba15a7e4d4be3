"""The registry in print: OpenAPI documents, and the page of all operations."""
