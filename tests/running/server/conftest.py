"""Doors for the tests of the front door."""

from tests.running.server.doors import opened

__all__ = ["opened"]
