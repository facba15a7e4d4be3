"""Apps have pages and buttons in the back office, which open or call them with a signed request."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from openmall.access.oauth import app_actions
from openmall.access.oauth.app_actions import AppAction
from openmall.contract.errors import Invalid
from openmall.contract.outgoing import NoReply, Reply
from openmall.events.webhooks import signing
from openmall.events.webhooks.signing import Keys
from tests.access.oauth.authorization_requests import Browser, hidden
from tests.commerce.customer.customer_setup import join
from tests.pages.backoffice.test_activity import kept
from tests.pages.backoffice.test_embedded_app import documented, set_kind, signing_secret
from tests.pages.backoffice.test_roles import sub_admin
from tests.pages.sampleshop.shop_browser import said
from tests.world import Installed, World

START = "https://app.example.com/start"
PAGE = "https://app.example.com/label?from=office"
APPS = "/admin/apps"


class Shipper:
    """An app with actions in a mall, and what it was asked."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.app: Installed = world.install(launch_url=START)
        self.client_id = self.app.credentials.client_id
        self.secret = signing_secret(world, self.app)
        self.calls: list[tuple[str, dict[str, str], bytes]] = []
        self.reply: Reply | None = Reply(200, b'{"message": "Label 7 was printed."}')

    def declare(self, place: str, kind: str, **changed: str) -> str:
        """Declare an action; return its id."""
        values = {"label": f"{kind} {place}", "label_ko": "", "address": PAGE, **changed}
        action = AppAction(self.client_id, "", place, kind, **values)
        stage = self.world.stage

        async def add() -> AppAction:
            async with stage.app.database.writing("") as db:
                return await app_actions.add(db, stage.clock, action)

        added: AppAction = stage.run(add)
        return added.action_id

    async def request(
        self, method: str, address: str, *, headers: dict[str, str], body: bytes
    ) -> Reply:
        assert method == "POST"
        self.calls.append((address, headers, body))
        if self.reply is None:
            raise NoReply("nobody is there")
        return self.reply


@pytest.fixture
def shipper(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shipper]:
    made = Shipper(world)
    client = world.stage.app._back_office._client
    monkeypatch.setattr(client._services.outgoing, "request", made.request)
    yield made
    for each in world.stage.run(lambda: _all(world, made.client_id)):
        world.stage.run(lambda each=each: _gone(world, made.client_id, each.action_id))


async def _all(world: World, client_id: str) -> list[AppAction]:
    async with world.stage.app.database.reading("") as db:
        return await app_actions.of_app(db, client_id)


async def _gone(world: World, client_id: str, action_id: str) -> bool:
    async with world.stage.app.database.writing("") as db:
        return await app_actions.remove(db, client_id, action_id)


def links(page: str) -> dict[str, str]:
    """Return the buttons of apps that open something: label -> address."""
    found = re.findall(r'<a class="button" href="([^"]*action=[^"]*)"[^>]*>([^<]*)<', page)
    return {label: html.unescape(address) for address, label in found}


def press(owner: Browser, path: str, action_id: str, value: str) -> tuple[int, str]:
    """Press a button that calls an app; return the status and what the page says."""
    page = owner.open(path)
    client_id = re.search(r'name="client_id" value="(\w+)"', page.text)
    form = {
        **hidden(owner.open("/admin/account")),
        "act": "call",
        "client_id": client_id[1] if client_id else "",
        "action_id": action_id,
        "value": value,
    }
    answer = owner.submit(f"{APPS}?shop_no=1", form)
    return answer.status_code, said(answer.text)


def test_pages_show_the_buttons_of_their_place(owner: Browser, shipper: Shipper) -> None:
    world, number = owner.world, owner.world.product()["product_no"]
    join(world)
    shipper.declare("product", "open", label="Label", label_ko="라벨")
    shipper.declare("customer", "call")
    shipper.declare("app", "open")

    product = owner.open(f"/admin/products/{number}").text
    customer = owner.open("/admin/customers/haneul").text

    assert list(links(product)) == ["Label"]
    assert "call customer" not in product
    assert "call customer" in customer
    assert list(links(owner.open(APPS).text)) == ["open app"]
    owner.cookies["openmall-language"] = "ko"
    assert list(links(owner.open(f"/admin/products/{number}").text)) == ["라벨"]


def test_a_page_of_an_app_is_opened_with_a_signed_request(owner: Browser, shipper: Shipper) -> None:
    world, number = owner.world, owner.world.product()["product_no"]
    action_id = shipper.declare("product", "open", label="Label")
    [link] = links(owner.open(f"/admin/products/{number}").text).values()

    alone = owner.open(link)
    set_kind(world, shipper.app, "embedded")
    framed = owner.open(link)

    source = re.search(r'<iframe class="embedded" src="([^"]*)"', framed.text)
    assert source is not None
    assert "frame-src https://app.example.com;" in framed.headers["content-security-policy"]
    for address in (alone.headers["location"], html.unescape(source[1])):
        assert address.startswith(f"{PAGE}&")
        values = documented()["verified"](
            urlsplit(address).query, shipper.secret, world.stage.clock.now()
        )
        assert values["from"] == "office"
        assert (values["action"], values["product_no"]) == (action_id, str(number))
        assert (values["user_id"], values["mall_id"]) == ("owner", world.mall_id)


def test_an_app_is_called_with_a_signed_request_and_answers(
    owner: Browser, shipper: Shipper
) -> None:
    world, number = owner.world, owner.world.product()["product_no"]
    action_id = shipper.declare("product", "call", label="Print")
    path = f"/admin/products/{number}"

    answer = press(owner, path, action_id, str(number))

    assert answer[0] == 200
    assert "Label 7 was printed." in answer[1]
    [(address, headers, body)] = shipper.calls
    assert address == PAGE
    now = int(headers["Webhook-Timestamp"])
    keys = Keys(api_key="", secret=shipper.secret, old_secret="")
    expected = signing.signature(keys, headers["Webhook-Id"], body, now=now)
    # the secret before it signs along for a while
    assert expected in headers["Webhook-Signature"].split()
    assert json.loads(body) == {
        "mall_id": world.mall_id,
        "shop_no": 1,
        "client_id": shipper.client_id,
        "user_id": "owner",
        "user_name": "Kim Owner",
        "user_type": "P",
        "lang": "en",
        "timestamp": now,
        "action": action_id,
        "product_no": str(number),
    }
    assert "app action" in str(kept(world))


@pytest.mark.parametrize(
    ("reply", "status", "text"),
    [
        (Reply(200, b""), 200, "The app has done it."),
        (Reply(200, b'{"message": "<b>bold</b>"}'), 200, "<b>bold</b>"),
        (Reply(204, b"not json"), 200, "The app has done it."),
        (Reply(200, json.dumps({"message": "x" * 301}).encode()), 200, "The app has done it."),
        (Reply(200, b'{"message": 7}'), 200, "The app has done it."),
        (Reply(422, b'{"message": "No address."}'), 502, "No address."),
        (Reply(500, b""), 502, "The app did not answer, or could not do it."),
        (None, 502, "The app did not answer, or could not do it."),
    ],
)
def test_what_an_app_answers_is_shown_as_text(
    owner: Browser, shipper: Shipper, reply: Reply | None, status: int, text: str
) -> None:
    number = owner.world.product()["product_no"]
    action_id = shipper.declare("product", "call")
    shipper.reply = reply
    page = f"/admin/products/{number}"

    answer = press(owner, page, action_id, str(number))

    assert answer[0] == status
    assert text in answer[1]
    assert len(shipper.calls) == 1, "a call that failed is not repeated by itself"


def test_actions_of_other_apps_places_and_kinds_are_not_found(
    owner: Browser, shipper: Shipper
) -> None:
    number = owner.world.product()["product_no"]
    opened = shipper.declare("product", "open")
    called = shipper.declare("product", "call")
    path = f"/admin/products/{number}"

    for action_id, value in (
        (opened, str(number)), (called, "x"), (called, "../1"), ("nothing", "1"), (called, ""),
    ):  # fmt: skip
        assert press(owner, path, action_id, value)[0] == 404, (action_id, value)
    client = shipper.client_id
    for query in (
        f"open={client}&action={called}&value={number}",
        f"open={client}&action=nothing&value={number}",
        f"open={client}&action={opened}&value=x",
        f"open=other&action={opened}&value={number}",
    ):
        assert owner.open(f"{APPS}?{query}").status_code == 404, query
    assert shipper.calls == []


def test_an_app_that_was_removed_has_no_buttons(owner: Browser, shipper: Shipper) -> None:
    number = owner.world.product()["product_no"]
    action_id = shipper.declare("product", "open")
    sent = {**hidden(owner.open(APPS)), "act": "remove", "client_id": shipper.client_id}
    owner.submit(APPS, sent)

    assert links(owner.open(f"/admin/products/{number}").text) == {}
    query = f"open={shipper.client_id}&action={action_id}&value={number}"
    assert owner.open(f"{APPS}?{query}").status_code == 404


def test_a_role_without_apps_has_no_buttons(owner: Browser, shipper: Shipper) -> None:
    world, number = owner.world, owner.world.product()["product_no"]
    shipper.declare("product", "open")
    action_id = shipper.declare("product", "call")
    seen = {}
    for user, levels in (
        ("none", {"products": "view"}),
        ("views", {"products": "view", "apps": "view"}),
        ("edits", {"products": "view", "apps": "edit"}),
        ("apart", {"apps": "edit"}),
    ):
        browser = sub_admin(world, user, levels)
        page = browser.open(f"/admin/products/{number}").text
        seen[user] = ("open product" in page, "call product" in page)
        form = {"act": "call", "client_id": shipper.client_id, "action_id": action_id}
        token = hidden(browser.open("/admin/account"))
        status = browser.submit(APPS, {**token, **form, "value": str(number)}).status_code
        assert status == {"edits": 200, "apart": 404}.get(user, 403), user

    assert seen == {
        "none": (False, False),
        "views": (True, False),
        "edits": (True, True),
        "apart": (False, False),
    }


@pytest.mark.parametrize(
    ("wrong", "parameter"),
    [
        ({"place": "x"}, "place"),
        ({"kind": "x"}, "kind"),
        ({"label": ""}, "label"),
        ({"label": "x" * 41}, "label"),
        ({"label_ko": "\u0007"}, "label_ko"),
        ({"address": "https://a.example/" + "x" * 500}, "address"),
    ],
)
def test_a_wrong_action_is_refused(shipper: Shipper, wrong: dict[str, Any], parameter: str) -> None:
    values = {"place": "product", "kind": "open", **wrong}

    with pytest.raises(Invalid) as refused:
        shipper.declare(**values)

    assert refused.value.parameter == parameter


def test_an_app_has_a_bounded_number_of_actions(
    shipper: Shipper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_actions, "MOST", 1)
    shipper.declare("product", "open")

    with pytest.raises(Invalid, match="at most 20"):
        shipper.declare("product", "open")


def select(
    owner: Browser, path: str, button: str, rows: list[str], *, ticked: bool = True
) -> httpx.Response:
    """Press a button of an app above a list with some of its rows ticked."""
    page = owner.open(path).text
    address, named = re.findall(
        r'formaction="([^"]+)" name="app_action" value="([^"]+)">' + re.escape(button), page
    )[0]
    shown = {
        name: value
        for name, value in re.findall(r'name="(row-\d+)" value="([^"]+)"', page)
        if value in rows
    }
    assert len(shown) == len(rows), page
    form = {**hidden(owner.open("/admin/account")), "app_action": named}
    return owner.submit(address, {**form, **(shown if ticked else {})})


def test_an_app_is_called_about_the_rows_that_are_selected(
    owner: Browser, shipper: Shipper
) -> None:
    world = owner.world
    numbers = [str(world.product()["product_no"]) for _ in range(2)]
    shipper.declare("products", "call", label="Print labels")

    answer = select(owner, "/admin/products", "Print labels", numbers)
    none = select(owner, "/admin/products", "Print labels", numbers, ticked=False)

    [(address, _, body)] = shipper.calls
    assert (answer.status_code, none.status_code) == (200, 422)
    assert "Label 7 was printed." in said(answer.text)
    assert 'href="/admin/products?shop_no=1"' in answer.text
    assert address == PAGE
    assert sorted(json.loads(body)["product_nos"].split(",")) == sorted(numbers)
    assert "Nothing is selected" in said(none.text)


def test_a_page_of_an_app_is_opened_about_selected_rows(owner: Browser, shipper: Shipper) -> None:
    world = owner.world
    join(world)
    shipper.declare("customers", "open", label="Segment")

    linked = select(owner, "/admin/customers", "Segment", ["haneul"])
    set_kind(world, shipper.app, "embedded")
    framed = select(owner, "/admin/customers", "Segment", ["haneul"])

    [address] = re.findall(r'class="button primary" href="([^"]+)"', linked.text)
    assert html.unescape(address).startswith(f"{PAGE}&")
    assert "member_ids=haneul" in address
    assert "member_ids=haneul" in framed.text
    assert "<iframe" in framed.text


def test_actions_of_lists_are_not_run_elsewhere(owner: Browser, shipper: Shipper) -> None:
    number = str(owner.world.product()["product_no"])
    of_page = shipper.declare("product", "call")
    shipper.declare("orders", "call", label="Ship")
    token = hidden(owner.open("/admin/account"))

    statuses = [
        owner.submit(f"{APPS}?shop_no=1", {**token, "app_action": named, "row-0": row}).status_code
        for named, row in (
            (f"{shipper.client_id} {of_page}", number),
            (f"{shipper.client_id} nothing", number),
            (f"nobody {of_page}", number),
        )
    ]

    assert statuses == [404] * 3
    assert shipper.calls == []
