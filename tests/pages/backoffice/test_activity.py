"""The activity log as a manager reads it, and the lines that managers' own deeds leave."""

import html
import re
from typing import Any

import msgspec
import pytest
from sqlalchemy import bindparam, select

from openmall.contract.journal import record
from openmall.contract.journal.tables import ACTIVITY
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.pages.backoffice.history.search import PAGE
from tests.access.oauth.authorization_requests import (
    AUTHORIZE,
    SIGN_IN,
    Browser,
    authorize_path,
    hidden,
    manager,
)
from tests.pages.backoffice.history_pages import changes
from tests.pages.backoffice.page_forms import forms
from tests.world import World

LOG = "/admin/activity"
_COLUMNS = (
    "mode", "type", "action", "content", "manager_id", "account", "manager_type", "client_id",
    "process_date", "changes", "shop_no",
)  # fmt: skip
_LINES = Statement(
    select(*(ACTIVITY.c[name] for name in _COLUMNS))
    .where(ACTIVITY.c.mall_id == bindparam("mall_id"))
    .order_by(ACTIVITY.c.process_no)
)


def kept(world: World) -> list[dict[str, Any]]:
    """Return the lines of a mall as they are stored, oldest first."""

    async def read(db: Session) -> list[dict[str, Any]]:
        rows = [dict(zip(_COLUMNS, row, strict=True)) for row in await db.all(_LINES)]
        return [{**row, "changes": msgspec.json.decode(row["changes"])} for row in rows]

    return world.in_transaction(read)


def shown(browser: Browser, address: str = LOG) -> list[str]:
    """Return the heading of every line on a page of the log."""
    page = browser.open(address)
    assert page.status_code == 200, page.text
    return [html.unescape(each) for each in re.findall(r'<p class="what">(.*)</p>', page.text)]


def link(browser: Browser, address: str, name: str) -> str:
    """Return where a button below the lines leads, empty without it."""
    found = re.search(rf'href="([^"]*)"[^>]*>{name}</a>', browser.open(address).text)
    return html.unescape(found[1]) if found else ""


def told(world: World, **of: Any) -> dict[str, Any]:
    """Return a line a manager's deed leaves."""
    return {
        "mode": "P",
        "type": "browser",
        "manager_id": "owner",
        "account": "owner",
        "manager_type": "P",
        "client_id": "",
        "process_date": int(world.stage.clock.now()),
        "changes": {},
        "shop_no": 1,
        **of,
    }


class TestDeeds:
    def test_signing_in_and_out(self, owner: Browser) -> None:
        owner.submit("/api/v2/oauth/sign-out", hidden(owner.open(SIGN_IN)))
        owner.submit("/api/v2/oauth/sign-out", {"form_token": ""})

        assert kept(owner.world) == [
            told(owner.world, action="sign-in", content="signed in"),
            told(owner.world, action="sign-out", content="signed out"),
        ]

    def test_a_wrong_password_leaves_no_line(self, browser: Browser) -> None:
        statuses = [
            browser.sign_in(SIGN_IN, "wrong").status_code,
            browser.sign_in(SIGN_IN, user="nobody").status_code,
        ]

        assert statuses == [400, 400]
        assert kept(browser.world) == []

    def test_signing_out_of_a_session_that_has_ended_leaves_no_line(self, owner: Browser) -> None:
        form = hidden(owner.open(SIGN_IN))
        owner.world.stage.clock.pass_(12 * 3600)

        owner.submit("/api/v2/oauth/sign-out", form)

        assert [line["action"] for line in kept(owner.world)] == ["sign-in"]

    def test_a_sub_admin_is_named_as_one(self, browser: Browser) -> None:
        manager(browser.world, "helper", "A")

        browser.sign_in(SIGN_IN, user="helper")

        [line] = kept(browser.world)
        assert (line["manager_id"], line["manager_type"]) == ("helper", "A")

    def test_an_app_comes_in_is_allowed_more_and_goes(self, owner: Browser) -> None:
        world = owner.world
        app = world.install(["mall.read_product", "mall.write_product"], in_mall=False)
        client_id = app.credentials.client_id

        for scope in ("mall.read_product",) * 2 + ("mall.read_product mall.write_product",):
            page = owner.open(authorize_path(app, scope=scope))
            owner.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})
        page = owner.open(authorize_path(app))
        owner.submit(AUTHORIZE, {**hidden(page), "decision": "deny"})
        page = owner.open(f"/admin/apps?remove={client_id}")
        owner.submit("/admin/apps", {**hidden(page), "act": "remove", "client_id": client_id})

        both = "mall.read_product mall.write_product"
        about = {"client_id": client_id}
        assert kept(world)[1:] == [
            told(
                world,
                **about,
                action="app install",
                content='app Test app: scopes "" -> mall.read_product',
                changes={"scopes": ["", "mall.read_product"]},
            ),
            told(
                world,
                **about,
                action="app change",
                content=f"app Test app: scopes mall.read_product -> {both}",
                changes={"scopes": ["mall.read_product", both]},
            ),
            told(
                world,
                **about,
                action="app remove",
                content=f"app Test app: scopes {both} -> null",
                changes={"scopes": [both, None]},
            ),
        ]

    def test_what_a_supplier_may_not_allow_leaves_no_line(self, browser: Browser) -> None:
        manager(browser.world, "seller", "S")
        app = browser.world.install(["mall.read_product"], in_mall=False)
        page = browser.sign_in(authorize_path(app, scope="mall.read_product"), user="seller")

        browser.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})

        assert [line["action"] for line in kept(browser.world)] == ["sign-in"]


class TestPage:
    def test_each_line_says_who_from_where_and_what_became_of_it(self, owner: Browser) -> None:
        number = owner.world.product()["product_no"]
        owner.world.put(f"products/{number}", price="12000", display="F")

        page = owner.open(LOG).text
        newest = page.split('<p class="what">')[1]

        assert shown(owner) == [
            "Product changed: Linen apron",
            "Product created: Linen apron",
            "Signed in",
        ]
        assert ">Kim Owner</a>, Head admin" in newest
        assert ">Test app</a>" in newest
        assert "PUT products" not in newest
        assert changes(newest) == [
            ("Price", "11,000 KRW", "12,000 KRW"),
            ("Display", "Displayed", "Hidden"),
        ]
        assert "in the back office" not in newest
        assert "in the back office" in page.split('<p class="what">')[3]

    @pytest.mark.parametrize(
        ("path", "typed"),
        [
            ("/admin/company", {"company_name": "Lines Ltd"}),
            (
                "/admin/payments",
                {
                    "bank_name": "Hana",
                    "bank_account_no": "110-222-333333",
                    "bank_account_holder": "Kim Haneul",
                },
            ),
        ],
    )
    def test_a_line_is_of_the_shop_of_its_page(
        self, owner: Browser, path: str, typed: dict[str, str]
    ) -> None:
        page = owner.open(f"{path}?shop_no=2").text
        form = next(each for each in forms(page) if {*typed} <= each.values.keys())
        button = dict([*form.buttons][:1])
        sent = owner.submit(form.action, {**form.values, **typed, **button})

        assert (sent.status_code, kept(owner.world)[-1]["shop_no"]) == (303, 2)

    def test_a_secret_is_not_shown(self, owner: Browser) -> None:
        async def change(db: Session) -> None:
            await record.write_browser_action(
                db, owner.world.stage.clock, _Somebody(), action="app install",
                shop_no=record.WHOLE_MALL, subject="app",
                changes={"api_key": ("old-value", "new-value")},
            )  # fmt: skip

        owner.world.in_transaction(change)

        page = owner.open(LOG).text
        assert ("Key", "***", "***") in changes(page)
        assert "-value" not in page

    def test_filters(self, owner: Browser) -> None:
        world = owner.world
        world.post("redirects", path="/a", target="/b")
        world.stage.clock.pass_(24 * 3600)
        other = world.install(["mall.write_store"], restricted=True)
        made = {"request": {"path": "/c", "target": "/d"}}
        assert world.call("POST", "redirects", app=other, json=made).status_code == 201
        manager(world, "helper", "A")
        helper = Browser(world)
        helper.sign_in(SIGN_IN, user="helper")
        everything = ["Signed in", "Redirect created: /c", "Redirect created: /a", "Signed in"]
        queries = {
            "": everything,
            "manager=helper": everything[:1],
            f"app={other.credentials.client_id}": everything[1:2],
            "to=2026-11-21": everything[2:],
            "from=2026-11-22": everything[:2],
            "from=2026-11-22&to=2026-11-22&manager=owner": everything[1:2],
            "manager=nobody": [],
        }

        found = {query: shown(helper, f"{LOG}?{query}") for query in queries}
        page = helper.open(f"{LOG}?manager=nobody").text

        assert found == queries
        assert '<option value="nobody" selected>nobody</option>' in page
        assert "No matching activity." in page

    def test_pages_lead_to_older_and_newer_lines(self, owner: Browser) -> None:
        for at in range(2 * PAGE):
            owner.world.post("redirects", path=f"/{at}", target="/x")
        lines = [f"Redirect created: /{at}" for at in reversed(range(2 * PAGE))]
        first = f"{LOG}?manager=owner"

        second = link(owner, first, "Older")
        third = link(owner, second, "Older")
        back = link(owner, third, "Newer")
        start = link(owner, back, "Newer")

        assert shown(owner, first) == lines[:PAGE] == shown(owner, start)
        assert shown(owner, second) == lines[PAGE:] == shown(owner, back)
        assert shown(owner, third) == ["Signed in"]
        assert link(owner, first, "Newer") == link(owner, start, "Newer") == ""
        assert link(owner, third, "Older") == ""
        assert link(owner, third, "Newest") == first

    @pytest.mark.parametrize(
        ("query", "message"),
        [
            ("from=yesterday", "“yesterday” is not a date."),
            ("to=2026-02-30", "“2026-02-30” is not a date."),
            ("before=x", "“x” is not an activity number."),
            ("after=-1", "“-1” is not an activity number."),
            ("before=5&after=3", "not both"),
        ],
    )
    def test_a_filter_that_cannot_be_read(self, owner: Browser, query: str, message: str) -> None:
        page = owner.open(f"{LOG}?{query}")

        assert page.status_code == 400
        assert message in page.text
        assert '<p class="what">' not in page.text

    def test_a_supplier_sees_only_their_own_lines(self, browser: Browser) -> None:
        manager(browser.world, "seller", "S")
        browser.sign_in(SIGN_IN)
        browser.world.post("redirects", path="/a", target="/b")
        browser.sign_in("/api/v2/oauth/sign-in")
        supplier = Browser(browser.world)
        supplier.sign_in(SIGN_IN, user="seller")

        page = supplier.open(f"{LOG}?manager=owner").text

        assert shown(supplier, f"{LOG}?manager=owner") == ["Signed in"] == shown(supplier)
        assert "Test app" not in page
        assert "<select" not in page

    def test_a_call_about_several_things_names_those_it_changed(self, owner: Browser) -> None:
        world = owner.world
        options = [{"name": "Colour", "value": "Sand,Ink,Moss"}]
        number = world.product(has_option="T", options=options)["product_no"]
        variants = world.get(f"products/{number}/variants")["variants"]
        codes = [variant["variant_code"] for variant in variants]
        sent = [
            {"variant_code": code, "additional_amount": amount}
            for code, amount in zip(codes, ("1.00", "0.00", "3.00"), strict=True)
        ]

        answer = world.call("PUT", f"products/{number}/variants", json={"requests": sent})

        assert [each["status"] for each in answer.json()["variants"]] == [200, 409, 200]
        assert shown(owner)[0] == "Variants changed: Linen apron (Sand) and 1 more"
        assert kept(world)[-1]["content"] == (
            f"variant {codes[0]}: additional_amount 0.00 -> 1.00; "
            f"variant {codes[2]}: additional_amount 0.00 -> 3.00"
        )

    def test_a_line_with_many_fields_is_folded(self, owner: Browser) -> None:
        names = ("summary_description", "model_name", "product_tag", "custom_product_code")
        number = owner.world.product()["product_no"]
        owner.world.put(
            f"products/{number}", price="1", display="F", selling="F",
            **{name: ["a"] if name == "product_tag" else "a" for name in names},
        )  # fmt: skip

        page = owner.open(LOG).text

        assert re.search(r"<summary>\d+ fields<span", page)


class _Somebody:
    user_id = "somebody"
    manager_type = "P"
