"""The four APIs: prefix, credential, rate limit, operations."""
