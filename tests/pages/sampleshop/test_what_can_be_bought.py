"""Every surface of a shop says the same of what can be bought: that the order takes it or not.

Products of every kind of tracking, stock, reservation and limit are made in one shop, and each
surface is compared with what follows from how the product was made.
"""

import itertools
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import httpx
import pytest
from msgspec import Struct

from openmall.commerce.product.stock import availability_store
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.stock.availability_store import Availability
from openmall.commerce.product.stock.ended_days import DaySweep
from openmall.contract.call import Call
from openmall.contract.moments import Clocks
from tests.commerce.personal.cart_client import put, some
from tests.commerce.product.stock_setup import as_call
from tests.pages.mcp.agent import Agent
from tests.pages.sampleshop.shop_browser import Guest
from tests.pages.sampleshop.test_merchant_feed import items
from tests.storefront.shopper_client import BUYER, RECEIVER, offer_test_gateway
from tests.world import EVERY_SCOPE, NOVEMBER_2026, World

_LIMITS: list[dict[str, Any]] = [
    {},
    {"minimum_quantity": 2},
    {"buy_unit": 2, "buy_unit_type": "P"},
    {"maximum_quantity": 1},
    {"minimum_quantity": 2, "order_quantity_limit_type": "P"},
]
_PARTS = 41
"""Parts of every combination, tried every night."""
_OVER = {"start_date": "2026-01-01", "end_date": "2026-10-31"}
ADD = 'value="cart">'


class Case(Struct, frozen=True):
    """How a product is made."""

    tracked: bool
    quantity: int
    reserved: int
    safety: int
    displayed: bool
    """`display_soldout`."""
    display: str
    selling: str
    variant_selling: str
    is_over: bool
    limits: dict[str, Any]

    @property
    def least(self) -> int:
        """The smallest quantity that may be bought."""
        return max(self.limits.get("minimum_quantity", 1), self.limits.get("buy_unit", 1))

    @property
    def has_enough(self) -> bool:
        reserved = self.reserved if self.tracked else 0
        return not self.tracked or self.quantity - self.safety - reserved >= self.least

    @property
    def is_listed(self) -> bool:
        return (self.display, self.selling) == ("T", "T")

    @property
    def could_be_bought(self) -> bool:
        """Whether it could, were its product displayed and sold."""
        return self.variant_selling == "T" and not self.is_over and self.has_enough

    @property
    def can_be_bought(self) -> bool:
        return self.is_listed and self.could_be_bought


def cases() -> Iterator[Case]:
    """Yield every combination of stock, each with some of the rest."""
    rest = itertools.cycle(
        [
            ("T", "T", "T", False),
            ("T", "T", "T", False),
            ("T", "T", "T", False),
            ("F", "T", "T", False),
            ("T", "F", "T", False),
            ("T", "T", "F", False),
            ("T", "T", "T", True),
        ]
    )
    limits = itertools.cycle(_LIMITS)
    stock = itertools.product((True, False), (0, 1, 2, 3), (0, 1), (0, 1), (True, False))
    for tracked, quantity, reserved, safety, displayed in stock:
        if quantity - safety < reserved:
            # no more can be reserved than there are
            reserved = 0
        yield Case(
            tracked, quantity, reserved, safety, displayed, *next(rest), next(limits)
        )  # fmt: skip


def every_case() -> list[Case]:
    """Return every combination of stock with each of the rest and of the limits."""
    flags = list(itertools.product("TF", "TF", "TF", (False, True)))
    stock = {
        (each.tracked, each.quantity, each.reserved, each.safety, each.displayed)
        for each in cases()
    }
    return [
        Case(*own, *rest, limits) for own in sorted(stock) for rest in flags for limits in _LIMITS
    ]


def made(world: World, case: Case) -> tuple[int, str]:
    """Make a product; return its number and the code of its variant."""
    number = world.product(
        product_name="Apron", display=case.display, selling=case.selling, **case.limits
    )["product_no"]
    if case.is_over:
        world.put(f"products/{number}", expiration_date=_OVER)
    [variant] = world.get(f"products/{number}/variants")["variants"]
    code = variant["variant_code"]
    world.put(
        f"products/{number}/variants/{code}",
        use_inventory="T" if case.tracked else "F",
        quantity=case.quantity + 1,
        safety_inventory=case.safety,
        display_soldout="T" if case.displayed else "F",
        selling=case.variant_selling,
    )
    world.put(f"products/{number}/variants/{code}", quantity=case.quantity)
    if case.reserved:
        as_call(
            world,
            lambda call: stock_rules.reserve(
                call, code, quantity=1, reference=f"held {code}", until=NOVEMBER_2026 + 86_400
            ),
        )
    return number, code


def test_every_surface_agrees_on_what_can_be_bought(world: World, guest: Guest) -> None:
    agree(world, guest, cases())


@pytest.mark.nightly
@pytest.mark.one_store
@pytest.mark.parametrize("part", range(_PARTS))
def test_every_surface_agrees_on_every_combination(world: World, guest: Guest, part: int) -> None:
    agree(world, guest, every_case()[part::_PARTS])


def agree(world: World, guest: Guest, tried: Iterable[Case]) -> None:
    """Make products, and compare what every surface says of each with how it was made."""
    world.put("seo/setting", use_rss="T")
    world.post("portalpay/setting", shop_id="c_1", certi_key="certi", image_key="image")
    offer_test_gateway(world)
    products = {made(world, case): case for case in tried}
    feed = {each["id"]: each["availability"] for each in items(guest.see("/feed.xml"))}
    portal = {line.split("\t")[0] for line in guest.see("/products.txt").splitlines()[1:]}
    shelf = _shown(guest)
    listed = {
        each["product_no"]: each["sold_out"] for each in every(world, "products", sold_out="T")
    }

    stated = {
        (number, code): (
            *_pages(guest, number, code),
            *_api(world, number, code, case),
            *_agent(world, number, code, case),
            feed.get(str(number)) == "in_stock",
            str(number) in portal,
        )
        for (number, code), case in products.items()
    }

    wrong = {
        str(case): stated[key]
        for key, case in products.items()
        if set(stated[key]) != {case.can_be_bought}
    }
    assert wrong == {}
    wrong = {
        str(case): states
        for (number, code), case in products.items()
        if (states := _variant_states(world, number, code, case))
        != dict.fromkeys(states, "F" if case.could_be_bought else "T")
    }
    assert wrong == {}
    # what lists and filters say is of stock, limits and days, and of what is on offer
    lacking = {
        number
        for (number, _), case in products.items()
        if not case.has_enough or case.variant_selling == "F" or case.is_over
    }
    assert listed == dict.fromkeys(lacking, "T")
    on_display = {number for (number, _), case in products.items() if case.is_listed}
    assert shelf == on_display - lacking
    [dashboard] = world.get("dashboard")["dashboard"]
    assert dashboard["sold_out_products_count"] == sum(
        number in lacking and case.tracked and case.displayed
        for (number, _), case in products.items()
    )
    # last, since orders take the units
    ordered = {
        number: ordered_by_guest(world, code, case.least)
        for (number, code), case in products.items()
    }
    assert ordered == {number: case.can_be_bought for (number, _), case in products.items()}


def test_a_product_is_sold_out_from_the_day_after_its_last(world: World) -> None:
    number, other, always = (world.product(product_name=name)["product_no"] for name in "abc")
    last = {"start_date": "2026-11-01", "end_date": "2026-11-21"}
    world.put(f"products/{number}", expiration_date=last)
    world.put(f"products/{other}", expiration_date={**last, "end_date": "2026-12-24"})
    assert every(world, "products", sold_out="T") == []

    world.stage.clock.pass_(86_400)
    world.full = world.install(EVERY_SCOPE)
    app, sweep = world.stage.app, DaySweep()
    of_malls = (app.database, Clocks(app.clock), app.directory.mall)
    marked = [world.stage.run(sweep.mark_ended, *of_malls) for _ in range(2)]

    listed = {each["product_no"] for each in every(world, "products", sold_out="T")}
    assert (marked, listed) == ([1, 0], {number})
    shown = {each["product_no"]: each["sold_out"] for each in every(world, "products")}
    assert shown == {number: "T", other: "F", always: "F"}
    [variant] = world.get(f"products/{number}/variants")["variants"]
    assert variant["sold_out"] == "T"
    world.put(f"products/{number}", expiration_date=None)
    assert every(world, "products", sold_out="T") == []
    world.put(f"products/{number}", expiration_date=_OVER)
    assert [each["product_no"] for each in every(world, "products", sold_out="T")] == [number]
    made = world.product(expiration_date=_OVER)["product_no"]
    assert world.get(f"products/{made}")["product"]["sold_out"] == "T"


def test_the_column_of_lists_is_what_the_rule_says(world: World) -> None:
    numbers = [made(world, case)[0] for case in itertools.islice(cases(), 0, None, 3)]
    options = [{"name": "Colour", "value": "Sand,Ink"}]
    for limits in _LIMITS:
        number = world.product(has_option="T", options=options, **limits)["product_no"]
        numbers.append(number)
        for at, each in enumerate(world.get(f"products/{number}/variants")["variants"]):
            world.put(
                f"products/{number}/variants/{each['variant_code']}",
                use_inventory="T",
                quantity=1 + at,
            )
        world.put(f"products/{number}", maximum_quantity=2)

    async def found(call: Call) -> dict[int, Availability]:
        now = call.clock.now()
        return await availability_store.of_products(call.db, numbers, shop_no=1, now=now)

    by_rule = {
        number: "F" if each.buyable else "T" for number, each in as_call(world, found).items()
    }
    stored = {
        number: world.get(f"products/{number}", fields="sold_out")["product"]["sold_out"]
        for number in numbers
    }
    assert stored == by_rule
    assert set(by_rule.values()) == {"T", "F"}


def _pages(guest: Guest, number: int, code: str) -> tuple[bool, ...]:
    """Return whether the page of a product, and its structured data, say that it can be bought."""
    answer = guest.open(f"/products/{number}")
    if answer.status_code == 404:
        return (False,)
    data = re.search(r'<script type="application/ld\+json"[^>]*>(.*?)</script>', answer.text, re.S)
    assert data is not None
    offers = [
        offer
        for each in _graph(json.loads(data[1]))
        if each.get("@type") == "Product"
        for offer in _several(each["offers"])
    ]
    assert offers, data[1]
    return (
        ADD in answer.text,
        *(offer["availability"].endswith("/InStock") for offer in offers),
    )


def _graph(data: Any) -> list[dict[str, Any]]:
    return data if isinstance(data, list) else data.get("@graph", [data])


def _several(offers: Any) -> list[dict[str, Any]]:
    return offers if isinstance(offers, list) else [offers]


def _api(world: World, number: int, code: str, case: Case) -> tuple[bool, ...]:
    """Return whether cart, estimate and order take the smallest quantity of a product."""
    wants = {"variants": [some(code, case.least)]}
    receiver = {"zipcode": "04524", "address1": "1 Sejong-daero"}
    found = [
        put(world, number, some(code, case.least)),
        as_shopper(world, "orders/estimate", **wants, receiver=receiver),
    ]
    if case.display == "T" and case.least == 1:
        # the shop itself may order for a customer what it does not display, and in any quantity
        item = {
            "product_no": number, "variant_code": code, "quantity": 1, "product_price": "1000",
        }  # fmt: skip
        body = {"items": [item], "zipcode": "04524", "address_full": "1 Sejong-daero"}
        found.append(world.call("POST", "orders/calculation", json={"request": body}))
    assert {each.status_code for each in found} <= {200, 201, 403, 422}, found
    return tuple(each.is_success for each in found)


def _agent(world: World, number: int, code: str, case: Case) -> tuple[bool, ...]:
    """Return what a shopper's agent is told: of the variant, and by the cart."""
    agent = Agent(world)
    wants = {"product_no": number, "variants_code": code, "quantity": case.least}
    put_in = agent.ask("tools/call", name="add_to_cart", arguments=wants)
    found = agent.ask("tools/call", name="get_product", arguments={"product_no": number})
    variants = [] if found.get("isError") else found["structuredContent"]["product"]["variants"]
    return not put_in.get("isError"), any(each["sold_out"] == "F" for each in variants)


def _variant_states(world: World, number: int, code: str, case: Case) -> dict[str, str]:
    """Return `sold_out` of a variant, wherever it is answered."""
    path = f"products/{number}"
    embedded = world.get(path, embed="variants")["product"]["variants"]
    states = {
        "list": world.get(f"{path}/variants")["variants"][0]["sold_out"],
        "one": world.get(f"{path}/variants/{code}")["variant"]["sold_out"],
        "embedded": embedded[0]["sold_out"],
    }
    if case.is_listed:
        shown = _read_asas_shopper(world, f"{path}/variants")["variants"]
        states["shopper"] = shown[0]["sold_out"]
        states["shopper's one"] = _read_asas_shopper(world, f"{path}/variants/{code}")["variant"][
            "sold_out"
        ]
    return states


def _read_asas_shopper(world: World, path: str) -> Any:
    return world.request("GET", f"/api/v2/{path}", auth=world.full.basic).json()


def ordered_by_guest(world: World, code: str, quantity: int) -> bool:
    """Return whether a guest's order of a variant is placed."""
    answer = as_shopper(
        world,
        "orders",
        variants=[some(code, quantity)],
        payment_method="cash",
        receiver=RECEIVER,
        buyer=BUYER,
    )
    assert answer.status_code in (201, 403, 422), answer.text
    return answer.status_code == 201


def as_shopper(world: World, path: str, **request: Any) -> httpx.Response:
    world.stage.client.cookies.clear()
    return world.request(
        "POST", f"/api/v2/{path}", auth=world.full.basic, json={"shop_no": 1, "request": request}
    )


def every(world: World, path: str, **filters: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get(path, limit=100, **filters)[path]
    return found


def _shown(guest: Guest) -> set[int]:
    """Return the products that a search narrowed to those in stock shows."""
    found: set[int] = set()
    for page in itertools.count(1):
        text = guest.see(f"/search?q=Apron&in_stock=T&page={page}")
        listed = {int(each) for each in re.findall(r'href="/products/([0-9]+)"', text)}
        if not listed - found:
            return found
        found |= listed
    raise AssertionError
