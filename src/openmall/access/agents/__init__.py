"""Agents that act for shoppers: registration, consents and tokens; confirmations of changes."""
