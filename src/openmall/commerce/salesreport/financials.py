"""A mall's contracts with payment gateways, entered by the operator, and their settlements.

Specification: "Financials paymentgateway"; "Financials store".
"""

import re
from datetime import date
from typing import Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import bindparam, delete, select

from openmall.commerce.order.figures import search as figure_search
from openmall.commerce.order.orders.shape import paying_method
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.operation import get, listing
from openmall.contract.params import Flag, Params, ShopParams
from openmall.contract.scopes import READ_STORE
from openmall.database.policies import no_personal_data, with_same_mall
from openmall.database.schema import flag, shop_table, text
from openmall.database.session import Row, Session
from openmall.database.statements import Statement
from openmall.database.undo_policies import MONEY_MOVED

PaidWith = Literal["card", "tcash", "icash", "cell", "deferpay", "cvs", "point", "etc"]
"""card, tcash bank transfer, icash virtual account, cell mobile phone, deferpay pay later,
cvs convenience store, point balance of a digital wallet, etc anything else."""
Period = Literal["D", "W", "M"]
"""Payments are settled D daily, W weekly, M monthly."""

_NAME: Final = re.compile(r"[a-z0-9_]{1,50}")
LONGEST_PARTNER: Final = 50

CONTRACT: Final = shop_table(
    "payment_gateway_contract",
    text("payment_gateway_name"),
    text("partner_id"),
    text("contract_date"),
    text("setting_date"),
    flag("status"),
    text("bank_code"),
    text("bank_account_no"),
    text("bank_account_name"),
    text("payment_method_information"),
    backup=with_same_mall("a copy takes nobody's money"),
    undo=MONEY_MOVED,
    personal_data=no_personal_data("contracts of the shop with payment gateways"),
    key=("payment_gateway_name", "partner_id"),
    wide=True,
)
"""Dates: yyyy-mm-dd. `payment_method_information`: JSON."""


class Settlement(Struct, frozen=True, kw_only=True):
    """Settlement terms of a gateway for one payment method."""

    payment_method: PaidWith
    period: Period
    period_information: str
    """Day of the period, as a text of the gateway."""


class GatewayContract(Struct, frozen=True, kw_only=True):
    """Contract of a mall with a payment gateway."""

    partner_id: str
    """Identifier of the mall at the gateway."""
    payment_gateway_name: str
    contract_date: date
    setting_date: date
    """Day on which the gateway was set up for the mall."""
    status: Flag
    """The gateway works together with the bank."""
    bank_code: str
    bank_account_no: str
    bank_account_name: str
    payment_method_information: list[Settlement]


class StoreTransactions(Struct, frozen=True, kw_only=True):
    """Since when a shop is paid with a method, and through which gateway."""

    shop_no: int
    first_payment_date: date | None
    payment_gateway_name: str | None


class ContractFilters(Params, frozen=True, kw_only=True):
    payment_gateway_name: str | UnsetType = UNSET
    partner_id: str | UnsetType = UNSET


class PaidQuery(ShopParams, frozen=True, kw_only=True):
    payment_method: PaidWith


_C: Final = CONTRACT.c
_COLUMNS: Final = tuple(_C[name] for name in GatewayContract.__struct_fields__)
_ALL: Final = Statement(select(*_COLUMNS).where(_C.mall_id == bindparam("mall_id")))
_UPSERT: Final = Statement(
    lambda insert: (
        insert(CONTRACT)
        .values({c.name: bindparam(c.name) for c in _C})
        .on_conflict_do_update(
            index_elements=["mall_id", "payment_gateway_name", "partner_id"],
            set_={c.name: bindparam(c.name) for c in _C if not c.primary_key},
        )
    )
)
_REMOVE: Final = Statement(
    delete(CONTRACT).where(
        _C.mall_id == bindparam("mall_id"),
        _C.payment_gateway_name == bindparam("payment_gateway_name"),
        _C.partner_id == bindparam("partner_id"),
    )
)


async def contracts(db: Session) -> list[GatewayContract]:
    """Return the contracts of the session's mall, the newest first."""
    found = [_from_row(row) for row in await db.all(_ALL)]
    # here, because databases differ in how they order letters
    found.sort(key=lambda each: (each.payment_gateway_name, each.partner_id))
    found.sort(key=lambda each: (each.contract_date, each.setting_date), reverse=True)
    return found


def _from_row(row: Row) -> GatewayContract:
    values = dict(zip(GatewayContract.__struct_fields__, row, strict=True))
    information = msgspec.json.decode(values["payment_method_information"])
    values["payment_method_information"] = information
    return msgspec.convert(values, GatewayContract)


async def keep_contract(db: Session, contract: GatewayContract) -> None:
    """Write a contract of the session's mall, replacing one with the same gateway and id.

    Raises ValueError with the reason.
    """
    name, partner_id = contract.payment_gateway_name, contract.partner_id
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name of a gateway: 1 to 50 of a-z, 0-9 and _")
    if not 1 <= len(partner_id) <= LONGEST_PARTNER:
        raise ValueError(f"a partner id has 1 to {LONGEST_PARTNER} characters")
    methods = [each.payment_method for each in contract.payment_method_information]
    if len(set(methods)) < len(methods):
        raise ValueError("a payment method is settled in one way, not in two")
    information = msgspec.json.encode(contract.payment_method_information).decode()
    values = {**msgspec.to_builtins(contract), "payment_method_information": information}
    await db.run(_UPSERT, **values)


async def remove_contract(db: Session, payment_gateway_name: str, partner_id: str) -> bool:
    """Remove a contract of the session's mall; return whether there was one."""
    removed = await db.run(
        _REMOVE, payment_gateway_name=payment_gateway_name, partner_id=partner_id
    )
    return removed == 1


async def list_contracts(call: Call, filters: ContractFilters) -> list[GatewayContract]:
    """Retrieve a list of payment-gateway contracts, the newest first."""
    return [
        contract
        for contract in await contracts(call.db)
        if filters.payment_gateway_name in (UNSET, contract.payment_gateway_name)
        and filters.partner_id in (UNSET, contract.partner_id)
    ]


async def retrieve_transactions(call: Call, params: PaidQuery) -> StoreTransactions:
    """Retrieve the transaction information of a shop for one payment method.

    The gateway is the one of the newest contract that settles the method; null without one.
    The day of the first payment is null while nothing was ever paid with the method.
    """
    names = [
        contract.payment_gateway_name
        for contract in await contracts(call.db)
        if any(
            each.payment_method == params.payment_method
            for each in contract.payment_method_information
        )
    ]
    return StoreTransactions(
        shop_no=call.shop_no,
        first_payment_date=await _first_payment(call, params.payment_method),
        payment_gateway_name=names[0] if names else None,
    )


_PAID_WITH: Final[dict[str, frozenset[str]]] = {
    "card": frozenset(("card",)),
    "tcash": frozenset(("tcash",)),
    "icash": frozenset(("icash",)),
    "cell": frozenset(("cell",)),
    "deferpay": frozenset(("cod",)),
    "cvs": frozenset(("cvs",)),
    "point": frozenset(("prepaid", "unipoint", "pointcard")),
    "etc": frozenset(("etc", "giftcard", "market_discount")),
}
"""Method of a contract -> methods of orders."""


async def _first_payment(call: Call, method: PaidWith) -> date | None:
    codes = _PAID_WITH[method]
    for hour, methods in await figure_search.payment_methods(call.db, call.shop_no):
        if paying_method(methods.split(",")) in codes:
            return moment(hour).date()
    return None


OPERATIONS = [
    listing(
        "financials/paymentgateway",
        list_contracts,
        takes=ContractFilters,
        gives=GatewayContract,
        key="paymentgateway",
        scope=READ_STORE,
        restricted=True,
    ),
    get(
        "financials/store",
        retrieve_transactions,
        takes=PaidQuery,
        gives=StoreTransactions,
        key="store",
        scope=READ_STORE,
        limit=1,
        restricted=True,
    ),
]
