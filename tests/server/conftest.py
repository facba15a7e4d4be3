"""Doors for the tests of the front door."""

from tests.server.doors import opened

__all__ = ["opened"]
