"""A real browser runs the script on a shop's own pages: what arrives, and what it keeps."""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import apsw
import msgspec
import pytest
from selenium import webdriver

from openmall.analytics.collecting.shape import CollectedEvent
from tests.cli.command_line import Shell
from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer, soon

pytestmark = pytest.mark.journey

PAGES: Final = {
    "/": "<body>Welcome",
    "/goods/7": '<body data-product-no="7">Apron',
    "/meta/8": '<meta name="openmall:product-no" content="8"><body>Bowl',
    "/find": '<body data-search="linen apron">Found',
    "/odd": '<body data-product-no="x">Odd',
}


@pytest.fixture(scope="module")
def mall() -> Iterator[DemoServer]:
    """A running demo mall."""
    with tempfile.TemporaryDirectory() as folder:
        running = DemoServer(Path(folder) / "data", "--no-limits")
        yield running
        running.kill()


@contextmanager
def website(mall: DemoServer, shop_no: int = 1) -> Iterator[str]:
    """Serve a shop's own pages, with the script in them."""
    script = f'<script src="{mall.demo.local_url}/analytics.js?shop_no={shop_no}" async></script>'

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = PAGES.get(self.path.partition("?")[0], "")
            body = f"<!doctype html>{script}{page}".encode() if page else b""
            self.send_response(200 if page else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 # its name there
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def browser() -> Iterator[webdriver.Chrome]:
    """A new browser nobody has used."""
    with chromium.opened() as made:
        yield made


@pytest.fixture
def told(mall: DemoServer) -> "Arrivals":
    return Arrivals(mall)


class Arrivals:
    """What has arrived since it was made."""

    def __init__(self, mall: DemoServer) -> None:
        self._store = apsw.Connection(str(mall.data_dir / "openmall.sqlite"))
        self._before = 0
        self._before = max((number for number, _ in self._rows()), default=0)

    def _rows(self) -> list[Any]:
        sql = "SELECT sequence, content FROM collected WHERE sequence > ? ORDER BY sequence"
        return list(self._store.execute(sql, (self._before,)))

    def now(self) -> list[CollectedEvent]:
        return [
            each
            for _, content in self._rows()
            for each in msgspec.json.decode(content, type=list[CollectedEvent])
        ]

    def after(self, number: int) -> list[CollectedEvent]:
        """Return the events once there are so many."""
        soon(lambda: len(self.now()) >= number)
        found = self.now()
        assert len(found) == number, found
        return found


def kept(browser: webdriver.Chrome) -> dict[str, str]:
    """Return what the page's site keeps in the browser: local storage, and cookies."""
    stored: dict[str, str] = browser.execute_script("return {...localStorage}")
    return stored | {each["name"]: each["value"] for each in browser.get_cookies()}


def test_pages_arrive_with_campaign_referrer_product_and_identifier(
    mall: DemoServer, browser: webdriver.Chrome, told: Arrivals
) -> None:
    with website(mall) as shop, website(mall) as other:
        elsewhere = other.replace("localhost", "news.localhost")
        browser.get(f"{elsewhere}/odd")
        [odd] = told.after(1)
        browser.execute_script(
            "location.href = arguments[0]",
            f"{shop}/?utm_source=letter&utm_medium=mail&utm_campaign=spring&utm_term=x#secret",
        )
        told.after(2)
        browser.execute_script(f"location.href = '{shop}/goods/7'")
        told.after(3)
        browser.execute_script(f"location.href = '{shop}/meta/8'")
        told.after(4)
        browser.execute_script(f"location.href = '{shop}/find?keyword=linen'")
        pages = told.after(5)[1:]
        identifier = kept(browser)

    assert [(each.kind, each.url, each.product_no, each.about) for each in (odd, *pages)] == [
        ("page", "/odd", 0, ""),
        ("page", "/", 0, ""),
        ("product", "/goods/7", 7, ""),
        ("product", "/meta/8", 8, ""),
        ("search", "/find", 0, "linen apron"),
    ]
    assert [each.referrer for each in pages] == [f"{elsewhere.rpartition(':')[0]}/", "", "", ""]
    campaign = [(e.ad, e.medium, e.campaign, e.term, e.content) for e in pages]
    assert campaign == [("letter", "mail", "spring", "x", ""), *[("",) * 5] * 3]
    assert {each.device for each in pages} == {"pc"}
    assert {each.bot for each in pages} == {"HeadlessChrome"}
    # two sites, two identifiers; nothing is left to be sent
    assert len({each.browser for each in pages}) == 1
    assert odd.browser != pages[0].browser
    assert set(identifier) == {"openmall.visitor", "openmall_visitor"}
    name, until = identifier["openmall.visitor"].split(" ")
    assert (identifier["openmall_visitor"], len(name)) == (name, 28)
    assert int(until) > 0


def test_a_visitor_who_comes_back_is_the_same(
    mall: DemoServer, browser: webdriver.Chrome, told: Arrivals
) -> None:
    with website(mall) as shop:
        browser.get(f"{shop}/")
        told.after(1)
        browser.get("about:blank")
        browser.get(f"{shop}/goods/7")
        first, second = told.after(2)

    assert first.browser == second.browser


def test_a_shop_of_a_single_page_tells_where_it_goes(
    mall: DemoServer, browser: webdriver.Chrome, told: Arrivals
) -> None:
    with website(mall) as shop:
        browser.get(f"{shop}/")
        told.after(1)
        # the address changes first, and what the page says of itself afterwards
        browser.execute_script(
            "history.pushState({}, '', '/goods/7'); document.body.dataset.productNo = 7;"
            "history.replaceState({}, '', '/goods/7?seen=1'); history.pushState({}, '', '#top');"
        )
        told.after(2)
        browser.execute_script("history.pushState({}, '', '/goods/9')")
        browser.execute_script(
            "document.body.dataset.productNo = 9; history.pushState({}, '', '/cart');"
            "delete document.body.dataset.productNo"
        )
        told.after(4)
        browser.back()
        found = told.after(5)

    assert [(each.url, each.kind, each.product_no) for each in found] == [
        ("/", "page", 0),
        ("/goods/7", "product", 7),
        ("/goods/9", "product", 9),
        ("/cart", "page", 0),
        ("/goods/9", "page", 0),
    ]
    assert [each.referrer for each in found] == [""] * 5


@pytest.mark.parametrize("says", ["dnt", "gpc"])
def test_nothing_is_left_in_a_browser_that_is_not_to_be_tracked(
    mall: DemoServer, browser: webdriver.Chrome, told: Arrivals, says: str
) -> None:
    with website(mall) as shop:
        browser.get(f"{shop}/")
        told.after(1)
        assert set(kept(browser)) == {"openmall.visitor", "openmall_visitor"}
        browser.execute_script("localStorage['openmall.unsent.x'] = 'old'; localStorage.mine = 1")
        name, value, header = {
            "dnt": ("doNotTrack", "'1'", {"DNT": "1"}),
            "gpc": ("globalPrivacyControl", "true", {"Sec-GPC": "1"}),
        }[says]
        source = f"Object.defineProperty(Navigator.prototype, '{name}', {{get: () => {value}}})"
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        browser.execute_cdp_cmd("Network.enable", {})
        browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": header})

        browser.get(f"{shop}/goods/7")
        told.after(2)
        browser.get(f"{shop}/meta/8")
        first, second, third = told.after(3)
        left = kept(browser)

    assert left == {"mine": "1"}
    assert [each.product_no for each in (first, second, third)] == [0, 7, 8]
    # told apart all the same, for a day, by address and program
    assert first.browser != second.browser == third.browser


def test_a_shop_that_tracks_all_keeps_its_identifier(
    mall: DemoServer, browser: webdriver.Chrome, told: Arrivals
) -> None:
    Shell(mall.data_dir).json(
        "mall", "tracking", mall.demo.mall_id, "respect_do_not_track=F", "--shop", "2"
    )
    browser.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument",
        {"source": "Object.defineProperty(Navigator.prototype, 'doNotTrack', {get: () => '1'})"},
    )
    with website(mall, shop_no=2) as shop:
        browser.get(f"{shop}/")
        [page] = told.after(1)
        left = kept(browser)

    assert page.shop_no == 2
    assert set(left) == {"openmall.visitor", "openmall_visitor"}


def test_what_could_not_be_sent_is_sent_from_the_next_page_under_its_name(
    mall: DemoServer, browser: webdriver.Chrome, told: Arrivals
) -> None:
    with website(mall) as shop:
        browser.get(f"{shop}/")
        told.after(1)
        browser.execute_cdp_cmd("Network.enable", {})
        browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/collect"]})
        browser.get(f"{shop}/goods/7")
        assert soon(lambda: any(name.startswith("openmall.unsent.") for name in kept(browser)))
        [unsent] = [name for name in kept(browser) if name.startswith("openmall.unsent.")]
        assert len(told.now()) == 1

        browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        browser.get(f"{shop}/meta/8")
        found = told.after(3)
        assert soon(lambda: unsent not in kept(browser))
        # a copy that another tab still had
        browser.execute_script("localStorage[arguments[0]] = arguments[1]", unsent, _copy(unsent))
        browser.get(f"{shop}/find")
        told.after(4)
        assert soon(lambda: unsent not in kept(browser))
        told.after(4)

    assert sorted(each.product_no for each in found) == [0, 7, 8]
    assert len({each.browser for each in found}) == 1


def _copy(name: str) -> str:
    batch = {
        "batch_id": name.removeprefix("openmall.unsent."),
        "shop_no": 1,
        "browser": "visitor-00001",
        "events": [{"at": 4_102_444_800_000, "url": "/goods/7", "referrer": ""}],
    }
    return msgspec.json.encode(batch).decode()


def test_a_visitor_who_leaves_at_once_is_told_of(
    mall: DemoServer, browser: webdriver.Chrome, told: Arrivals
) -> None:
    with website(mall) as shop:
        browser.get(f"{shop}/")
        browser.get("about:blank")
        [page] = told.after(1)

    assert page.url == "/"
