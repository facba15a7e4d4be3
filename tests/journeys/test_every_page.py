"""Every page that people open in a browser, as axe-core sees it: nothing of any impact.

Besides the pages of a menu, one page of each kind that these link to is visited.
"""

import zlib
from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet
from selenium import webdriver

from tests import random_cases
from tests.journeys import page_walk
from tests.journeys.accessibility import barriers
from tests.journeys.demo_server import DemoServer

pytestmark = pytest.mark.one_store

SCHEMES = ("light", "dark")
_SHARED = ("office",)
"""Areas whose pages a commit shares with the night: axe-core needs seconds for each of 130."""
_TOO_WIDE = "return document.documentElement.scrollWidth > innerWidth"


def _in_one_scheme(*areas: str) -> Iterator[ParameterSet]:
    """Return areas in both schemes; a commit runs one scheme for each area, in turn."""
    for at, area in enumerate(areas):
        for scheme in SCHEMES:
            usual = SCHEMES.index(scheme) == at % len(SCHEMES)
            marks = [] if usual else [pytest.mark.nightly]
            yield pytest.param(area, scheme, marks=marks)


def _is_met(area: str, path: str) -> bool:
    """Say whether axe-core is to look at a page: at every other one of `_SHARED` for a commit."""
    shared = area in _SHARED and not random_cases.THOROUGH
    return not shared or zlib.crc32(path.encode()) % 2 == 0


@pytest.mark.parametrize(
    ("area", "scheme"),
    [
        ("office", "light"),
        pytest.param("office", "dark", marks=pytest.mark.nightly),
        ("shop", "light"),
        ("member", "dark"),
        *_in_one_scheme("operator", "signed-out", "consent"),
        ("console", "dark"),
        pytest.param("console", "light", marks=pytest.mark.nightly),
        ("reference", "light"),
        pytest.param("reference", "dark", marks=pytest.mark.nightly),
    ],
)
def test_axe_reports_nothing_on_any_page(
    mall: DemoServer, browser: webdriver.Chrome, area: str, scheme: str
) -> None:
    colours = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", colours)
    start = page_walk.AREAS[area](browser, mall)
    faults: dict[str, list[str]] = {}
    seen = set()

    for path in page_walk.walk(browser, start):
        seen.add(path)
        found = barriers(browser, all_impacts=True) if _is_met(area, path) else []
        if browser.execute_script(_TOO_WIDE):
            found.append("it is wider than the window")
        if found:
            faults[path] = found

    assert set(start.paths) <= seen
    assert len(seen) > len(start.paths) or not start.inside
    assert faults == {}
