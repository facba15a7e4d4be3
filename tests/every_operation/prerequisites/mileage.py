"""How to make what operations on points, credits, carts, wishes and who customers are act on."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from openmall.commerce.mileage.autoexpiration import rules as autoexpiration_rules
from openmall.commerce.mileage.autoexpiration import store as autoexpiration_store
from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.personal.wishlist import rules as wishlist_rules
from openmall.commerce.personal.wishlist.shape import WishFile, WishOptionText
from openmall.contract.call import Call
from openmall.contract.params import ShopParams
from tests.commerce.customer import customer_setup
from tests.commerce.personal import cart_client
from tests.every_operation.prerequisites.customers import SWEPT, customer, swept
from tests.world import World

Values = dict[str, Any]
ORDER = "20261121-0000001"
DAYS = {"start_date": "2026-11-01", "end_date": "2026-11-30"}
EXPIRATION: Values = {
    "expiration_date": "2026-12-01",
    "interval_month": 1,
    "target_period_month": 12,
    "standard_point": "10.00",
    "notification_time_day": [3, 7],
}


def _variant(world: World, product_no: int) -> str:
    code: str = world.get(f"products/{product_no}/variants")["variants"][0]["variant_code"]
    return code


def some_points(world: World) -> None:
    """Let a customer have points of an order, and some that wait."""
    swept(world)

    async def work(call: Call) -> None:
        await point_ledger.earn(call, SWEPT, Decimal(500), ORDER, pending="")
        await point_ledger.earn(call, SWEPT, Decimal(200), ORDER)

    customer_setup.do(world, work)


def some_credits(world: World) -> None:
    swept(world)

    async def work(call: Call) -> None:
        await credit_ledger.add(
            call, SWEPT, Decimal(1000), case="G", order_id=ORDER, reason="Top-up"
        )
        await credit_ledger.spend(call, SWEPT, Decimal(300), ORDER)

    customer_setup.do(world, work)


def expiration(world: World) -> None:
    """Let points of the first shop expire by themselves."""
    answer = world.call("POST", "points/autoexpiration", json={"request": EXPIRATION})
    assert answer.status_code in (201, 422), answer.text


def no_expiration(world: World) -> None:
    async def work(call: Call) -> None:
        if await autoexpiration_store.find(call.db, 1) is not None:
            await autoexpiration_rules.delete(call, ShopParams())

    customer_setup.do(world, work)


def a_cart(world: World) -> None:
    """Let a member's cart hold something."""
    swept(world)
    number = world.product()["product_no"]
    put_by(world, number, SWEPT)


def put_by(world: World, product_no: int, member_id: str) -> None:
    session = cart_client.member(world, member_id)
    variant = cart_client.some(_variant(world, product_no))
    answer = cart_client.put(world, product_no, variant, session=session)
    assert answer.status_code == 201, answer.text


def in_a_cart(world: World, path: Values) -> None:
    swept(world)
    put_by(world, path["product_no"], SWEPT)


def wish(world: World, product_no: int, member_id: str) -> None:
    code = _variant(world, product_no)

    async def work(call: Call) -> int:
        return await wishlist_rules.add(
            call,
            member_id,
            code,
            written=[WishOptionText(option_name="Engraving", option_value="Kim")],
            attached=[WishFile(file_path="https://files.example.com/1.gif")],
        )

    customer_setup.do(world, work)


def wished_for(world: World, path: Values) -> None:
    swept(world)
    wish(world, path["product_no"], SWEPT)


def a_wish(world: World, path: Values) -> None:
    wish(world, world.product()["product_no"], path["member_id"])


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "customersprivacy/{member_id}": customer,
}

EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET points": some_points,
    "POST points": some_points,
    "GET points/report": some_points,
    "GET credits": some_credits,
    "GET points/autoexpiration": expiration,
    "DELETE points/autoexpiration": expiration,
    "GET customersprivacy": swept,
}

REMOVED_FIRST: dict[str, Callable[[World], None]] = {
    "POST points/autoexpiration": no_expiration,
}

REQUIRED_STATE: dict[str, Callable[[World, Values], None]] = {
    "GET products/{product_no}/carts": in_a_cart,
    "GET products/{product_no}/wishlist/customers": wished_for,
    "GET customers/{member_id}/wishlist": a_wish,
}

EXTRA_VALUES: dict[str, Values] = {
    "GET carts": {"member_id": [SWEPT]},
    "GET points": DAYS,
    "GET points/report": DAYS,
    "GET credits": DAYS,
    "GET credits/report": DAYS,
    "POST points/autoexpiration": EXPIRATION,
    "POST points": {"type": "increase"},
}

COMPANION_VALUES: dict[str, Callable[[Any], Values]] = {
    "search_type": lambda value: (
        {"created_start_date": "2026-11-01"} if value == "created_date" else {}
    ),
}


def fill(world: World) -> None:
    """Let there be seven customers, changes of points and credits, and lines in carts."""
    swept(world)
    for at in range(1, 8):
        customer_setup.join(world, f"member-{at}", gender="M" if at % 3 else "F", name=f"Kim {at}")
        put_by(world, 1, f"member-{at}")
        if at > 1:
            put_by(world, at, SWEPT)
        world.post("points", member_id=SWEPT, amount=str(at), type="increase")
        customer_setup.do(world, _top_up(Decimal(at)))
    put_by(world, 1, SWEPT)


def _top_up(amount: Decimal) -> Callable[[Call], Any]:
    return lambda call: credit_ledger.add(call, SWEPT, amount, case="G")
