"""A fresh store for each test, SQLite and PostgreSQL."""

import functools
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from openmall.configuration import Configuration
from tests import postgres
from tests.analytics.sessionising.event_reporting import fresh


@functools.cache
def _empty_postgresql() -> str:
    """Return the address of an empty store that is set up, to be copied."""
    with tempfile.TemporaryDirectory() as folder:
        return fresh(Path(folder), postgres.server().new_database()).database


@pytest.fixture(scope="session")
def _empty_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an empty store that is set up, to be copied."""
    return fresh(tmp_path_factory.mktemp("empty")).database_path


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, _empty_sqlite: Path) -> Iterator[Configuration]:
    with tempfile.TemporaryDirectory() as folder:
        database = ""
        if request.param == "postgresql":
            database = postgres.server().copy_database(_empty_postgresql())
        made = Configuration(data_dir=Path(folder), database=database)
        if not database:
            shutil.copy(_empty_sqlite, made.database_path)
        yield made
