"""Every event that is listed is announced by a real call, as the specification writes it.

`spec/events.tsv` has each event with the fields of its `resource`.
"""

import csv
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from sqlalchemy import bindparam, select

from openmall.access.oauth import apps as registered_apps
from openmall.commerce.customer import social
from openmall.commerce.customer.customers import credentials
from openmall.commerce.customer.customers import store as customer_store
from openmall.contract.journal.tables import EVENT
from openmall.database.statements import Statement
from openmall.events.webhooks import catalogue
from tests.commerce.application import charges
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.privacy.test_dormancy import A_YEAR, let_rest
from tests.commerce.product.stock_setup import stocked
from tests.events.plans.people import Person
from tests.every_operation.operation_calls import least, send, things
from tests.every_operation.prerequisites import Values
from tests.every_operation.registry_rows import SPEC, every_row, named
from tests.world import World

_EVENTS = Statement(
    select(EVENT.c.resource)
    .where(EVENT.c.mall_id == bindparam("mall_id"), EVENT.c.event_no == bindparam("event_no"))
    .order_by(EVENT.c.sequence)
)
_JSON: dict[str, tuple[type, ...]] = {
    "integer": (int,),
    "string": (str,),
    "flag": (str,),
    "enum": (str,),
    "decimal": (str, int, float),
    "datetime": (str,),
    "date": (str,),
    "array": (list,),
    "object": (dict,),
}
"""Type in the specification -> what JSON may hold; null everywhere."""


def _documented() -> dict[int, dict[str, str]]:
    found: dict[int, dict[str, str]] = {}
    with (SPEC / "events.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            found.setdefault(int(row["event_no"]), {})[row["field"]] = row["type"]
    return found


_COUNTS = ("import_no", "done", "new", "changed", "unchanged", "rejected", "errors")
_PLAN = dict.fromkeys(("mall_id", "client_id", "operation"), "string") | {"plan_no": "integer"}
OURS: dict[int, dict[str, str]] = {
    91001: dict.fromkeys(("mall_id", "event_shop_no", "client_id", "kind", "state"), "string")
    | {"dry_run": "flag"}
    | dict.fromkeys(_COUNTS, "integer"),
    91002: dict.fromkeys(("mall_id", "event_shop_no", "client_id", "kind", "state"), "string")
    | dict.fromkeys(("export_no", "done", "size"), "integer"),
    91003: _PLAN | {"reason": "string"},
    91004: _PLAN | {"total": "integer", "approved": "integer"},
    91005: _PLAN,
    91006: _PLAN,
}
"""Events of openmall's own, which the specification does not have."""
DOCUMENTED = _documented() | OURS

_INVENTORIES = "admin PUT products/{product_no}/variants/{variant_code}/inventories"

CALLS: dict[int, tuple[str, Values]] = {
    90001: ("admin POST products", {}),
    90002: ("admin PUT products/{product_no}", {"price": "4321.00"}),
    90003: ("admin DELETE products/{product_no}", {}),
    90023: ("storefront POST orders", {}),
    90024: ("admin PUT orders/{order_id}", {"process_status": "prepare"}),
    90025: ("admin PUT payments", {"status": "paid"}),
    90026: ("admin POST orders/{order_id}/cancellation", {"status": "canceled"}),
    90027: ("storefront POST orders/{order_id}/returnrequests", {}),
    90028: ("storefront POST orders/{order_id}/exchangerequests", {}),
    90029: ("admin PUT orders/{order_id}/refunds/{refund_code}", {}),
    90031: ("admin POST orders/{order_id}/items", {}),
    90032: ("storefront POST customers", {}),
    90033: ("storefront POST boards/{board_no}/articles", {}),
    90034: ("storefront POST boards/{board_no}/articles/{article_no}/comments", {}),
    90035: ("storefront POST urgentinquiry", {}),
    90036: ("storefront DELETE boards/{board_no}/articles/{article_no}", {}),
    90037: ("storefront DELETE boards/{board_no}/articles/{article_no}/comments/{comment_no}", {}),
    90038: ("storefront DELETE customers/me/urgentinquiry/{article_no}", {}),
    90039: ("storefront PUT boards/{board_no}/articles/{article_no}", {"title": "Changed"}),
    90042: ("admin POST categories", {}),
    90043: ("admin PUT categories/{category_no}", {"category_name": "Another"}),
    90044: ("admin DELETE categories/{category_no}", {}),
    90047: ("admin POST benefits", {}),
    90048: ("admin PUT benefits/{benefit_no}", {}),
    90050: ("admin DELETE benefits/{benefit_no}", {}),
    90064: ("storefront PUT orders/{order_id}/receiver", {"name": "Another"}),
    90066: ("admin POST orders/{order_id}/memos", {}),
    90068: ("admin PUT orders/{order_id}/memos/{memo_no}", {}),
    90069: ("admin DELETE orders/{order_id}/memos/{memo_no}", {}),
    90071: ("admin PUT orders", {"process_status": "prepare"}),
    90072: ("admin POST cancellation", {"status": "canceled"}),
    90073: ("admin POST cancellation", {"status": "canceled"}),
    90074: ("admin POST return", {"status": "accepted"}),
    90075: (_INVENTORIES, {"use_inventory": "T", "quantity": 77}),
    90080: ("storefront PUT customers/me", {"address1": "2 Sejong-daero"}),
    90084: ("storefront POST carts", {}),
    90090: ("admin POST suppliers", {}),
    90091: ("admin PUT suppliers/{supplier_code}", {}),
    90093: ("admin DELETE suppliers/{supplier_code}", {}),
    90100: ("admin POST carriers", {}),
    90101: ("admin PUT carriers/{carrier_id}", {}),
    90102: ("admin DELETE carriers/{carrier_id}", {}),
    90113: ("admin POST suppliers/users", {}),
    90114: ("admin PUT suppliers/users/{user_id}", {}),
    90115: ("admin DELETE suppliers/users/{user_id}", {}),
    90143: ("storefront POST sessions", {}),
    90144: ("admin POST customergroups/{group_no}/customers", {}),
    90147: ("storefront POST customers/me/withdrawal", {}),
    90148: ("admin POST points", {"amount": "100.00", "type": "increase"}),
    90152: ("admin PUT coupons/{coupon_no}", {"deleted": "D"}),
    90153: ("admin POST coupons", {}),
    90154: ("admin PUT coupons/{coupon_no}", {"status": "pause"}),
    91001: ("admin DELETE imports/{import_no}", {}),
    91002: ("admin DELETE exports/{export_no}", {}),
    90162: (
        "admin PUT orders/{order_id}/shipments/{shipping_code}",
        {"tracking_no": "2222", "status": UNSET},
    ),
}
"""Event -> the operation that announces it, and what is sent beside the least it needs."""


def _linked(world: World) -> None:
    join(world, "haneul")
    account = {"social_name": "chatapp", "social_member_code": "100001"}
    do(world, lambda call: social.link(call, "haneul", **account))


def _rested(world: World) -> None:
    join(world, "haneul")
    do(world, lambda call: customer_store.note_sign_in(call, "haneul"))
    world.stage.clock.pass_(A_YEAR)
    assert let_rest(world) == 1


def _woken(world: World) -> None:
    _rested(world)
    do(world, lambda call: credentials.admit(call, "haneul", mobile=False))


def _removed(world: World) -> None:
    client_id = world.install().credentials.client_id
    world.in_transaction(lambda db: registered_apps.remove(db, world.stage.clock, client_id))


def _sold_out(world: World) -> None:
    number, code = stocked(world, 1)
    world.put(f"products/{number}/variants/{code}", quantity=0)


def _charge_paid(world: World) -> None:
    charges.paid(world, automatic_payment="T")


def _charge_given_back(world: World) -> None:
    assert charges.give_back(world, charges.paid(world, automatic_payment="T"))


def _charge_again(world: World) -> None:
    charges.paid(world, automatic_payment="T")
    world.stage.clock.pass_(31 * 86_400)
    assert world.stage.run(world.stage.app.periodic_tasks.charge_for_apps, [world.mall_id]) == 1


def _proposed(world: World) -> int:
    number = world.product()["product_no"]
    body, headers = {"request": {"price": "4321.00"}}, {"Prefer": "handling=propose"}
    answer = world.call("PUT", f"products/{number}", json=body, headers=headers)
    assert answer.status_code == 202
    plan_no: int = answer.json()["plan"]["plan_no"]
    return plan_no


def _plan_waits(world: World) -> None:
    _proposed(world)


def _plan_approved(world: World) -> None:
    Person(world, "owner").decide(_proposed(world), "approve")


def _plan_rejected(world: World) -> None:
    Person(world, "owner").decide(_proposed(world), "reject")


BY_ITSELF: dict[int, Callable[[World], None]] = {
    91003: _plan_waits, 91004: _plan_approved, 91005: _plan_rejected, 91006: _plan_approved,
    90063: _linked, 90077: _removed, 90145: _rested, 90146: _woken, 90150: _sold_out,
    90078: _charge_given_back, 90079: _charge_again, 90157: _charge_paid,
    90158: _charge_given_back, 90159: _charge_given_back,
}  # fmt: skip
"""Event -> what lets it happen that is no operation of an API, or needs more than one call."""

NEVER: dict[int, str] = {
    90022: "a product that was deleted is gone",
    90041: "of several products each is announced as updated",
    90045: "no operation puts categories into another order",
    90046: "how categories are displayed is changed one by one, which is announced as such",
    90070: "orders are kept for good",
    90092: "no operation changes several suppliers",
    90151: "a coupon is made, stopped and deleted, and never changed",
}
"""Event of something that cannot happen here, and why."""

_LEFT_TO_READ = (
    "price_content", "adult_certification", "manufacturer_code", "supplier_code", "brand_code",
    "trend_code", "made_date", "release_date", "origin_place_code", "shipping_scope", "translated",
)  # fmt: skip
LESS: dict[int, tuple[str, ...]] = {90001: _LEFT_TO_READ, 90002: _LEFT_TO_READ}
"""Fields of an event that are read with the product it is about."""
MORE: dict[int, tuple[str, ...]] = {90075: ("quantity",)}
"""Fields beyond the specification: what a mirror of stock would else have to ask for."""

OTHERWISE: dict[tuple[int, str], str] = {
    (90063, "social_member_code"): "other services have codes that are no numbers",
    **dict.fromkeys(
        [(number, "event_shop_no") for number in (90152, 90153, 90154)],
        "a text, as in every other event",
    ),
}
"""Field whose type is another one, and why."""


def test_every_event_is_announced_or_cannot_happen() -> None:
    assert CALLS.keys() | BY_ITSELF.keys() | NEVER.keys() == DOCUMENTED.keys()
    assert len(CALLS) + len(BY_ITSELF) + len(NEVER) == len(DOCUMENTED)


def test_exactly_the_events_that_something_announces_are_listed() -> None:
    assert CALLS.keys() | BY_ITSELF.keys() == catalogue.KINDS.keys()


def test_the_documentation_says_which_events_cannot_happen() -> None:
    text = (SPEC.parent / "docs" / "webhooks.md").read_text(encoding="utf-8")
    assert [number for number in NEVER if f"`{number}`" not in text] == []


def _announced(world: World, event_no: int) -> list[dict[str, Any]]:
    rows = world.in_transaction(lambda db: db.all(_EVENTS, event_no=event_no))
    return [msgspec.json.decode(row[0]) for row in rows]


@pytest.mark.parametrize("event_no", [*CALLS, *BY_ITSELF])
def test_an_event_is_announced_with_what_the_specification_says_of_it(
    world: World, event_no: int
) -> None:
    if event_no in BY_ITSELF:
        before = 0
        BY_ITSELF[event_no](world)
    else:
        name, more = CALLS[event_no]
        row = next(row for row in every_row() if named(row) == name)
        path = things(world, row[1])
        wanted = least(world, row[1], path) | more
        values = {name: value for name, value in wanted.items() if value is not UNSET}
        before = len(_announced(world, event_no))
        answer = send(world, row, values, path)
        assert answer.is_success, answer.text

    new = _announced(world, event_no)[before:]

    assert len(new) == 1
    [resource] = new
    assert resource["mall_id"] == world.mall_id
    documented = DOCUMENTED[event_no].keys() - set(LESS.get(event_no, ()))
    assert resource.keys() == documented | set(MORE.get(event_no, ()))
    wrong = {
        field: (kind, resource[field])
        for field, kind in DOCUMENTED[event_no].items()
        if resource.get(field) is not None
        and not isinstance(resource[field], _JSON[kind])
        and (event_no, field) not in OTHERWISE
    }
    assert wrong == {}
