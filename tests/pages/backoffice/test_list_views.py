"""Managers save views of lists under a name; actions reach the rows on other pages too."""

import re

import httpx
import pytest

from openmall.access.malls import manager_administration, saved_views
from openmall.database.session import Session
from tests.access.oauth.authorization_requests import Browser, manager
from tests.commerce.customer.customer_setup import join
from tests.commerce.order.order_setup import order, states, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import Form, form_of, forms, said
from tests.world import World

PAGE = "/admin/saved-views"


def save(browser: Browser, address: str, name: str, **typed: str) -> httpx.Response:
    """Save a list as it is filtered, and return the page that follows."""
    [form] = [each for each in forms(browser.open(address).text) if "list" in each.values]
    answer = browser.submit(form.action, {**form.values, "name": name, **typed})
    return browser.open(answer.headers["location"]) if answer.status_code == 303 else answer


def views(page: httpx.Response) -> list[tuple[str, str]]:
    """Return address and name of the views above a list."""
    found = re.search(r'<nav aria-label="Saved views">(.*?)</nav>', page.text, re.DOTALL)
    return re.findall(r'<a href="([^"]*)"[^>]*>(.*?)</a>', found[1]) if found else []


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        (
            "/admin/orders?tab=paid&payment_method=card&from=2026-11-01&to=2026-11-20",
            "/admin/orders?tab=paid&amp;payment_method=card&amp;from=2026-11-01&amp;to=2026-11-20",
        ),
        (
            "/admin/products?field=product_name&keyword=apron&stock=sold-out&page=2",
            "/admin/products?stock=sold-out&amp;field=product_name&amp;keyword=apron",
        ),
        (
            "/admin/customers?group_no=1&field=name&keyword=Hana",
            "/admin/customers?group_no=1",
        ),
    ],
)
def test_a_view_is_saved_opened_and_deleted(owner: Browser, address: str, kept: str) -> None:
    saved = save(owner, address, "Mine")
    path = address.partition("?")[0]

    assert said(saved) == "The view was saved."
    assert views(saved) == [(kept, "Mine")]
    assert 'aria-current="true">Mine' in saved.text
    assert len(views(owner.open(path))) == 1
    page = owner.open(PAGE)
    assert ">Mine</a>" in page.text
    form = form_of(page.text, "remove")
    gone = owner.open(owner.submit(form.action, form.values).headers["location"])
    assert said(gone) == "The view was deleted."
    assert views(owner.open(path)) == []
    assert owner.submit(form.action, {**form.values, "once": ""}).status_code == 404


def test_what_chooses_nothing_or_searches_for_people_is_not_saved(owner: Browser) -> None:
    for address in (
        "/admin/orders",
        "/admin/orders?field=buyer_name&keyword=Hana",
        "/admin/customers?field=name&keyword=Hana",
        "/admin/products?shop_no=1",
    ):
        assert "Save this view" not in owner.open(address).text

    page = owner.submit(PAGE, {
        **form_of(owner.open("/admin/orders?tab=paid").text, "save").values,
        "name": "Hana", "query": "field=buyer_name&keyword=Hana",
    })  # fmt: skip

    assert page.status_code == 422
    assert "Choose filters first" in page.text


def test_a_view_has_a_name_and_there_are_fifty(owner: Browser) -> None:
    address = "/admin/orders?tab=paid"
    nameless = save(owner, address, " ")
    for at in range(50):
        save(owner, f"{address}&from=2026-0{at // 25 + 1}-{at % 25 + 1:02}", f"View {at}")
    more = save(owner, "/admin/orders?tab=unpaid", "One more")
    unknown = owner.submit(PAGE, {
        **form_of(owner.open("/admin/orders?tab=held").text, "save").values,
        "name": "x", "list": "boards",
    })  # fmt: skip

    assert (nameless.status_code, more.status_code, unknown.status_code) == (422, 422, 404)
    assert "The name must have 1 to 50 characters." in nameless.text
    assert "There are 50 saved views already." in more.text


def test_views_are_those_of_one_manager(owner: Browser, world: World) -> None:
    save(owner, "/admin/orders?tab=paid", "Mine")
    other = Browser(world)
    manager(world, "second")
    other.sign_in("/api/v2/oauth/sign-in", user="second")

    assert views(other.open("/admin/orders")) == []
    form = form_of(owner.open(PAGE).text, "remove")
    token = form_of(other.open("/admin/orders?tab=paid").text, "save").values["form_token"]
    assert other.submit(PAGE, {**form.values, "form_token": token}).status_code == 404
    assert len(views(owner.open("/admin/orders"))) == 1


def test_a_view_of_the_same_name_is_replaced(owner: Browser) -> None:
    save(owner, "/admin/orders?tab=paid", "Mine")

    page = save(owner, "/admin/orders?tab=unpaid", "Mine")

    assert views(page) == [("/admin/orders?tab=unpaid", "Mine")]


def test_views_go_with_their_manager(owner: Browser, world: World) -> None:
    manager(world, "second", "A")
    other = Browser(world)
    other.sign_in("/api/v2/oauth/sign-in", user="second")
    save(other, "/admin/orders?tab=paid", "Mine")
    save(owner, "/admin/orders?tab=paid", "Kept")

    async def left(db: Session) -> list[int]:
        return [len(await saved_views.of_manager(db, each)) for each in ("owner", "second")]

    async def remove(db: Session) -> None:
        await manager_administration.remove(db, "owner", user_id="second")

    assert world.in_transaction(left) == [1, 1]
    world.in_transaction(remove)
    assert world.in_transaction(left) == [1, 0]


def test_an_action_reaches_the_orders_on_other_pages(owner: Browser) -> None:
    _, code = stocked(owner.world, 99)
    numbers = [order(owner.world, wanted(code)) for _ in range(32)]
    address = "/admin/orders?tab=unpaid"

    page = owner.open(address)
    form = form_of(page.text, "pay")
    answer = owner.submit(form.action, {**form.values, "deed": "pay", "every": "T"})

    assert "Also on other pages: all 32 orders of this list" in page.text
    assert answer.status_code == 303
    assert {state for each in numbers for state in states(owner.world, each)} == {"N10"}
    assert "Also on other pages" not in owner.open("/admin/orders?tab=held").text


def test_an_action_reaches_the_products_on_other_pages(
    owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(33):
        owner.world.product(product_name=f"Apron {at:02}")
    address = "/admin/products?keyword=Apron&field=product_name&sort=name"

    page = owner.open(address)
    form = form_of(page.text, "selling-F")
    owner.submit(form.action, {**form.values, "deed": "selling-F", "every": "T"})

    assert "Also on other pages: all 33 products of this list" in page.text
    assert owner.world.get("products/count", selling="F") == {"count": 33}
    monkeypatch.setattr("openmall.pages.backoffice.bulk_actions.MOST_ROWS", 31)
    owner.submit(form.action, {**form.values, "deed": "selling-T", "every": "T"})
    assert owner.world.get("products/count", selling="T") == {"count": 31}


def test_customers_are_moved_to_a_group_also_those_on_other_pages(owner: Browser) -> None:
    world = owner.world
    world.post("customergroups", group_name="Gold", group_description="Best")
    for at in range(32):
        join(world, f"member{at:02}")
    page = owner.open("/admin/customers?select=all")
    form = form_of_rows(page)
    assert "Also on other pages: all 32 customers of this list" in page.text

    some = owner.submit(form.action, {"row-0": "member03", **tokens(form), "to_group": "2"})
    said_of_some = said(owner.open(some.headers["location"]))
    first = world.get("customersprivacy/count", group_no=2)["count"]
    none = owner.submit(form.action, {**form.values, "to_group": ""})
    every = owner.submit(form.action, {**form.values, "to_group": "2", "every": "T"})
    missing = owner.submit(form.action, {**form.values, "to_group": "77"})

    assert said_of_some == "The selected customers were moved to the group."
    assert first == 1
    assert said(owner.open(none.headers["location"])) == "Select customers and a group."
    assert every.status_code == 303
    assert world.get("customersprivacy/count", group_no=2)["count"] == 32
    assert missing.status_code == 422
    assert "Some items could not be processed." in missing.text


def form_of_rows(page: httpx.Response) -> Form:
    [form] = [each for each in forms(page.text) if "row-0" in each.values]
    return form


def tokens(form: Form) -> dict[str, str]:
    return {"form_token": form.values["form_token"]}
