"""Every form of staff, operators and developers that creates something creates it once."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import bindparam, func, select

import openmall.pages
from openmall.access.sandbox import clock as sandbox_clock
from openmall.api.pipeline.idempotency import response_expiry
from openmall.api.pipeline.idempotency import rules as idempotency_rules
from openmall.api.pipeline.idempotency.store import STORED_RESPONSE
from openmall.commerce.privacy.data_subject.rules import erase
from openmall.database.statements import Statement
from openmall.pages import sent_forms
from tests.access.oauth.authorization_requests import Browser, manager
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.events.plans.people import add_rule
from tests.every_operation.operation_calls import rows
from tests.page_content import hidden_fields
from tests.pages.backoffice.page_forms import Form, form_of, forms
from tests.pages.backoffice.test_roles import sub_admin
from tests.pages.backoffice.test_two_step import PAGE as TWO_STEP
from tests.pages.backoffice.test_two_step import code, submit
from tests.pages.console.developer_browser import signed_up
from tests.pages.console.test_team import join as join_team
from tests.pages.operator.operator_browser import signed_in
from tests.world import PASSWORD, World


@pytest.fixture
def owner(world: World) -> Browser:
    manager(world)
    browser = Browser(world)
    assert browser.sign_in("/api/v2/oauth/sign-in").status_code == 200
    return browser


def twice(browser: Browser, address: str, typed: dict[str, str]) -> list[httpx.Response]:
    """Send the form with these fields twice, as it stands on one page."""
    page = browser.open(address)
    assert page.status_code == 200, page.text
    form = next(each for each in forms(page.text) if _is_of(each, typed))
    sent = {**form.values, **typed}
    assert sent["once"]
    return [browser.submit(form.action, sent) for _ in range(2)]


def _is_of(form: Form, typed: dict[str, str]) -> bool:
    fields = typed.keys() - {"deed", "act"}
    return "form_token" in form.values and fields <= form.values.keys()


def same(answers: list[httpx.Response]) -> None:
    first, second = answers
    assert first.status_code in (200, 303), first.text
    assert second.status_code == first.status_code, second.text
    assert second.headers.get("location") == first.headers.get("location")
    assert second.text == first.text


OFFICE: dict[str, tuple[str, dict[str, str], tuple[str, ...], tuple[str, ...]]] = {
    "role": ("/admin/roles", {"name": "Desk", "area_orders": "edit"}, (">Desk<",), ()),
    "segment": ("/admin/segments/new", {"group_name": "Big", "orders_min": "2"}, (">Big<",), ()),
    "group": ("/admin/customer-groups/new", {"group_name": "Friends"}, (">Friends<",), ()),
    "post": ("/admin/boards/1-new", {"title": "Open", "content": "Now"}, (">Open<",), ()),
    "export": ("/admin/transfers", {"data": "products"}, (), ("export-2",)),
    "copy": ("/admin/design", {"act": "copy", "name": "Autumn"}, (), ("skin-skin3", "/skin3")),
    "product": (
        "/admin/products/new",
        {"product_name": "Bowl", "price": "1000", "supply_price": "1"},
        (">Bowl<",),
        (),
    ),
}
"""What is created -> page, what is typed, texts that its list has once, and those that it lacks."""


@pytest.mark.parametrize("what", OFFICE)
def test_a_form_of_the_back_office_is_executed_once(owner: Browser, what: str) -> None:
    address, typed, once, never = OFFICE[what]
    listed = address.removesuffix("/new").removesuffix("-new")

    answers = twice(owner, address, typed)

    same(answers)
    page = owner.open(listed).text
    assert [page.count(each) for each in once] == [1] * len(once)
    assert not any(each in page for each in never)


def test_a_blocked_customer_gets_one_note(owner: Browser) -> None:
    join(owner.world, "hana")
    typed = {"deed": "block", "blacklist_type": "A", "block_reason": "Fraud"}

    same(twice(owner, "/admin/customers/hana", typed))

    assert len(owner.world.get("customers/hana/memos")["memos"]) == 1


def test_a_refused_form_is_sent_again_and_another_content_is_another_form(owner: Browser) -> None:
    page = owner.open("/admin/roles").text
    form = next(each for each in forms(page) if "area_orders" in each.values)
    sent = {**form.values, "area_orders": "edit"}

    refused = [owner.submit(form.action, {**sent, "name": ""}) for _ in range(2)]
    made = [owner.submit(form.action, {**sent, "name": name}) for name in ("Desk", "Night")]

    assert [each.status_code for each in refused] == [422, 422]
    assert [each.status_code for each in made] == [303, 303]
    assert owner.open("/admin/roles").text.count(">Night<") == 1


def test_the_same_content_for_another_shop_is_another_form(owner: Browser) -> None:
    form = next(
        each for each in forms(owner.open("/admin/roles").text) if "area_orders" in each.values
    )
    sent = {**form.values, "name": "Desk", "area_orders": "edit"}

    answers = [owner.submit(f"{form.action}{query}", sent) for query in ("", "?shop_no=2")]

    assert [each.status_code for each in answers] == [303, 422]


def test_answers_of_the_last_forms_of_a_user_are_kept(
    owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sent_forms, "_MOST", 2)
    for name in ("Desk", "Night", "Van", "Web"):
        twice(owner, "/admin/roles", {"name": name, "area_orders": "edit"})

    assert len(rows(owner.world)["repeatable_answer"]) == 2


def test_a_form_about_a_customer_who_was_erased_is_not_executed_again(owner: Browser) -> None:
    join(owner.world, "hana")
    form = next(
        each
        for each in forms(owner.open("/admin/customers/hana").text)
        if _is_of(each, {"block_reason": ""})
    )
    sent = {**form.values, "deed": "block", "blacklist_type": "A", "block_reason": "Fraud"}
    done = owner.submit(form.action, sent)
    do(owner.world, lambda call: erase(call, "hana"))

    again = owner.submit(form.action, sent)

    assert (done.status_code, again.status_code) == (303, 409)
    assert "This form was sent before and was carried out. Nothing was done again." in again.text


def test_expired_answers_are_deleted_without_another_form(world: World) -> None:
    kim = signed_up(world)
    kim.app()
    same(twice(kim, "/developers/malls", {"content": "empty"}))
    kept = _kept_of_consoles(world)
    world.stage.clock.pass_(idempotency_rules.SECONDS - 10)
    world.stage.run(lambda: _sweep(world))
    assert _kept_of_consoles(world) == kept

    world.stage.clock.pass_(20)
    world.stage.run(lambda: _sweep(world))

    assert kept > _kept_of_consoles(world) == 0


async def _sweep(world: World) -> None:
    app = world.stage.app
    await response_expiry.remove_expired(
        app.database, await sandbox_clock.every(app.database, app.clock)
    )


_COUNT = Statement(
    select(func.count())
    .select_from(STORED_RESPONSE)
    .where(STORED_RESPONSE.c.mall_id == bindparam("mall_id"))
)


def _kept_of_consoles(world: World) -> int:
    """Return how many answers of the consoles' forms are kept."""

    async def count() -> int:
        async with world.stage.app.database.reading("") as db:
            row = await db.one(_COUNT)
        assert row is not None
        return int(row[0])

    return world.stage.run(count)


def test_a_form_that_waits_for_approval_is_proposed_once(owner: Browser) -> None:
    number = owner.world.product(price="12000")["product_no"]
    helper = sub_admin(owner.world, "helper", {"products": "edit"})
    add_rule(owner.world, price_percent=10)
    form = form_of(helper.open(f"/admin/products/{number}").text, "details")

    first, again = (helper.submit(form.action, {**form.values, "price": "1000"}) for _ in range(2))
    other = helper.submit(form.action, {**form.values, "price": "900"})

    assert [each.status_code for each in (first, again, other)] == [409, 303, 409]
    assert "as proposal 1." in first.text
    # the page of the product, with the notice of the first proposal
    assert "proposals=1" in again.headers["location"]
    assert "/admin/approvals/1" in helper.open(again.headers["location"]).text
    assert "as proposal 2." in other.text


def test_recovery_codes_are_shown_again_to_the_same_form(owner: Browser) -> None:
    submit(owner, TWO_STEP, act="start", current=PASSWORD)
    page = owner.open(TWO_STEP).text
    found = re.search(r'<code tabindex="0">([A-Z2-7]{32})</code>', page)
    form = next(each for each in forms(page) if "code" in each.values)
    assert found
    sent = {**form.values, "act": "confirm", "code": code(owner.world, found[1])}

    same([owner.submit(form.action, sent) for _ in range(2)])


@pytest.mark.parametrize("more", ["", "\n20990101-0000001 1"])
def test_orders_of_a_list_are_shipped_once(owner: Browser, more: str) -> None:
    _, variant = stocked(owner.world, 9)
    number = paid(owner.world, wanted(variant))
    form = form_of(owner.open("/admin/dispatch").text, "ship")
    sent = {**form.values, "carrier": "0001", "rows": f"{number} 4711{more}"}

    first, second = (owner.submit(form.action, sent) for _ in range(2))

    assert first.status_code == (422 if more else 200)
    assert second.status_code == first.status_code
    assert second.text == first.text


def test_a_form_of_owners_that_a_member_sends_twice_is_refused_twice(world: World) -> None:
    kim, lee = signed_up(world), signed_up(world, "Lee")
    app = kim.app()
    join_team(kim, app, lee)
    form = next(
        each
        for each in forms(kim.open(f"{app.home}/credentials").text)
        if "form_token" in each.values and each.action.endswith("/credentials")
    )
    own = lee.open(f"{app.home}/team").text
    sent = {**form.values, **{n: v for n, v in hidden_fields(own).items() if n in _OF_PAGE}}

    refused = [lee.submit(form.action, {**sent, "deed": "renew"}) for _ in range(2)]

    assert [each.status_code for each in refused] == [403, 403]


_OF_PAGE = ("form_token", "once")


def test_a_mall_is_created_once_by_an_operator(world: World) -> None:
    kim = signed_in(world)
    mall_id = f"{world.mall_id}-new"
    typed: dict[str, Any] = {
        "mall_id": mall_id, "name": "New", "country": "KR", "shop": "en_US:USD",
        "user_id": "owner", "password": "correct horse",
    }  # fmt: skip

    answers = twice(kim, "/operator/malls", typed)

    same(answers)
    assert answers[1].headers["location"] == f"/operator/malls/{mall_id}?done=created"
    taken = kim.send("/operator/malls", typed)
    assert taken.status_code == 422
    assert "There is a mall with this ID already." in taken.text


def test_a_test_mall_and_an_app_are_created_once(world: World) -> None:
    kim = signed_up(world)
    app = {
        "name": "Keeper", "redirect_uris": "https://app.example.com/back",
        "mall.read_product": "T",
    }  # fmt: skip

    page = kim.open("/developers/apps/new").text
    form = next(each for each in forms(page) if "redirect_uris" in each.values)
    apps = [kim.submit(form.action, {**form.values, **app}) for _ in range(2)]
    malls = twice(kim, "/developers/malls", {"content": "empty"})

    same(apps)
    same(malls)
    listed = kim.open("/developers/malls").text
    # the number in its name goes on where earlier ones of this name are still kept
    assert len(set(re.findall(r"\b[a-z0-9-]+-test-\d+\b", listed))) == 1
    assert kim.open("/developers/apps").text.count(">Keeper<") == 1


_WITH_KEY = ("parts.token(", "begin(", "hidden(", "once_key")
"""The macro, those of pages that begin with it, and the field itself."""


def test_every_form_of_a_site_has_the_key_of_its_rendering() -> None:
    pages = Path(openmall.pages.__file__).parent
    without = []
    for site in ("backoffice", "console", "operator"):
        for template in (pages / site / "templates").glob("*.html"):
            text = template.read_text()
            for form in text.split("<form ")[1:]:
                head = form.partition("</form>")[0]
                has_key = any(each in head for each in _WITH_KEY)
                if 'method="post"' in head and not has_key:
                    without.append(template.name)
    assert without == []
