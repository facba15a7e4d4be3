"""The pictures of pages in the documentation can be renewed, and are there and small."""

from pathlib import Path

import pytest

from tests.journeys import screenshots
from tests.journeys.demo_server import DemoServer

pytestmark = pytest.mark.one_store


def test_every_picture_is_made_and_small(mall: DemoServer, tmp_path: Path) -> None:
    made = screenshots.take(mall, tmp_path)

    kept = {file.name: file.stat().st_size for file in screenshots.FOLDER.glob("*.webp")}
    names = [*screenshots.PAGES, screenshots.README]
    assert [file.name for file in made] == [f"{name}.webp" for name in names]
    assert {file.name for file in made} == set(kept)
    assert max(file.stat().st_size for file in made) < screenshots.MOST_BYTES
    assert max(kept.values()) < screenshots.MOST_BYTES
    assert {file.read_bytes()[8:12] for file in made} == {b"WEBP"}
