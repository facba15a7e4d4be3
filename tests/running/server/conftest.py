"""Server processes for these tests."""

from tests.running.server.server_process import opened

__all__ = ["opened"]
