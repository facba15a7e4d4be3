"""The shells of the command line's tests."""

from tests.cli.conftest import new_shop, shell, shop

__all__ = ["new_shop", "shell", "shop"]
