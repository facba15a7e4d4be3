"""A user of a supplier sees and changes goods of their own supplier, and nothing of others."""

from typing import Any

import pytest

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.pages.backoffice.supplier import own_goods
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.commerce.order.order_setup import states
from tests.page_content import sent_along
from tests.pages.sampleshop.shop_browser import said
from tests.staff_pages import HANDLERS, path_of
from tests.storefront.shopper_client import Shopper
from tests.world import World

PRODUCTS = "/admin/supplier-products"
ORDERS = "/admin/supplier-orders"
SECRET = "correct horse"


class Farms:
    """Two suppliers with a user, a product and an item of the same order each."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.codes: list[str] = []
        self.products: list[int] = []
        self.variants: list[str] = []
        for name in ("kite", "lark"):
            made = world.post("suppliers", supplier_name=f"{name} farm")["supplier"]
            code = made["supplier_code"]
            world.post(
                "suppliers/users",
                user_id=f"{name}1",
                supplier_code=code,
                password=SECRET,
                permission_shop_no=[1],
            )
            number = world.product(product_name=f"Honey of {name}", supplier_code=code)[
                "product_no"
            ]
            [variant] = world.get(f"products/{number}/variants")["variants"]
            path = f"products/{number}/variants/{variant['variant_code']}/inventories"
            world.put(path, use_inventory="T", quantity=7)
            self.codes.append(code)
            self.products.append(number)
            self.variants.append(variant["variant_code"])
        self.order_id = self.order()

    def order(self) -> str:
        """Order one of each, paid; return the number of the order."""
        bought = [{"variants_code": code, "quantity": 1} for code in self.variants]
        receiver = {"name": "Min Kim", "cellphone": "010-1111-1111", "address1": "1 Sejong-daero"}
        order_id = place(self.world, bought, receiver)
        self.world.put("payments", order_id=order_id, status="paid")
        return order_id

    def items(self) -> dict[str, dict[str, Any]]:
        """Return the items of the order, by supplier."""
        found = self.world.get(f"orders/{self.order_id}", embed="items")["order"]["items"]
        return {each["supplier_id"]: each for each in found}

    def quantity(self, at: int) -> int:
        path = f"products/{self.products[at]}/variants/{self.variants[at]}/inventories"
        quantity: int = self.world.get(path)["inventory"]["quantity"]
        return quantity


def place(world: World, bought: list[dict[str, Any]], receiver: dict[str, str]) -> str:
    """Place an order of a guest by bank transfer; return its number."""
    shopper = Shopper(world)
    order = shopper.send(
        "POST",
        "orders",
        variants=bought,
        receiver=receiver,
        buyer={"name": "Buyer Lee", "email": "buyer@example.com", "cellphone": "010-9999-9999"},
        payment_method="cash",
    )
    order_id: str = order["order_id"]
    return order_id


@pytest.fixture
def farms(world: World) -> Farms:
    return Farms(world)


def seller(farms: Farms, user: str = "kite1") -> Browser:
    """The browser of a supplier's user, signed in."""
    browser = Browser(farms.world)
    assert browser.sign_in(SIGN_IN, SECRET, user=user).status_code == 200
    return browser


def send(browser: Browser, path: str, page: str = "", **form: str) -> tuple[int, str]:
    """Send a form; return the status and where it leads, or what the page says."""
    answer = browser.submit(path, {**sent_along(browser.open(page or PRODUCTS).text), **form})
    return answer.status_code, answer.headers.get("location") or said(answer.text)


def test_a_supplier_sees_own_products_and_changes_their_stock(farms: Farms) -> None:
    kite = seller(farms)
    menu = kite.open("/admin").text
    page = kite.open(PRODUCTS)
    path = f"{PRODUCTS}/{farms.products[0]}"
    stock = kite.open(path).text

    done = send(kite, path, path, variant_code=farms.variants[0], quantity="12")
    same = send(kite, path, path, variant_code=farms.variants[0], quantity="12")
    wrong = send(kite, path, path, variant_code=farms.variants[0], quantity="many")

    assert f'href="{PRODUCTS}"' in menu
    assert f'href="{ORDERS}"' in menu
    assert "Honey of kite" in page.text
    assert "Honey of lark" not in page.text
    assert "Honey of lark" not in kite.open(f"{PRODUCTS}?keyword=Honey").text
    assert 'name="quantity"' in stock
    assert done == (303, f"{path}?shop_no=1&done=saved")
    assert same == (303, f"{path}?shop_no=1&done=same")
    assert wrong[0] == 422
    assert "Enter a whole number." in wrong[1]
    assert (farms.quantity(0), farms.quantity(1)) == (12, 6)


def test_a_supplier_ships_own_items_alone(farms: Farms) -> None:
    kite, own = seller(farms), farms.items()
    mine = own[farms.codes[0]]["order_item_code"]
    theirs = own[farms.codes[1]]["order_item_code"]
    page = kite.open(ORDERS)
    ship = {"order_id": farms.order_id, "shipping_company_code": "0001", "tracking_no": "T-1"}
    foreign = send(kite, ORDERS, ORDERS, **ship, **{"item-0": theirs})
    mixed = send(kite, ORDERS, ORDERS, **ship, **{"item-0": mine, "item-1": theirs})
    nothing = send(kite, ORDERS, ORDERS, **ship)
    before = states(farms.world, farms.order_id)

    done = send(kite, ORDERS, ORDERS, **ship, **{"item-0": mine})

    text = said(page.text)
    assert "Honey of kite × 1" in text
    assert "Min Kim · 010-1111-1111" in text
    assert "1 Sejong-daero" in text
    for others in ("lark", "Buyer Lee", "buyer@example.com", "11000", "11,000", theirs):
        assert others not in page.text, others
    assert (foreign[0], mixed[0], nothing[0]) == (404, 404, 404)
    assert set(before) == {"N10"}
    assert done == (303, f"{ORDERS}?shop_no=1&done=shipped")
    assert {code: each["order_status"] for code, each in farms.items().items()} == {
        farms.codes[0]: "N30",
        farms.codes[1]: "N10",
    }
    assert "Honey of kite" in kite.open(f"{ORDERS}?tab=sent").text
    assert "Honey of kite" not in kite.open(ORDERS).text
    lark = seller(farms, "lark1")
    assert "T-1" not in lark.open(f"{ORDERS}?tab=sent").text
    assert "Honey of lark × 1" in said(lark.open(ORDERS).text)


def test_goods_of_others_are_not_found(farms: Farms) -> None:
    kite = seller(farms)
    path = f"{PRODUCTS}/{farms.products[1]}"

    statuses = [
        kite.open(each).status_code
        for each in (path, f"{PRODUCTS}/999999", f"{PRODUCTS}/x", f"{PRODUCTS}/-1")
    ]
    changed = send(kite, path, variant_code=farms.variants[1], quantity="0")
    smuggled = send(
        kite, f"{PRODUCTS}/{farms.products[0]}", variant_code=farms.variants[1], quantity="0"
    )

    assert statuses == [404, 404, 404, 404]
    assert (changed[0], smuggled[0]) == (404, 404)
    assert farms.quantity(1) == 6


@pytest.mark.parametrize(
    ("permission", "hidden_page"),
    [("permission_order_menu", ORDERS)],
)
def test_what_the_shop_does_not_permit_is_closed(
    farms: Farms, permission: str, hidden_page: str
) -> None:
    farms.world.put("suppliers/users/kite1", **{permission: "F"})

    assert seller(farms).open(hidden_page).status_code == 403


def test_who_may_not_change_products_sees_the_stock_alone(farms: Farms) -> None:
    farms.world.put("suppliers/users/kite1", permission_product_modify="F")
    kite, path = seller(farms), f"{PRODUCTS}/{farms.products[0]}"

    assert 'name="quantity"' not in kite.open(path).text
    assert send(kite, path, variant_code=farms.variants[0], quantity="1")[0] == 403
    assert farms.quantity(0) == 6


def test_amounts_are_shown_where_the_shop_permits_it(farms: Farms) -> None:
    farms.world.put("suppliers/users/kite1", permission_amount_inquiry="T")

    assert "11,000 KRW" in said(seller(farms).open(ORDERS).text)


def test_a_user_without_a_supplier_and_other_managers_have_no_such_pages(world: World) -> None:
    manager(world, "seller", "S")
    manager(world)
    lonely, owner = Browser(world), Browser(world)
    lonely.sign_in(SIGN_IN, user="seller")
    owner.sign_in(SIGN_IN)

    for path in (PRODUCTS, ORDERS, f"{PRODUCTS}/1"):
        assert lonely.open(path).status_code == 403
        assert owner.open(path).status_code == 403
    assert PRODUCTS not in owner.open("/admin").text


OWN = {"/admin", "/admin/activity", "/admin/account", PRODUCTS, ORDERS}
"""Pages that users of suppliers may open."""


def test_no_page_shows_a_supplier_anything_of_others(farms: Farms) -> None:
    kite, own = seller(farms), farms.items()
    secrets = (
        "Honey of lark", farms.variants[1], own[farms.codes[1]]["order_item_code"], "lark farm",
        "Buyer Lee", "buyer@example.com", "010-9999-9999", "lark1",
    )  # fmt: skip
    opened = {}
    for path, below in HANDLERS:
        for subpath in ("", "?shop_no=1&keyword=Honey") if not below else (
            f"/{farms.products[1]}", f"/{farms.order_id}", "/lark1", "/2",
        ):  # fmt: skip
            answer = kite.open(path + subpath)
            assert answer.status_code in (200, 403, 404), path
            opened[path + subpath] = answer.status_code
            for secret in secrets:
                # the page says its own address, to come back to
                text = answer.text.replace(path + subpath, "")
                assert secret not in text, (path + subpath, secret)

    assert {path for path, status in opened.items() if status == 200 and "?" not in path} == OWN
    assert len(opened) > 100


def test_no_page_takes_a_form_of_a_supplier_but_their_own(farms: Farms) -> None:
    kite = seller(farms)
    token = sent_along(kite.open("/admin/account").text)
    before = farms.world.get("orders/count")

    statuses = {
        (path, below): kite.submit(
            path + ("/1" if below else ""), {**token, "act": "save"}
        ).status_code
        for (path, below), methods in HANDLERS.items()
        if "POST" in methods and path not in OWN
    }

    assert statuses == dict.fromkeys(statuses, 403)
    assert len(statuses) > 30
    assert farms.world.get("orders/count") == before


def test_a_suppliers_page_can_call_no_other_operation(farms: Farms) -> None:
    client = farms.world.stage.app._back_office._client
    permitted = {
        (api, row.method, row.path) for api, row in client.operations() if own_goods.permits(row)
    }
    admin = {(method, path) for api, method, path in permitted if api == "admin"}

    assert admin == {
        ("GET", "products"),
        ("POST", "products"),
        ("PUT", "products/{product_no}"),
        ("DELETE", "products/{product_no}"),
        ("POST", "products/{product_no}/approve"),
        ("GET", "categories"),
        ("GET", "products/{product_no}/variants"),
        ("PUT", "products/{product_no}/variants/{variant_code}/inventories"),
        ("GET", "carriers"),
        ("GET", "orders"),
        ("POST", "orders/{order_id}/shipments"),
    }
    assert {path_of(page) for page in menu_pages.SUPPLIER_PAGES} == {PRODUCTS, ORDERS}
