"""A fresh store for each test, SQLite and PostgreSQL."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from openmall.configuration import Configuration
from tests import postgres
from tests.analytics.sessionising.telling import fresh


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> Iterator[Configuration]:
    database = postgres.server().new_database() if request.param == "postgresql" else ""
    with tempfile.TemporaryDirectory() as folder:
        yield fresh(Path(folder), database)
