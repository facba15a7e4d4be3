"""The timeline of an app in a mall: calls and deliveries in one list, newest first."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest

from openmall.database.sqlite_session import SqliteSession
from openmall.pages.console.timeline import PAGE_SIZE
from tests.pages.console.developer_browser import Developer, Opened, Registered
from tests.pages.console.webhook_setup import Hooks

_ROW = re.compile(r"<tr><td.*?</tr>", re.S)
_TEXT = re.compile(r"<[^>]+>")
_NEXT = re.compile(r'href="([^"]*)" rel="next"')
MOST_STATEMENTS = 12
"""Statements of a page: who asks, the app, its malls, calls and deliveries."""


@pytest.fixture
def app(kim: Developer) -> Registered:
    return kim.app()


@pytest.fixture
def mall(kim: Developer, app: Registered, hooks: Hooks) -> Opened:
    """A test mall of which the app is told of new products."""
    made = kim.mall(app)
    hooks.settle(kim, app, 90001)
    kim.world.stage.app.request_log_writer.buffer.take()
    return made


def call(kim: Developer, mall: Opened, method: str, path: str, name: str = "") -> None:
    """Call the admin API of the mall after a second."""
    kim.world.stage.clock.pass_(1)
    sent = {"product_name": name, "price": "1.00", "supply_price": "1.00"}
    kim.world.stage.client.request(
        method,
        f"https://{mall.mall_id}.openmall.localhost/api/v2/admin/{path}",
        headers={"Authorization": f"Bearer {mall.token}"},
        json={"request": sent} if method == "POST" else None,
    )
    kim.world.stage.run(kim.world.stage.app.request_log_writer.write)


def page(kim: Developer, app: Registered, query: str = "") -> str:
    answer = kim.open(f"{app.home}/timeline?{query}")
    assert answer.status_code == 200, answer.text
    return answer.text


def lines(text: str) -> list[str]:
    """Return the kind, the status and the title of each line of a page."""
    cells = [
        [
            " ".join(html.unescape(_TEXT.sub(" ", each)).split())
            for each in re.findall(r"<t[dh].*?</t[dh]>", row, re.S)
        ]
        for row in _ROW.findall(text)
    ]
    return [" ".join(row[1:4]) for row in cells]


@pytest.fixture
def happened(kim: Developer, mall: Opened, hooks: Hooks) -> None:
    """A product that is added, its event received; another whose event is not; a wrong call."""
    call(kim, mall, "POST", "products", "Cup")
    kim.world.stage.clock.pass_(1)
    hooks.deliver()
    hooks.receiver.answer = lambda received: (500, b"out of order")
    call(kim, mall, "POST", "products", "Plate")
    kim.world.stage.clock.pass_(1)
    hooks.deliver()
    call(kim, mall, "GET", "products/999999")


CREATED = "call 201 POST /api/v2/admin/products"
MISSING = "call 404 GET /api/v2/admin/products/999999"
RECEIVED = "delivery 200 A product was added"
REFUSED = "delivery 500 A product was added"


@pytest.mark.usefixtures("happened")
def test_calls_and_deliveries_stand_together_newest_first(kim: Developer, app: Registered) -> None:
    missing, *others = lines(page(kim, app))

    # with the reason of the refusal behind it
    assert missing.startswith(MISSING)
    assert others == [REFUSED, CREATED, RECEIVED, CREATED]


@pytest.mark.usefixtures("happened")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("kind=calls", [MISSING, CREATED, CREATED]),
        ("kind=deliveries", [REFUSED, RECEIVED]),
        ("failed=T", [MISSING, REFUSED]),
        ("failed=T&kind=calls", [MISSING]),
        ("failed=T&kind=deliveries", [REFUSED]),
        ("kind=x&failed=x", [MISSING, REFUSED, CREATED, RECEIVED, CREATED]),
    ],
)
def test_it_is_filtered_by_kind_and_to_failures(
    kim: Developer, app: Registered, query: str, expected: list[str]
) -> None:
    found = lines(page(kim, app, query))

    assert len(found) == len(expected)
    for line, begins in zip(found, expected, strict=True):
        assert line.startswith(begins)


@pytest.mark.usefixtures("happened")
def test_each_line_leads_to_its_page(kim: Developer, app: Registered, mall: Opened) -> None:
    found = re.findall(rf'href="({app.home}/(?:calls|deliveries)/[^"]+)"', page(kim, app))

    assert len(found) == 5
    assert {kim.open(each).status_code for each in found} == {200}
    assert sum(f"/deliveries/{mall.mall_id}/" in each for each in found) == 2


def test_pages_lead_through_all_of_it_once(
    kim: Developer, app: Registered, mall: Opened, hooks: Hooks
) -> None:
    for number in range(PAGE_SIZE + 3):
        if number % 20 == 0:
            call(kim, mall, "POST", "products", f"Cup {number}")
            hooks.deliver()
        call(kim, mall, "GET", f"products/{900_000 + number}")

    text = page(kim, app)
    sizes, found = [], []
    while True:
        sizes.append(len(lines(text)))
        found += re.findall(rf'href="({app.home}/(?:calls|deliveries)/[^"]+)"', text)
        older = _NEXT.search(text)
        if older is None:
            break
        text = kim.open(html.unescape(older[1])).text

    assert sizes == [PAGE_SIZE, PAGE_SIZE + 3 + 3 + 3 - PAGE_SIZE]
    assert len(found) == len(set(found)) == sum(sizes)
    assert "Newest" in text


def test_what_it_shows_is_masked_as_in_the_log_of_calls(
    kim: Developer, app: Registered, mall: Opened
) -> None:
    call(kim, mall, "GET", "customers?cellphone=010-1234-5678&email=private@example.com")

    text = page(kim, app)

    assert len(lines(text)) == 1
    for secret in ("010-1234-5678", "private@example.com", "private%40example.com", mall.token):
        assert secret not in text


def test_an_app_in_no_mall_is_led_to_a_test_mall(kim: Developer, app: Registered) -> None:
    assert "The app is not installed in any mall" in page(kim, app)


def test_a_mall_without_the_app_is_not_found(kim: Developer, app: Registered, mall: Opened) -> None:
    other = kim.mall(kim.app(name="Another"))

    answer = kim.open(f"{app.home}/timeline?mall={other.mall_id}")

    assert answer.status_code == 404


@pytest.mark.parametrize("query", ["call=x&delivery=-1", "call=99999999999999999999", "call=0"])
def test_strange_places_begin_at_the_newest(
    kim: Developer, app: Registered, mall: Opened, query: str
) -> None:
    call(kim, mall, "GET", "products/999999")

    assert len(lines(page(kim, app, query))) == 1


def test_the_page_of_a_test_mall_leads_to_it(kim: Developer, app: Registered, mall: Opened) -> None:
    text = kim.open(mall.home).text

    assert f'href="{app.home}/timeline?mall={mall.mall_id}"' in text


@pytest.mark.usefixtures("happened")
def test_another_developer_reads_none_of_it_by_any_address(
    kim: Developer, lee: Developer, app: Registered, mall: Opened
) -> None:
    own = lee.app(name="Another")
    visitor = Developer(kim.world)

    for query in ("", f"mall={mall.mall_id}", "kind=deliveries&failed=T", "call=999&delivery=999"):
        assert lee.open(f"{app.home}/timeline?{query}").status_code == 404
        assert visitor.open(f"{app.home}/timeline?{query}").status_code == 303
    others = lee.open(f"{own.home}/timeline?mall={mall.mall_id}&call=999&delivery=999")

    assert others.status_code == 404
    assert "/api/v2/admin/products" not in others.text


def test_what_was_called_or_sent_cannot_write_into_the_page(
    kim: Developer, app: Registered, mall: Opened, hooks: Hooks
) -> None:
    markup = "<script>alert(1)</script><img src=x>"
    hooks.receiver.answer = lambda received: (500, markup.encode())
    call(kim, mall, "POST", "products", markup)
    hooks.deliver()
    call(kim, mall, "GET", f'{markup}?since="><script>alert(1)</script>')

    text = page(kim, app)

    assert len(lines(text)) == 3
    assert "<script>" not in text
    assert "<img src=x" not in text
    assert text.count("<script") == text.count('<script src="/assets/')
    for query in (f"mall={markup}", f"kind={markup}", f"call={markup}&delivery={markup}"):
        assert "<script>" not in kim.open(f"{app.home}/timeline?{query}").text


@pytest.mark.one_store
def test_a_long_page_sends_as_many_statements_as_a_short_one(
    kim: Developer,
    app: Registered,
    mall: Opened,
    hooks: Hooks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[str] = []

    def watched(original: Callable[..., Any]) -> Callable[..., Any]:
        async def asked(session: SqliteSession, statement: Any, **values: Any) -> Any:
            sent.append(str(statement))
            return await original(session, statement, **values)

        return asked

    monkeypatch.setattr(SqliteSession, "one", watched(SqliteSession.one))
    monkeypatch.setattr(SqliteSession, "all", watched(SqliteSession.all))

    def statements() -> int:
        page(kim, app)  # later pages find in the worker what this one had to read
        sent.clear()
        page(kim, app)
        return len(sent)

    call(kim, mall, "POST", "products", "Cup")
    hooks.deliver()
    few = statements()
    for _ in range(8):
        call(kim, mall, "POST", "products", "Plate")
        hooks.deliver()

    assert len(lines(page(kim, app))) == 18
    assert 0 < statements() == few <= MOST_STATEMENTS
