"""Every form of staff, operators and developers that creates something creates it once."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

import openmall.pages
from tests.access.oauth.authorization_requests import Browser, manager
from tests.commerce.customer.customer_setup import join
from tests.pages.backoffice.page_forms import Form, forms
from tests.pages.console.developer_browser import signed_up
from tests.pages.operator.operator_browser import signed_in
from tests.world import World


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
