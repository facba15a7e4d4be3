"""Modules generated from OpenAPI documents: `make generated ONLY=sdks`."""
