"""The shells of the command line's tests."""

from tests.cli.conftest import shell, shop

__all__ = ["shell", "shop"]
