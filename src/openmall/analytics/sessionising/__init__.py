"""Sessionisation: turns collected page views and outbox events into visits and facts."""
