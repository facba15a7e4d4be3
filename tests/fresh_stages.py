"""Opens stages on stores of their own, as the options of a run say."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from openmall.configuration import Configuration
from tests import new_store, postgres
from tests.pgbouncer import PgBouncer
from tests.world import Stage, open_stage


@contextmanager
def fresh_stage(store: str, config: pytest.Config) -> Iterator[Stage]:
    """Open an application on a fresh store, `sqlite` or `postgresql`."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings: dict[str, Any] = {}
        if store == "postgresql":
            settings["database"] = postgres.server().new_database()
            if config.getoption("--at-a-node"):
                new_store.prepare(Configuration(data_dir=folder, **settings))
                settings["database"] = postgres.server().at_a_node(settings["database"])
            if config.getoption("--pooler"):
                new_store.prepare(Configuration(data_dir=folder, **settings))
                pooler = PgBouncer(settings["database"])
                stack.callback(pooler.stop)
                settings = {
                    "database": pooler.through(settings["database"]),
                    "prepared_statements": 0,
                }
        yield stack.enter_context(open_stage(folder, **settings))
