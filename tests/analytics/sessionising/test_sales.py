"""What becomes of orders and carts of a real shop."""

import json
from typing import Any

from msgspec.structs import replace
from sqlalchemy import bindparam, insert, select, update

from openmall.analytics.collecting.tables import COLLECTED
from openmall.analytics.engine import store
from openmall.analytics.engine.duckdb import DuckFile
from openmall.analytics.engine.engine import Batch
from openmall.analytics.facts.tables import facts as declared
from openmall.analytics.sessionising.sessioniser import EVERYTHING, Sessioniser
from openmall.analytics.sessionising.tables import FACT_BATCH
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.events import OrderPlaced
from openmall.commerce.personal.carts.events import CartAdded
from openmall.contract.events import Event
from openmall.contract.journal import record
from openmall.contract.journal.record import INSERT_EVENT
from openmall.contract.journal.tables import EVENT
from openmall.database import sequences
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.http.visitor_identification import keyed_hash
from tests.analytics.sessionising.event_reporting import seen
from tests.commerce.order.claim_setup import claim, paid_back
from tests.commerce.order.order_setup import BUYER, order, paid, pay, wanted
from tests.commerce.product.stock_setup import as_call, stocked
from tests.world import NOVEMBER_2026, World

T = int(NOVEMBER_2026) * 1000
_COLLECT = Statement(insert(COLLECTED).values({c.name: bindparam(c.name) for c in COLLECTED.c}))
_FACTS = Statement(
    select(FACT_BATCH.c.content)
    .where(FACT_BATCH.c.mall_id == bindparam("mall_id"))
    .order_by(FACT_BATCH.c.batch_no)
)
SOURCE = ("domain", "referrer", "engine", "keyword", "ad", "medium", "campaign", "term", "content")


def visited(
    world: World, *, sequence: int = 1, at: int = T - 60_000, browser: int = 5, **more: Any
) -> None:
    """Let a browser have seen a page."""

    async def tell(db: Session) -> None:
        event = seen(at, browser, **more)
        values = {name: getattr(event, name) for name in event.__struct_fields__}
        await db.run(
            _COLLECT,
            sequence=sequence,
            received_at=at,
            last_at=at,
            events=1,
            next_at=at,
            content=json.dumps([list(values.values())]),
        )

    world.in_transaction(tell)


def announced(world: World, event: Event) -> None:
    """Announce something that was done in the browser of `visited`."""

    async def tell(db: Session) -> None:
        first, now = await sequences.allocate(db, "event"), int(world.stage.clock.now())
        await db.many(
            INSERT_EVENT, record.outbox_rows(world.mall_id, [event], first, now, browser=5)
        )

    world.in_transaction(tell)


def added_to_cart(product: int, code: str) -> CartAdded:
    """Return the event that three units were put into a cart."""
    return CartAdded(
        event_shop_no="1",
        member_id="",
        shipping_type="A",
        product_no=product,
        variant_code=code,
        quantity=3,
        product_bundle="F",
    )


def facts(world: World) -> dict[str, list[dict[str, Any]]]:
    """Make facts of everything and return all there are."""
    app, clock = world.stage.app, world.stage.clock

    async def make() -> None:
        await Sessioniser(app.database, clock, lateness=EVERYTHING).finish(world.mall_id)

    world.stage.run(make)

    async def read(db: Session) -> list[str]:
        return [row[0] for row in await db.all(_FACTS)]

    found: dict[str, list[dict[str, Any]]] = {name: [] for name in declared.tables}
    for content in world.in_transaction(read):
        for name, rows in json.loads(content).items():
            keys = declared.tables[name].c.keys()
            found[name] += [dict(zip(keys, row, strict=True)) for row in rows]
    return found


def left(world: World) -> dict[str, list[dict[str, Any]]]:
    """Make facts of everything; return those that an engine keeps, however often it gets them."""
    facts(world)
    file = DuckFile(":memory:")

    async def batches(db: Session) -> list[Batch]:
        return await store.waiting(db, 100)

    waiting = world.in_transaction(batches)
    file.keep(waiting)
    found = {}
    for name in ("sale", "further_payment", "sale_item"):
        rows = file.ask(f'SELECT * FROM "{name}" ORDER BY "at"', {}, seconds=10)
        keys = declared.tables[name].c.keys()
        found[name] = [dict(zip(keys, row, strict=True)) for row in rows]
    file.close()
    return found


def _category(world: World, product_no: int, name: str) -> int:
    number: int = world.post("categories", category_name=name)["category"]["category_no"]
    world.post(f"categories/{number}/products", product_no=[product_no], display_group=1)
    return number


def test_a_paid_order_is_a_sale_of_the_visit_in_which_it_was_placed(world: World) -> None:
    # given a product in two categories, and an order of a visit that an ad began
    product, code = stocked(world, 9)
    aprons, linen = _category(world, product, "Aprons"), _category(world, product, "Linen")
    spent = {"points": "500"}
    number = order(world, wanted(code, 2), wishes=spent, methods=["card", "point"])
    aggregate = as_call(world, lambda call: order_store.lock(call, number))
    announced(world, OrderPlaced.of(aggregate, "create_order"))
    visited(world, ad="news", medium="mail", device="mobile")
    # when it is paid an hour later
    world.stage.clock.pass_(3_600)
    assert pay(world, number).status_code == 200
    # then the sale is of that hour, with the source of the visit
    made = facts(world)
    [visit] = made["visit"]
    moment = T + 3_600_000 + 999
    head = {"mall_id": world.mall_id, "shop_no": 1, "day": 20261121, "hour": 10, "at": moment}
    came = {**dict.fromkeys(SOURCE, ""), "ad": "news", "medium": "mail"}
    assert made["sale"] == [
        {
            **head,
            "order_id": number,
            "device": "pc",
            "method": "card",
            "amount": 21_500_00,
            "buyer": keyed_hash(b"", world.mall_id, "member", "hana"),
            "member": 1,
            "ordered_day": 20261121,
            "visit": visit["visit"],
            "first": 1,
            **came,
        }
    ]
    # and its item counts as sold, and in both categories
    listed = world.get(f"products/{product}")["product"]
    item = {
        **head,
        "order_id": number,
        "device": "pc",
        "item_no": 1,
        "product_no": product,
        "product_code": listed["product_code"],
        "product_name": "Linen apron",
        "quantity": 2,
        "amount": 21_500_00,
    }
    assert made["sale_item"] == [
        {**item, "category_no": 0, "category_name": ""},
        {**item, "category_no": aprons, "category_name": "Aprons"},
        {**item, "category_no": linen, "category_name": "Linen"},
    ]


_EVENTS = Statement(
    select(EVENT.c.sequence, EVENT.c.resource).where(EVENT.c.mall_id == bindparam("mall_id"))
)
SUBJECT = {"event_shop_no", "order_id", "product_no", "quantity"}
"""The numbers and ids of an event; all else is text for apps."""


def rewrite_events(world: World) -> None:
    """Let every event say something else for apps about the same orders and products."""
    # not of the module: a guard counts the statements that change events
    change = Statement(
        update(EVENT)
        .where(EVENT.c.mall_id == bindparam("mall_id"), EVENT.c.sequence == bindparam("sequence"))
        .values(resource=bindparam("resource"))
    )

    async def rewrite(db: Session) -> None:
        for sequence, resource in await db.all(_EVENTS):
            known = json.loads(resource)
            public = {name: known[name] for name in SUBJECT & set(known)}
            public |= {name: ["another", "form"] for name in set(known) - SUBJECT}
            await db.run(change, sequence=sequence, resource=json.dumps(public))

    world.in_transaction(rewrite)


def test_another_public_text_of_events_changes_no_fact(world: World) -> None:
    # given a cart, an order of a visit, its payment
    product, code = stocked(world, 9)

    def happen() -> None:
        announced(world, added_to_cart(product, code))
        number = order(world, wanted(code), wishes={"points": "500"}, methods=["card", "point"])
        placed = as_call(world, lambda call: order_store.lock(call, number))
        announced(world, OrderPlaced.of(placed, "create_order"))
        pay(world, number)

    def comparable(rows: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
        unlike = {"order_id", "visit", "at"}
        return {
            name: [{k: v for k, v in row.items() if k not in unlike} for row in found]
            for name, found in rows.items()
        }

    visited(world, ad="news")
    happen()
    as_told = facts(world)
    # when apps are told something else
    happen()
    rewrite_events(world)
    both = facts(world)
    # then the same facts are made
    again = {name: rows[len(as_told[name]) :] for name, rows in both.items()}
    assert comparable({name: again[name] for name in ("sale", "sale_item", "cart_action")}) == (
        comparable({name: as_told[name] for name in ("sale", "sale_item", "cart_action")})
    )
    assert [sale["visit"] for sale in both["sale"]] == [both["visit"][0]["visit"]] * 2


def test_what_is_refunded_later_is_in_the_sale(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code, 2))
    due = world.get(f"orders/{number}")["order"]["payment_amount"]
    # given that it was cancelled and refunded before facts are made
    world.stage.clock.pass_(60)
    claim(world, number, "cancellation", "canceled", (1, 1))
    assert "P" in {kind for kind, _, _ in paid_back(world, number)}
    # then the sale is of what was paid
    [sale] = facts(world)["sale"]
    assert f"{sale['amount'] / 100:.2f}" == due


def test_a_payment_taken_back_before_facts_are_made_is_no_sale(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code))
    world.stage.clock.pass_(60)
    pay(world, number, "unpaid")
    assert facts(world)["sale"] == []
    # when it is paid again, that is when it was sold
    world.stage.clock.pass_(60)
    pay(world, number)
    assert [sale["at"] for sale in facts(world)["sale"]] == [T + 120_000 + 999]


def test_a_page_of_a_product_has_its_name_and_other_pages_have_none(world: World) -> None:
    product, _ = stocked(world, 9)
    # given a product's own page, and one that says a product and is none
    visited(world, kind="product", product_no=product)
    visited(world, sequence=2, at=T, kind="page", product_no=product)
    # then only the first has it
    pages = facts(world)["pageview"]
    assert [(page["product_no"], page["product_name"]) for page in pages] == [
        (product, "Linen apron"),
        (0, ""),
    ]


def test_an_order_of_no_visit_is_a_sale_without_one(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code))
    # when nothing is known of the browser
    [sale] = facts(world)["sale"]
    # then the sale says so
    assert (sale["order_id"], sale["visit"], sale["first"]) == (number, 0, 0)
    assert {sale[name] for name in SOURCE} == {""}


def test_what_is_not_paid_or_is_sold_elsewhere_is_no_sale(world: World) -> None:
    _, code = stocked(world, 9)
    # given an order that waits for its money, and one of another marketplace
    order(world, wanted(code))
    paid(world, wanted(code), place="market_a")
    # and one of a payment service that counts
    counted = paid(world, wanted(code), place="PORTALPAY")
    # then only that is a sale
    made = facts(world)
    assert [sale["order_id"] for sale in made["sale"]] == [counted]
    assert [item["order_id"] for item in made["sale_item"]] == [counted]


def test_guests_are_told_apart_and_are_no_members(world: World) -> None:
    _, code = stocked(world, 9)
    for email in ("a@example.com", "b@example.com", "a@example.com"):
        paid(world, wanted(code), buyer=replace(BUYER, member_id="", email=email))
    sales = facts(world)["sale"]
    assert [sale["member"] for sale in sales] == [0, 0, 0]
    assert len({sale["buyer"] for sale in sales}) == 2
    assert sales[0]["buyer"] == sales[2]["buyer"]


def test_what_is_put_into_a_cart_is_an_action_of_the_visit(world: World) -> None:
    # given a product in a category, put into a cart during a visit
    product, code = stocked(world, 9)
    aprons = _category(world, product, "Aprons")
    announced(world, added_to_cart(product, code))
    visited(world, device="mobile")
    # when facts are made
    made = facts(world)
    # then it is an action on the visit's device, for itself and its category
    row = {
        "mall_id": world.mall_id,
        "shop_no": 1,
        "day": 20261121,
        "hour": 9,
        "at": T + 999,
        "device": "mobile",
        "visit": made["visit"][0]["visit"],
        "browser": 5,
        "product_no": product,
        "product_code": world.get(f"products/{product}")["product"]["product_code"],
        "product_name": "Linen apron",
        "quantity": 3,
    }
    assert made["cart_action"] == [
        {**row, "category_no": 0, "category_name": ""},
        {**row, "category_no": aprons, "category_name": "Aprons"},
    ]
