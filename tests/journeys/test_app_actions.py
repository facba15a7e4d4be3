"""A developer declares an action, and a merchant presses its button, which calls the app."""

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from tests.events.webhooks.receiver import Receiver
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_console import Journey

pytestmark = pytest.mark.one_store


@contextmanager
def shipper(receiver: Receiver) -> Iterator[tuple[int, list[tuple[dict[str, str], bytes]]]]:
    """Run an app that prints labels; yield its port and what it was asked."""
    asked: list[tuple[dict[str, str], bytes]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append((dict(self.headers), body))
            answer = b'{"message": "Label 7 was printed."}'
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(receiver.certificate, receiver.key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server.server_address[1], asked
    finally:
        server.shutdown()
        server.server_close()


def test_a_button_of_an_app_calls_it(
    mall: DemoServer, receiver: Receiver, browser: webdriver.Chrome, width: int
) -> None:
    way = Journey(browser, mall.demo.developers_url)
    way.sign_up(f"actions{width}@example.com")
    way.open("/developers/apps/new")
    way.write(name="Shipper", redirect_uris="https://app.example.com/callback")
    way.tick("mall.read_order")
    way.press("Register the app")
    client_id, _, _ = way.copied()
    app = f"/developers/apps/{client_id}"
    with shipper(receiver) as (port, asked):
        address = f"https://127.0.0.1:{port}/labels"
        way.open(f"{app}/webhooks")
        way.write(address=address)
        way.press("Save the address")
        way.open(f"{app}/actions")
        way.look()
        Select(browser.find_element(By.NAME, "place")).select_by_value("app")
        Select(browser.find_element(By.NAME, "kind")).select_by_value("call")
        way.write(label="Print labels", label_ko="라벨 인쇄", address=address)
        way.press("Add")
        way.look()
        way.open(f"/developers/malls?app={client_id}")
        Select(browser.find_element(By.NAME, "content")).select_by_value("empty")
        way.press("Create the test mall")
        _, curl, user_id, password = way.copied()
        home = curl.partition("/api/")[0].rpartition("'")[2]
        browser.get(f"{home}/admin/apps")
        way.write(user_id=user_id, password=password)
        way.press("Sign in")
        way.look()
        way.press("Print labels")
        way.look()
        said = browser.find_element(By.CSS_SELECTOR, "[role=status]").text

    assert way.faults == {}
    assert said == "Label 7 was printed."
    [(headers, body)] = asked
    assert json.loads(body)["client_id"] == client_id
    assert headers["Webhook-Signature"].startswith("v1,")
