"""What the operations of one resource share, and what a row says itself."""

from collections.abc import Sequence

import pytest
from msgspec import Struct

from openmall.contract.call import Call
from openmall.contract.declaration_error import DeclarationError
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource


class Thing(Struct, frozen=True, kw_only=True):
    shop_no: int = 1
    name: str = ""


class ThingKey(Struct, frozen=True, kw_only=True):
    shop_no: int = 1


async def one(call: Call, params: ShopParams) -> Thing:
    """Retrieve one."""
    return Thing()


async def several(call: Call, params: ShopParams) -> Sequence[Thing]:
    return []


async def number(call: Call, params: ShopParams) -> int:
    return 0


async def gone(call: Call, params: ShopParams) -> ThingKey:
    return ThingKey()


THINGS = Resource(Thing, area="store", key="thing", listed="things", limit=10)


def test_rows_have_the_columns_of_their_resource() -> None:
    rows = [
        THINGS.listing("things", several, takes=ShopParams),
        THINGS.count("things/count", number, takes=ShopParams),
        THINGS.get("things/{shop_no}", one, takes=ShopParams),
        THINGS.post("things", one, takes=ShopParams, objects=5),
        THINGS.put("things/{shop_no}", one, takes=ShopParams, limit=3),
        THINGS.giving(ThingKey).delete("things/{shop_no}", gone, takes=ShopParams),
    ]

    assert [(row.name, row.key, row.scope, row.limit, row.gives) for row in rows] == [
        ("GET things", "things", "mall.read_store", 10, Thing),
        ("GET things/count", "count", "mall.read_store", 10, None),
        ("GET things/{shop_no}", "thing", "mall.read_store", 10, Thing),
        ("POST things", "thing", "mall.write_store", 10, Thing),
        ("PUT things/{shop_no}", "thing", "mall.write_store", 3, Thing),
        ("DELETE things/{shop_no}", "thing", "mall.write_store", 10, ThingKey),
    ]
    assert [row.objects for row in rows] == [1, 1, 1, 5, 1, 1]


def test_a_row_may_have_another_scope() -> None:
    row = THINGS.put("things", one, takes=ShopParams, scope="mall.read_store")

    assert row.scope == "mall.read_store"


def test_an_area_that_is_not_there_stops_the_program() -> None:
    wrong = Resource(Thing, area="nowhere", key="thing")

    with pytest.raises(DeclarationError, match="there is no scope"):
        wrong.get("things", one, takes=ShopParams)
