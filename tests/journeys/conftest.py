"""Demo malls that journeys share: one on each store, started once."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.journeys.running import Running

STORES = ("sqlite", "postgresql")


def database_options(store: str) -> list[str]:
    """Return the options that put a mall on a fresh database of a store."""
    if store == "sqlite":
        return []
    return ["--database", postgres.server().new_database(), "--workers", "2"]


@pytest.fixture(scope="module", params=STORES)
def mall(request: pytest.FixtureRequest) -> Iterator[Running]:
    """A running demo mall."""
    with tempfile.TemporaryDirectory() as folder:
        running = Running(Path(folder) / "data", *database_options(request.param))
        yield running
        running.kill()
