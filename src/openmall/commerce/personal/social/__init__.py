"""Shoppers sign in with accounts of other services: OpenID Connect, and OAuth 2.0 where needed."""
