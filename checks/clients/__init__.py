"""Clients that common generators make from the OpenAPI documents, made and run against a server."""
