"""An installation that is full of everything, made once; with `--thorough` one on each store.

PostgreSQL keeps everything of it where it is restored, and where it is moved to and from.
"""

from collections.abc import Iterator

import pytest

from tests import postgres
from tests.random_cases import combinations
from tests.transfer.backup.full_installation import Full
from tests.world import open_stage


@pytest.fixture(scope="session", params=combinations(("sqlite", "postgresql"), usual=("sqlite",)))
def full(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Full]:
    """An installation with a full mall and another one; tests leave it as it is."""
    database = postgres.server().new_database() if request.param == "postgresql" else ""
    folder = tmp_path_factory.mktemp(f"full-{request.param}")
    with open_stage(folder, database=database) as stage:
        yield Full(stage)
