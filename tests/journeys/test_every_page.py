"""Every page that people open in a browser, as axe-core sees it: nothing of any impact.

Besides the pages of a menu, one page of each kind that these link to is visited.
"""

import pytest
from selenium import webdriver

from tests.journeys import page_walk
from tests.journeys.accessibility import barriers
from tests.journeys.demo_server import DemoServer

pytestmark = pytest.mark.one_store

SCHEMES = ("light", "dark")
_TOO_WIDE = "return document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize(
    ("area", "scheme"),
    [
        ("office", "light"),
        pytest.param("office", "dark", marks=pytest.mark.nightly),
        ("shop", "light"),
        ("member", "dark"),
        *((area, each) for area in ("operator", "signed-out", "consent") for each in SCHEMES),
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
        found = barriers(browser, all_impacts=True)
        if browser.execute_script(_TOO_WIDE):
            found.append("it is wider than the window")
        if found:
            faults[path] = found

    assert set(start.paths) <= seen
    assert len(seen) > len(start.paths) or not start.inside
    assert faults == {}
