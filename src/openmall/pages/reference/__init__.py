"""The API reference: its pages, OpenAPI documents, and lists of operations and versions."""
