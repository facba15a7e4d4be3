"""Roles of sub-admins: what each area opens, and what a page may call with it."""

from typing import Final

import pytest

from openmall.access.malls import rules as mall_rules
from openmall.access.malls import staff_rights, staff_roles
from openmall.access.passwords import hash_password
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.database.session import Session
from tests.access.oauth.authorization_requests import (
    AUTHORIZE,
    SIGN_IN,
    Browser,
    authorize_path,
    hidden,
    manager,
)
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.every_operation.operation_calls import rows
from tests.pages.backoffice.test_activity import kept
from tests.pages.backoffice.test_staff import send, users
from tests.pages.backoffice.test_transfers import GOODS, upload
from tests.staff_pages import HANDLERS, path_of
from tests.world import PASSWORD, World

ROLES = "/admin/roles"
_HASH: Final = hash_password(PASSWORD)


def sub_admin(world: World, name: str, levels: dict[str, str]) -> Browser:
    """Return the browser of a sub-admin whose role has these levels, signed in."""

    async def keep(db: Session) -> None:
        rights = staff_rights.of_levels(levels)
        role_no, _ = await staff_roles.add(db, world.stage.clock, f"Role of {name}", rights)
        person = mall_rules.Manager(name, "Kim Helper", "A", _HASH, role_no=role_no)
        await mall_rules.admit(db, world.stage.clock, person)

    world.in_transaction(keep)
    browser = Browser(world)
    assert browser.sign_in(SIGN_IN, user=name).status_code == 200
    return browser


OWN = (path_of(menu_pages.ACCOUNT), path_of(menu_pages.SAVED_VIEWS), path_of(menu_pages.APPROVALS))
"""Pages that are open to everybody: about the manager alone, or of what they may write."""


def opened(browser: Browser) -> set[str]:
    """Return the pages of the menu that open for somebody; all others are refused."""
    statuses = {path_of(page): browser.open(path_of(page)).status_code for page in menu_pages.PAGES}
    assert set(statuses.values()) <= {200, 403}, statuses
    return {path for path, status in statuses.items() if status == 200}


@pytest.mark.parametrize("area", staff_rights.OFFERED)
def test_a_role_opens_the_pages_of_its_area_and_no_other(world: World, area: str) -> None:
    browser = sub_admin(world, "helper", {area: "view"})

    found = opened(browser)

    assert found == {path_of(page) for page in menu_pages.PAGES if page.area in ("", area)}
    menu = browser.open("/admin").text
    assert {
        path_of(page) for page in menu_pages.PAGES if f'<a href="{path_of(page)}"' in menu
    } == found


def test_a_role_that_views_everything_writes_nothing(world: World) -> None:
    browser = sub_admin(world, "helper", dict.fromkeys(staff_rights.OFFERED, "view"))
    token = hidden(browser.open("/admin/account"))
    before = rows(world)

    answers = {
        (path, below): browser.submit(f"{path}/1" if below else path, token).status_code
        for (path, below), methods in HANDLERS.items()
        if "POST" in methods and path not in OWN
    }

    assert set(answers.values()) == {403}, answers
    assert rows(world) == before


@pytest.mark.parametrize("area", staff_rights.OFFERED)
def test_a_role_without_an_area_writes_nothing_of_it(world: World, area: str) -> None:
    others = {each: "edit" for each in staff_rights.OFFERED if each != area}
    browser = sub_admin(world, "helper", others)
    token = hidden(browser.open("/admin/account"))
    pages = [path_of(page) for page in menu_pages.PAGES if page.area == area]
    before = rows(world)

    answers = [
        (method, path, below)
        for (path, below), methods in HANDLERS.items()
        for method in methods
        if path in pages
        and (
            browser.submit(f"{path}/1" if below else path, token)
            if method == "POST"
            else browser.open(f"{path}/1" if below else path)
        ).status_code
        != 403
    ]

    assert pages
    assert answers == []
    assert rows(world) == before


def test_a_page_that_is_only_viewed_says_so(world: World) -> None:
    viewer = sub_admin(world, "viewer", {"products": "view", "reports": "view"})
    editor = sub_admin(world, "editor", {"products": "edit"})
    notice = "Your role only views this page"

    said = {
        path: notice in viewer.open(path).text
        for path in (
            "/admin",
            "/admin/products",
            "/admin/stock",
            "/admin/reports",
            "/admin/account",
        )
    }

    assert said == {
        "/admin": False, "/admin/products": True, "/admin/stock": True, "/admin/reports": False,
        "/admin/account": False,
    }  # fmt: skip
    assert notice not in editor.open("/admin/products").text
    assert notice not in viewer.open("/admin/orders").text, "it is closed altogether"
    assert "New product" not in viewer.open("/admin/products").text
    assert "New product" in editor.open("/admin/products").text


def test_pages_of_a_role_link_only_what_it_opens(world: World, owner: Browser) -> None:
    product_no, code = stocked(world, 4)
    number = paid(world, wanted(code))
    paths = {
        "orders": ("/admin/orders", f"/admin/orders/{number}"),
        "products": ("/admin/products", "/admin/stock", f"/admin/stock/{code}", "/admin/displays"),
        "customers": ("/admin/customers",),
    }
    closed = {
        "orders": ("/admin/products", "/admin/transfers"),
        "products": ("/admin/orders", "/admin/transfers", "/admin/storefront"),
        "customers": ("/admin/transfers",),
    }

    for area, opened_paths in paths.items():
        helper = sub_admin(world, f"of-{area}", {area: "edit"})
        for path in opened_paths:
            main = helper.open(path).text.partition("<main")[2]
            assert [each for each in closed[area] if f'href="{each}' in main] == [], path
    assert f'href="/admin/products/{product_no}"' in owner.open(f"/admin/orders/{number}").text
    assert 'href="/admin/transfers?kind=orders"' in owner.open("/admin/orders").text
    assert f'href="/admin/orders/{number}"' in owner.open(f"/admin/stock/{code}").text


def test_every_page_belongs_to_an_area_that_exists() -> None:
    assert {path_of(page): page.area for page in menu_pages.PAGES if page.area} == {
        path_of(page): page.area for page in menu_pages.PAGES if page.area in staff_rights.AREAS
    }
    assert {path_of(page) for page in menu_pages.PAGES if not page.area} == {
        "/admin", "/admin/account", "/admin/approvals", "/admin/saved-views", "/admin/search",
    }  # fmt: skip


def test_no_operation_that_writes_is_permitted_to_view(world: World) -> None:
    views = staff_rights.of_levels(dict.fromkeys(staff_rights.OFFERED, "view"))
    operations = [row for _, row in world.stage.app._back_office._client.operations()]

    assert [row.name for row in operations if row.writes and views.permits(row)] == []
    assert all(views.permits(row) for row in operations if row.scope == "mall.read_order")


@pytest.mark.parametrize(
    ("area", "read", "written"),
    [
        ("products", "mall.read_product", "mall.write_product"),
        ("orders", "mall.read_order", "mall.write_order"),
        ("customers", "mall.read_privacy", "mall.write_privacy"),
        ("boards", "mall.read_community", "mall.write_community"),
        ("settings", "mall.read_store", "mall.write_store"),
        ("design", "mall.read_design", "mall.write_design"),
    ],
)
def test_permissions_of_an_area(area: str, read: str, written: str) -> None:
    views = staff_rights.of_levels({area: "view"})
    edits = staff_rights.of_levels({area: "edit"})

    assert (views.permits_scope(read), views.permits_scope(written)) == (True, False)
    assert (edits.permits_scope(read), edits.permits_scope(written)) == (True, True)
    assert not edits.permits_scope("mall.write_application")


def test_what_is_stored_and_unknown_permits_nothing() -> None:
    assert staff_rights.of_text("staff:edit nowhere:edit orders:own products") == staff_rights.NONE
    assert staff_rights.of_text("orders:edit products:view").text == "orders:edit products:view"


def test_the_overview_shows_figures_of_the_areas_alone(world: World) -> None:
    products = sub_admin(world, "goods", {"products": "view"}).open("/admin").text
    reports = sub_admin(world, "figures", {"reports": "view"}).open("/admin").text
    orders = sub_admin(world, "sales", {"orders": "view"}).open("/admin").text

    assert ("Newest orders" in products, 'class="glance"' in products) == (False, False)
    assert ("Newest orders" in reports, 'class="glance"' in reports) == (False, True)
    assert ("Newest orders" in orders, 'class="glance"' in orders) == (True, False)


def test_a_head_admin_adds_a_role_gives_it_and_takes_it_away(owner: Browser) -> None:
    world = owner.world
    manager(world, "helper", "A")
    helper = Browser(world)
    helper.sign_in(SIGN_IN, user="helper")
    before = helper.open("/admin/customers").status_code

    added = send(owner, ROLES, name="Shipping", area_orders="edit", area_products="view")
    page = owner.open(ROLES).text
    person = {"name": "Kim Owner", "phone": "", "email": "", "manager_type": "A:1"}
    given = send(owner, "/admin/managers/helper", **person)
    after = helper.open("/admin/customers").status_code, helper.open("/admin/orders").status_code
    in_use = send(owner, f"{ROLES}/1", act="remove")
    changed = send(owner, f"{ROLES}/1", name="Shipping", area_customers="view")
    at_once = helper.open("/admin/customers").status_code, helper.open("/admin/orders").status_code
    send(owner, "/admin/managers/helper", **{**person, "manager_type": "A"})
    removed = send(owner, f"{ROLES}/1", act="remove")

    assert (before, added) == (200, (303, f"{ROLES}?done=added"))
    assert "Orders, shipping and claims: View and edit" in page
    assert given == (303, "/admin/managers/helper?done=changed")
    assert after == (403, 200)
    assert in_use == (422, "Managers have this role. Give them another one first.")
    assert (changed[0], at_once) == (303, (200, 403))
    assert removed == (303, f"{ROLES}?done=removed")
    assert sorted(line["content"] for line in kept(world) if line["action"].startswith("role")) == [
        "role 1: name Shipping -> null, rights customers:view -> null",
        "role 1: name null -> Shipping, rights null -> orders:edit products:view",
        "role 1: rights orders:edit products:view -> customers:view",
    ]


@pytest.mark.parametrize(
    ("form", "problem"),
    [
        ({"name": " ", "area_orders": "view"}, "The name must have 1 to 50 characters."),
        ({"name": "x" * 51, "area_orders": "view"}, "The name must have 1 to 50 characters."),
        ({"name": "empty"}, "Choose at least one area."),
        ({"name": "wrong", "area_staff": "edit"}, "Choose at least one"),
        ({"name": "TAKEN", "area_orders": "view"}, "There is a role of this name already."),
    ],
)
def test_a_role_that_cannot_be(owner: Browser, form: dict[str, str], problem: str) -> None:
    send(owner, ROLES, name="taken", area_orders="view")
    before = rows(owner.world)

    status, said = send(owner, ROLES, **form)

    assert status == 422
    assert said.startswith(problem)
    assert rows(owner.world) == before


@pytest.mark.parametrize("code", ["A:7", "A:x", "A:", "P:1"])
def test_a_role_that_is_not_there_is_given_to_nobody(owner: Browser, code: str) -> None:
    manager(owner.world, "helper", "A")
    before = rows(owner.world)

    status, _ = send(
        owner,
        "/admin/managers/helper",
        name="Kim Owner",
        phone="",
        email="",
        manager_type=code,
    )

    assert status == 422
    assert rows(owner.world) == before


def test_a_head_admin_has_no_role_and_a_sub_admin_changes_none(owner: Browser) -> None:
    world = owner.world
    send(owner, ROLES, name="Few", area_orders="view")
    person = {"name": "Kim Owner", "phone": "", "email": "", "manager_type": "A:1"}

    own = send(owner, "/admin/managers/owner", **person)
    manager(world, "helper", "A")
    helper = Browser(world)
    helper.sign_in(SIGN_IN, user="helper")
    page = helper.open(ROLES)
    token = hidden(page)
    before = rows(world)
    refused = [
        helper.submit(ROLES, {**token, "name": "Mine", "area_orders": "edit"}).status_code,
        helper.submit(f"{ROLES}/1", {**token, "act": "remove"}).status_code,
    ]

    assert own[0] == 422
    assert users(world)[-1] == ("owner", "Kim Owner", "P", "", "")
    assert (page.status_code, 'name="area_orders"' in page.text) == (200, False)
    assert refused == [403, 403]
    assert rows(world) == before


def test_nobody_lets_an_app_do_more_than_they_may(world: World) -> None:
    app = world.install(["mall.read_product", "mall.write_product"], in_mall=False)
    few = sub_admin(world, "few", {"apps": "edit", "products": "view"})
    much = sub_admin(world, "much", {"apps": "edit", "products": "edit"})
    without = sub_admin(world, "without", {"products": "edit"})

    def decide(browser: Browser) -> tuple[int, str]:
        page = browser.open(authorize_path(app))
        answer = browser.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})
        return page.status_code, answer.headers["location"].partition("?")[2]

    refused, also_refused, allowed = decide(few), decide(without), decide(much)

    assert refused[0] == also_refused[0] == 403
    assert "error=access_denied" in refused[1]
    assert "error=access_denied" in also_refused[1]
    assert allowed[0] == 200
    assert "code=" in allowed[1]


def test_an_import_needs_the_area_of_its_data_to_edit_and_an_export_to_view(world: World) -> None:
    views = sub_admin(world, "views", {"transfers": "edit", "products": "view"})
    edits = sub_admin(world, "edits", {"transfers": "edit", "products": "edit"})

    imported = [upload(each, GOODS, kind="products") for each in (views, edits)]
    planned = imported[1].headers["location"]
    before = rows(world)
    refused = [
        views.submit(
            planned, {**hidden(views.open("/admin/account")), "deed": "confirm"}
        ).status_code,
        upload(edits, GOODS, kind="customers").status_code,
        send(edits, "/admin/transfers", data="orders", reason="audit")[0],
    ]
    same = rows(world) == before
    exported = send(views, "/admin/transfers", data="products", reason="audit")

    assert [each.status_code for each in imported] == [403, 303]
    assert (refused, same) == ([403, 403, 403], True)
    assert exported[0] == 303
