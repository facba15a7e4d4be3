"""Every page is valid HTML by the W3C's checker, which `make markup` fetches."""

import pytest
from selenium import webdriver

from checks import markup
from tests.journeys import chromium, page_walk
from tests.journeys.demo_server import DemoServer

pytestmark = pytest.mark.one_store


def _as_sent(browser: webdriver.Chrome) -> str:
    """Return the page as the server sent it; the document that the browser made of it is valid."""
    frame = browser.execute_cdp_cmd("Page.getFrameTree", {})["frameTree"]["frame"]
    which = {"frameId": frame["id"], "url": frame["url"]}
    content: str = browser.execute_cdp_cmd("Page.getResourceContent", which)["content"]
    return content


@pytest.mark.parametrize("area", page_walk.AREAS)
def test_pages_are_valid(mall: DemoServer, area: str) -> None:
    with chromium.opened() as browser:
        start = page_walk.AREAS[area](browser, mall)
        pages = {path: _as_sent(browser) for path in page_walk.walk(browser, start)}

    assert markup.faults_of_pages(pages) == []


def test_what_is_invalid_is_found() -> None:
    page = '<!doctype html><html lang="en"><title>x</title><p autofocus="True">x</p>'
    product = {"@context": "https://schema.org", "@type": "Product", "name": "Linen shirt"}

    [fault] = markup.faults_of_pages({"valid": page.replace('="True"', ""), "page": page})
    [named] = markup.faults_of_data({"valid": product, "product": {**product, "prize": 3}})

    assert fault.startswith("page: Bad value “True” for attribute “autofocus”")
    assert named.startswith("product: ")
    assert '"prize"' in named
