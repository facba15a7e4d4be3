"""The rows of payment gateways, one for each app and shop, and of the methods of each app."""

from typing import Final

import msgspec
from sqlalchemy import BindParameter, Column, String, Table, bindparam, delete, select, update

from openmall.commerce.store.paymentgateway.shape import Gateway, GatewayMethod, Information
from openmall.contract.call import Call
from openmall.database.policies import no_personal_data, with_same_mall
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Row
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import REVERTED
from openmall.database.values import BoundValue, StoredValue

GATEWAY: Final = shop_table(
    "payment_gateway",
    text("client_id"),
    number("shop_no"),
    text("partner_id"),
    text("additional_information"),
    text("membership_fee_type", null=True),
    Column("service_limit_type", String(1), nullable=False),
    text("review_status"),
    backup=with_same_mall("belongs to an app of the mall"),
    undo=REVERTED,
    personal_data=no_personal_data("contracts of the shop with payment gateways"),
    key=("client_id", "shop_no"),
    wide=True,
)
"""`additional_information`: JSON."""

METHOD: Final = shop_table(
    "payment_gateway_method",
    text("client_id"),
    text("payment_method_code"),
    text("payment_method"),
    text("payment_method_name"),
    text("payment_method_url"),
    text("available_shop_no"),
    backup=with_same_mall("belongs to an app of the mall"),
    undo=REVERTED,
    personal_data=no_personal_data("contracts of the shop with payment gateways"),
    key=("client_id", "payment_method_code"),
    wide=True,
)
"""`available_shop_no`: numbers in ascending order, parted by commas."""

_INFORMATION: Final = msgspec.json.Decoder(list[Information])
_G: Final = GATEWAY.c
_M: Final = METHOD.c


def _fields(table: Table, kind: type[msgspec.Struct]) -> list[Column[StoredValue]]:
    return [table.c[name] for name in kind.__struct_fields__]


def _added(table: Table) -> Statement:
    """Return an insert that skips a row whose key exists: of two concurrent ones, one counts."""
    key = [column.name for column in table.primary_key]
    return Statement(
        lambda insert: (
            insert(table)
            .values({c.name: bindparam(c.name) for c in table.c})
            .on_conflict_do_nothing(index_elements=key)
        )
    )


def _set(table: Table) -> dict[str, BindParameter[StoredValue]]:
    return {c.name: bindparam(c.name) for c in table.c if not c.primary_key}


_OF_APP: Final = (
    _G.mall_id == bindparam("mall_id"),
    _G.client_id == bindparam("client_id"),
)
_IN_SHOP: Final = (*_OF_APP, _G.shop_no == bindparam("shop_no"))
_OF_GATEWAY: Final = (
    _M.mall_id == bindparam("mall_id"),
    _M.client_id == bindparam("client_id"),
)
_ONE_METHOD: Final = (*_OF_GATEWAY, _M.payment_method_code == bindparam("payment_method_code"))

_GATEWAYS: Final = select(*_fields(GATEWAY, Gateway)).where(*_OF_APP).order_by(_G.shop_no)
_GET_GATEWAYS: Final = Statement(_GATEWAYS)
_GET_GATEWAYS_TO_CHANGE: Final = Statement(_GATEWAYS.with_for_update())
_GATEWAYS_OF_SHOP: Final = Statement(
    select(*_fields(GATEWAY, Gateway)).where(
        _G.mall_id == bindparam("mall_id"),
        InList(_G.client_id, "client_ids"),
        _G.shop_no == bindparam("shop_no"),
    )
)
_ADD_GATEWAY: Final = _added(GATEWAY)
_SET_GATEWAY: Final = Statement(update(GATEWAY).where(*_IN_SHOP).values(_set(GATEWAY)))
_REMOVE_GATEWAY: Final = Statement(delete(GATEWAY).where(*_IN_SHOP))

_METHODS: Final = Statement(select(*_fields(METHOD, GatewayMethod)).where(*_OF_GATEWAY))
_METHOD: Final = select(*_fields(METHOD, GatewayMethod)).where(*_ONE_METHOD)
_METHOD_TO_CHANGE: Final = Statement(_METHOD.with_for_update())
_ADD_METHOD: Final = _added(METHOD)
_SET_METHOD: Final = Statement(update(METHOD).where(*_ONE_METHOD).values(_set(METHOD)))
_REMOVE_METHOD: Final = Statement(delete(METHOD).where(*_ONE_METHOD))
_REMOVE_METHODS: Final = Statement(delete(METHOD).where(*_OF_GATEWAY))


async def gateways(call: Call, client_id: str, *, to_change: bool = False) -> list[Gateway]:
    """Return an app's gateways in all shops of the mall, by shop; `to_change` locks them."""
    statement = _GET_GATEWAYS_TO_CHANGE if to_change else _GET_GATEWAYS
    return [_gateway(row) for row in await call.db.all(statement, client_id=client_id)]


async def of_shop(call: Call, client_ids: list[str]) -> list[Gateway]:
    """Return the gateways that some apps registered for the call's shop, by app."""
    if not client_ids:
        return []
    rows = await call.db.all(_GATEWAYS_OF_SHOP, shop_no=call.shop_no, client_ids=client_ids)
    found = [_gateway(row) for row in rows]
    # here, because databases differ in how they order letters
    return sorted(found, key=lambda gateway: gateway.client_id)


def _gateway(row: Row) -> Gateway:
    values = dict(zip(Gateway.__struct_fields__, row, strict=True))
    values["additional_information"] = _INFORMATION.decode(values["additional_information"])
    return Gateway(**values)


def _gateway_row(gateway: Gateway) -> dict[str, BoundValue]:
    information = msgspec.json.encode(gateway.additional_information).decode()
    return {**msgspec.structs.asdict(gateway), "additional_information": information}


async def add_gateway(call: Call, gateway: Gateway) -> bool:
    """Add a gateway; False when its app has one in that shop."""
    return await call.db.run(_ADD_GATEWAY, **_gateway_row(gateway)) == 1


async def change_gateway(call: Call, gateway: Gateway) -> None:
    """Write a gateway's new state."""
    await call.db.run(_SET_GATEWAY, **_gateway_row(gateway))


async def remove_gateway(call: Call, gateway: Gateway) -> None:
    """Remove a gateway; its methods stay."""
    await call.db.run(_REMOVE_GATEWAY, client_id=gateway.client_id, shop_no=gateway.shop_no)


async def methods(call: Call, client_id: str) -> list[GatewayMethod]:
    """Return the methods an app's gateway offers, by code."""
    found = [_method(row) for row in await call.db.all(_METHODS, client_id=client_id)]
    # here, because databases differ in how they order letters
    return sorted(found, key=lambda method: method.payment_method_code)


async def method_to_change(call: Call, client_id: str, code: str) -> GatewayMethod | None:
    """Return a method, or None, and lock it."""
    row = await call.db.one(_METHOD_TO_CHANGE, client_id=client_id, payment_method_code=code)
    return None if row is None else _method(row)


def _method(row: Row) -> GatewayMethod:
    return GatewayMethod(**dict(zip(GatewayMethod.__struct_fields__, row, strict=True)))


async def add_method(call: Call, method: GatewayMethod) -> bool:
    """Add a method; False when its gateway has one of that code."""
    return await call.db.run(_ADD_METHOD, **msgspec.structs.asdict(method)) == 1


async def change_method(call: Call, method: GatewayMethod) -> None:
    """Write a method's new state."""
    await call.db.run(_SET_METHOD, **msgspec.structs.asdict(method))


async def remove_method(call: Call, method: GatewayMethod) -> None:
    """Remove a method."""
    code = method.payment_method_code
    await call.db.run(_REMOVE_METHOD, client_id=method.client_id, payment_method_code=code)


async def remove_methods(call: Call, client_id: str) -> None:
    """Remove every method of an app's gateway."""
    await call.db.run(_REMOVE_METHODS, client_id=client_id)
