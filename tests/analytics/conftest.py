"""A fresh store for each test, SQLite and PostgreSQL."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from openmall.configuration import Configuration
from tests import new_store, postgres
from tests.stores import STORES


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest) -> Iterator[Configuration]:
    """The settings of an empty store of the newest schema."""
    database = postgres.server().new_database() if request.param == "postgresql" else ""
    with tempfile.TemporaryDirectory() as folder:
        made = Configuration(data_dir=Path(folder), database=database)
        new_store.prepare(made)
        yield made
