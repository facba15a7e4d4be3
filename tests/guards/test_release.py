"""The version of the program, and the files that repeat it."""

import re

from openmall import __version__
from tests.database.release_store import LAST
from tests.journeys.demo_server import ROOT

NAMED = re.compile(r"openmall[:-](\d+\.\d+\.\d+)|openmall (\d+\.\d+\.\d+),")
"""An image, a wheel, an archive, or what a program says of itself."""
FILES = (
    *sorted((ROOT / "deploy").glob("*.yaml")), ROOT / "docs/containers.md",
    ROOT / "docs/operating.md",
)  # fmt: skip


def test_manifests_and_manuals_name_the_version() -> None:
    named = {
        file.name: {found[1] or found[2] for found in NAMED.finditer(file.read_text("utf-8"))}
        for file in FILES
    }
    assert {name for name, found in named.items() if found - {__version__}} == set()
    assert sum(map(len, named.values())) > 3


def test_the_changelog_begins_with_the_version_or_the_next_one() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    coming = re.fullmatch(r"(\S+) \(not released yet\)", headings[0])
    if coming is not None:
        assert _numbers(coming[1]) > _numbers(__version__)
    assert re.fullmatch(
        rf"{re.escape(__version__)} \(\d{{4}}-\d{{2}}-\d{{2}}\)", headings[coming is not None]
    )


def _numbers(version: str) -> list[int]:
    return [int(each) for each in version.split(".")]


def test_the_store_of_the_last_release_is_kept() -> None:
    assert LAST.described().answers
