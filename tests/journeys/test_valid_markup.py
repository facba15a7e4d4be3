"""Every page is valid HTML by the W3C's checker, which `make nightly` fetches."""

from urllib.parse import urlsplit

import pytest
from selenium import webdriver

from checks import markup
from tests.journeys import chromium, page_walk
from tests.journeys.demo_server import DemoServer

pytestmark = pytest.mark.one_store


def _as_sent(mall: DemoServer, browser: webdriver.Chrome) -> str:
    """Return the page as the server sends it; the document that the browser made of it is valid."""
    address = urlsplit(browser.current_url)
    headers = {
        "Host": address.netloc,
        "Cookie": "; ".join(f"{each['name']}={each['value']}" for each in browser.get_cookies()),
    }
    answer = mall.client.get(f"{address.path}?{address.query}", headers=headers)
    assert answer.headers["Content-Type"].startswith("text/html"), browser.current_url
    assert len(answer.text) > 1000, browser.current_url
    return answer.text


@pytest.mark.parametrize("area", page_walk.AREAS)
def test_pages_are_valid(mall: DemoServer, area: str) -> None:
    with chromium.opened() as browser:
        start = page_walk.AREAS[area](browser, mall)
        pages = {path: _as_sent(mall, browser) for path in page_walk.walk(browser, start)}

    assert markup.faults_of_pages(pages) == []


def test_what_is_invalid_is_found() -> None:
    page = '<!doctype html><html lang="en"><title>x</title><p autofocus="True">x</p>'
    product = {"@context": "https://schema.org", "@type": "Product", "name": "Linen shirt"}

    [fault] = markup.faults_of_pages({"valid": page.replace('="True"', ""), "page": page})
    [named] = markup.faults_of_data({"valid": product, "product": {**product, "prize": 3}})

    assert fault.startswith("page: Bad value “True” for attribute “autofocus”")
    assert named.startswith("product: ")
    assert '"prize"' in named
