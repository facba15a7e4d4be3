"""Scripts of apps run in a real browser: in the sample shop, and on a page of another shop."""

import base64
import hashlib
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.support.wait import WebDriverWait

from openmall.running.server import certificates
from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer

pytestmark = pytest.mark.one_store

NOTE = "(window.ran = window.ran || []).push('{name}');"
NAMES = ("first", "second", "changed", "unregistered")
CALL = "fetch('/answer').then(answer => answer.text()).then(text => window.ran.push(text));"


class AppServer:
    """An app's HTTPS server: `/<name>.js` notes its name, `/page` is a page of another shop."""

    def __init__(self, folder: Path) -> None:
        files = certificates.ensure(folder, ("localhost", "127.0.0.1"), now=datetime.now(UTC))
        self.page = ""
        self.texts = {f"/{name}.js": NOTE.format(name=name) for name in NAMES}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(files.certificate, files.key)
        self._server.socket = context.wrap_socket(
            self._server.socket, server_side=True, do_handshake_on_connect=False
        )
        self._server.daemon_threads = True
        self.origin = f"https://localhost:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _handler(server: AppServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            kind, text = "text/html", server.page
            if self.path in server.texts:
                kind, text = "text/javascript", server.texts[self.path]
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: Any) -> None:
            return

    return Handler


@pytest.fixture
def app_server(tmp_path: Path) -> Iterator[AppServer]:
    server = AppServer(tmp_path)
    yield server
    server.stop()


def _digest(text: str) -> str:
    return "sha384-" + base64.b64encode(hashlib.sha384(text.encode()).digest()).decode()


def _tag(mall: DemoServer, **values: Any) -> str:
    answer = mall.call("POST", "scripttags", json={"request": values})
    assert answer.status_code == 201, answer.text
    number: str = answer.json()["scripttag"]["script_no"]
    return number


def _ran(browser: webdriver.Chrome, count: int) -> list[str]:
    """Return which scripts have run, once so many have."""
    WebDriverWait(browser, chromium.WAIT, poll_frequency=0.05).until(
        lambda opened: opened.execute_script("return (window.ran || []).length") >= count
    )
    found: list[str] = browser.execute_script("return window.ran")
    return found


def test_registered_scripts_run_in_their_order_and_no_others(
    mall: DemoServer, browser: webdriver.Chrome, app_server: AppServer
) -> None:
    origin, place = app_server.origin, {"display_location": ["PRODUCT_DETAIL"]}
    second, base = app_server.texts["/second.js"], mall.demo.base_url
    app_server.texts["/third.js"] = NOTE.format(name="third") + CALL.replace("'/", f"'{origin}/")
    app_server.texts["/answer"] = "answered"
    other = {"exclude_path": ["/product/detail.html"], "display_location": ["all"]}
    numbers = [
        _tag(mall, src=f"{origin}/first.js", **place),
        _tag(mall, src=f"{origin}/changed.js", integrity=_digest("another"), **place),
        _tag(mall, src=f"{origin}/second.js", integrity=_digest(second), **place),
        _tag(mall, src=f"{origin}/excluded.js", **other),
        _tag(mall, src=f"{origin}/third.js", **place),
    ]
    try:
        browser.get(f"{base}/products/7")
        assert _ran(browser, 4) == ["first", "second", "third", "answered"]

        browser.execute_script(
            "window.refused = '';"
            "addEventListener('securitypolicyviolation', event => refused = event.blockedURI);"
            "const script = document.createElement('script');"
            f"script.src = '{origin}/unregistered.js';"
            "document.head.appendChild(script);"
        )
        WebDriverWait(browser, chromium.WAIT, poll_frequency=0.05).until(
            lambda opened: opened.execute_script("return window.refused")
        )
        assert browser.execute_script("return refused") == f"{origin}/unregistered.js"
        assert "unregistered" not in browser.execute_script("return window.ran")
    finally:
        for number in numbers:
            assert mall.call("DELETE", f"scripttags/{number}").is_success
    browser.get(f"{base}/products/7")
    assert browser.execute_script("return window.ran") is None


def test_a_page_of_another_shop_includes_the_scripts_of_its_location(
    mall: DemoServer, browser: webdriver.Chrome, app_server: AppServer
) -> None:
    origin, base = app_server.origin, mall.demo.base_url
    app_server.page = (
        "<!doctype html><title>Shop</title>"
        f'<script src="{base}/scripttags.js?shop_no=1&display_location=OUR_PAGE"></script>'
    )
    second = app_server.texts["/second.js"]
    numbers = [
        _tag(mall, src=f"{origin}/changed.js", display_location=["OUR_PAGE"], exclude_path=["/p"]),
        _tag(mall, src=f"{origin}/first.js", display_location=["OUR_PAGE"]),
        _tag(
            mall,
            src=f"{origin}/second.js",
            display_location=["OUR_PAGE"],
            integrity=_digest(second),
        ),
    ]
    try:
        browser.get(f"{origin}/p")
        assert _ran(browser, 2) == ["first", "second"]
    finally:
        for number in numbers:
            assert mall.call("DELETE", f"scripttags/{number}").is_success
