"""Doors for the tests of the front door."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.doors import Door, opening


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Door]]:
    yield from opening(tmp_path)
