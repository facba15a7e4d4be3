"""Modules that are generated from OpenAPI documents: `make generated ONLY=sdks`."""
