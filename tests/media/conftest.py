"""A store of pictures in each place where they can be kept."""

from pathlib import Path

import pytest

from openmall.configuration import Configuration
from openmall.media.store import Store
from openmall.media.store_factory import open_store
from tests.s3 import Server


@pytest.fixture(params=["directory", "s3"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """An empty store."""
    settings: dict[str, str] = {}
    if request.param == "s3":
        server: Server = request.getfixturevalue("s3")
        settings = server.settings(server.new_bucket())
    return open_store(Configuration(data_dir=tmp_path, **settings))  # type: ignore[arg-type] # texts
