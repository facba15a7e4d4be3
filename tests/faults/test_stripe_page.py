"""The card page runs in a real browser under its policy, with the script of localstripe."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from openmall.commerce.order.billing.gateways.stripe_gateway.gateway import card_form
from openmall.http.request import Answer
from openmall.http.web import assets
from openmall.pages import payment_form
from tests.faults.localstripe import CHALLENGED, PUBLIC_KEY, LocalStripe, running
from tests.journeys import chromium

pytestmark = pytest.mark.one_store


@contextmanager
def site(stripe: LocalStripe, intent: Any, language: str) -> Iterator[str]:
    """Serve the card page and what it loads; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            answer = Answer(200, b"back", [(b"content-type", b"text/plain")])
            if path.startswith("/assets/"):
                name = path.removeprefix("/assets/")
                kind = assets._KINDS[f".{name.rpartition('.')[2]}"]
                answer = Answer(200, assets._FILES[name], [(b"content-type", kind)])
            elif path == "/pay":
                form = card_form(
                    PUBLIC_KEY,
                    intent["client_secret"],
                    Decimal("22000.00"),
                    "KRW",
                    f"{address}/return",
                    stripe.direct,
                )
                answer = payment_form.page(form, language)
            self.send_response(answer.status)
            for header, value in answer.headers:
                self.send_header(header.decode(), value.decode())
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"{address}/pay"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def challenged(stripe: LocalStripe) -> Any:
    """Return a PaymentIntent whose card has been challenged by the bank."""
    made = stripe.ask(
        "POST", "payment_intents", amount="22000", currency="krw", capture_method="manual"
    )
    return stripe.give_card(made["id"], CHALLENGED)


@pytest.mark.parametrize(("language", "pay"), [("ko_KR", "결제하기"), ("en_US", "Pay ")])
def test_a_buyer_answers_the_challenge_in_the_browser(language: str, pay: str) -> None:
    with running() as stripe, chromium.opened() as browser:
        intent = challenged(stripe)
        with site(stripe, intent, language) as address:
            browser.get(address)
            button = browser.find_element(By.CSS_SELECTOR, "[data-payment] button")
            WebDriverWait(browser, 20).until(lambda _: button.is_enabled())
            label = button.text
            too_wide = chromium.widths_that_do_not_fit(browser)
            button.click()
            answer = "//button[text()='Complete authentication']"
            WebDriverWait(browser, 20).until(lambda _: browser.find_elements(By.XPATH, answer))[
                0
            ].click()
            WebDriverWait(browser, 20).until(lambda _: browser.current_url.endswith("/return"))
        held = stripe.ask("GET", f"payment_intents/{intent['id']}")

    assert too_wide == []
    assert pay in label
    assert "22,000 KRW" in label
    assert held["status"] == "requires_capture"


def test_a_failed_challenge_is_said_on_the_page() -> None:
    with running() as stripe, chromium.opened() as browser:
        intent = challenged(stripe)
        with site(stripe, intent, "en_US") as address:
            browser.get(address)
            button = browser.find_element(By.CSS_SELECTOR, "[data-payment] button")
            WebDriverWait(browser, 20).until(lambda _: button.is_enabled())
            button.click()
            answer = "//button[text()='Fail authentication']"
            WebDriverWait(browser, 20).until(lambda _: browser.find_elements(By.XPATH, answer))[
                0
            ].click()
            problem = browser.find_element(By.CSS_SELECTOR, "[data-problem]")
            WebDriverWait(browser, 20).until(lambda _: problem.is_displayed())
            said, again = problem.text, button.is_enabled()
            where = browser.current_url

    assert "failed authentication" in said
    assert again
    assert where == address
