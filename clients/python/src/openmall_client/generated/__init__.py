"""What is generated from the OpenAPI documents: `make sdks`."""
