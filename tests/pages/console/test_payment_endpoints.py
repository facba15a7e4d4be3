"""A developer registers the payment endpoints of an app, and tests them."""

import html
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.faults.payment_app import PaymentApp, reach_this_machine, running
from tests.pages.console.developer_browser import Developer, Registered, copied
from tests.world import World


@pytest.fixture
def payment_app(tmp_path: Path) -> Iterator[PaymentApp]:
    with running(tmp_path) as app:
        yield app


@pytest.fixture
def app(kim: Developer, world: World) -> Registered:
    """An app; its installation allows endpoints on this machine."""
    reach_this_machine(world)
    return kim.app("mall.read_product", "mall.write_store")


@pytest.fixture
def trial(kim: Developer, app: Registered) -> str:
    """The id of a test mall with the app in it."""
    return kim.mall(app).mall_id


def save(kim: Developer, app: Registered, mall_id: str, **addresses: str) -> httpx.Response:
    return kim.send(f"{app.home}/payments", {"deed": "save", "mall": mall_id, **addresses})


def test_endpoints_are_saved_and_the_key_is_shown_once(
    kim: Developer, app: Registered, trial: str, payment_app: PaymentApp
) -> None:
    first = save(kim, app, trial, **payment_app.endpoints)
    again = html.unescape(save(kim, app, trial, **payment_app.endpoints).text)

    [secret] = [each for each in copied(first) if each.startswith("whsec_")]
    assert secret not in again
    for address in payment_app.endpoints.values():
        assert f'value="{address}"' in again
    renewed = kim.send(f"{app.home}/payments", {"deed": "key", "mall": trial})
    [other] = [each for each in copied(renewed) if each.startswith("whsec_")]
    assert other != secret


@pytest.mark.parametrize("address", ["", "http://pay.example/x", "https://10.0.0.1/", "x"])
def test_an_address_that_may_not_be_called_is_refused(
    kim: Developer, app: Registered, trial: str, payment_app: PaymentApp, address: str
) -> None:
    shown = save(kim, app, trial, **{**payment_app.endpoints, "refund_url": address}).text

    assert "Nothing was saved." in shown
    assert "Test calls" not in shown


def test_test_calls_show_their_results(
    kim: Developer, app: Registered, trial: str, payment_app: PaymentApp, world: World
) -> None:
    first = save(kim, app, trial, **payment_app.endpoints)
    [secret] = [each for each in copied(first) if each.startswith("whsec_")]
    payment_app.trust(secret, world.stage.clock.now)

    def call(endpoint: str) -> str:
        form = {"deed": "test", "mall": trial, "endpoint": endpoint}
        return html.unescape(kim.send(f"{app.home}/payments", form).text)

    for endpoint, answer in (
        ("start", '"state": "created"'),
        ("confirm", '"state": "open"'),
        ("reconciliation", '"state": "open"'),
        ("refund", '"state": "refused"'),
    ):
        shown = call(endpoint)
        assert "Understood" in shown
        assert answer in shown
    assert all(each["test"] for each in payment_app.book.payments.values())
    payment_app.fault = "error"
    failed = call("confirm")
    payment_app.fault = "before"
    silent = call("confirm")

    assert "the app answered 500" in failed
    assert "Failed" in failed
    assert "no response" in silent


def test_another_mall_is_not_found(
    kim: Developer, app: Registered, payment_app: PaymentApp
) -> None:
    form = {"deed": "save", "mall": "nobody", **payment_app.endpoints}

    assert kim.send(f"{app.home}/payments", form).status_code == 404
