"""Webhooks: delivery of a mall's events to the apps that are installed in it."""
