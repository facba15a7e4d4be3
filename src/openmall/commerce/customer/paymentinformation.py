"""Payment methods a customer stored with the shop, for later orders.

No card or account data is stored: the gateway keeps it under the key it issued. Specification:
resources of the Customer area are "not shown".
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, func, insert, select

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.shape import CustomerKey
from openmall.commerce.customer.customers.takes import CustomerPath
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.database import sequences
from openmall.database.policies import WITH_MALL, rows_of_member
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import Statement
from openmall.database.undo_policies import CUSTOMERS_CHANGED

METHOD: Final = shop_table(
    "customer_payment_method",
    text("member_id"),
    number("shop_no"),
    text("payment_method_id"),
    text("payment_method"),
    text("payment_gateway"),
    number("payment_proiority"),
    number("created_date"),
    backup=WITH_MALL,
    undo=CUSTOMERS_CHANGED,
    personal_data=rows_of_member(),
    deleted_with=("customer",),
    key=("member_id", "shop_no", "payment_method_id"),
)


class PaymentInformation(Struct, frozen=True, kw_only=True):
    """A stored payment method."""

    shop_no: int
    member_id: str
    payment_method: str
    payment_gateway: str
    created_date: datetime
    payment_proiority: int
    """1 is offered first; clients know the field by this spelling."""
    payment_method_id: str


class PaymentInformationPath(CustomerPath, frozen=True, kw_only=True):
    payment_method_id: str


class PaymentInformationKey(CustomerKey, frozen=True, kw_only=True):
    payment_method_id: str


_M: Final = METHOD.c
_OF_CUSTOMER: Final = (
    _M.mall_id == bindparam("mall_id"),
    _M.shop_no == bindparam("shop_no"),
    _M.member_id == bindparam("member_id"),
)
_LIST: Final = Statement(
    select(
        _M.payment_method,
        _M.payment_gateway,
        _M.created_date,
        _M.payment_proiority,
        _M.payment_method_id,
    )
    .where(*_OF_CUSTOMER)
    .order_by(_M.payment_proiority, _M.payment_method_id)
)
_LAST: Final = Statement(select(func.max(_M.payment_proiority)).where(*_OF_CUSTOMER))
_ADD: Final = Statement(insert(METHOD).values({c.name: bindparam(c.name) for c in _M}))
_DELETE_ALL: Final = Statement(delete(METHOD).where(*_OF_CUSTOMER))
_DELETE: Final = Statement(
    delete(METHOD).where(*_OF_CUSTOMER, _M.payment_method_id == bindparam("payment_method_id"))
)


async def retrieve(call: Call, params: CustomerPath) -> Sequence[PaymentInformation]:
    """Retrieve a customer's payment information, in the order it is offered."""
    await customer_store.require(call, params.member_id)
    rows = await call.db.all(_LIST, shop_no=call.shop_no, member_id=params.member_id)
    return [
        PaymentInformation(
            shop_no=call.shop_no,
            member_id=params.member_id,
            payment_method=method,
            payment_gateway=gateway,
            created_date=moment(at),
            payment_proiority=place,
            payment_method_id=number,
        )
        for method, gateway, at, place, number in rows
    ]


async def remember(
    call: Call, member_id: str, *, payment_method: str, payment_gateway: str
) -> PaymentInformation:
    """Store a customer's payment method, after those stored before.

    Raises NotFound (404) for an unknown customer.
    """
    await customer_store.require(call, member_id, to_change=True)
    last = await call.db.one(_LAST, shop_no=call.shop_no, member_id=member_id)
    place = ((last and last[0]) or 0) + 1
    now = moment(call.clock.now())
    number = await sequences.allocate(call.db, "customer_payment_method")
    stored = PaymentInformation(
        shop_no=call.shop_no,
        member_id=member_id,
        payment_method=payment_method,
        payment_gateway=payment_gateway,
        created_date=now,
        payment_proiority=place,
        payment_method_id=f"{now:%Y%m%d}-{number:07d}",
    )
    await call.db.run(
        _ADD,
        shop_no=call.shop_no,
        member_id=member_id,
        payment_method_id=stored.payment_method_id,
        payment_method=payment_method,
        payment_gateway=payment_gateway,
        payment_proiority=place,
        created_date=int(call.clock.now()),
    )
    return stored


async def forget_all(call: Call, params: CustomerPath) -> CustomerKey:
    """Delete a customer's payment information.

    Raises NotFound (404) when there is none.
    """
    await _forget(call, params, _DELETE_ALL, "member_id")
    return CustomerKey(shop_no=call.shop_no, member_id=params.member_id)


async def forget(call: Call, params: PaymentInformationPath) -> PaymentInformationKey:
    """Delete one of a customer's payment information.

    Raises NotFound (404).
    """
    await _forget(
        call, params, _DELETE, "payment_method_id", payment_method_id=params.payment_method_id
    )
    return PaymentInformationKey(
        shop_no=call.shop_no,
        member_id=params.member_id,
        payment_method_id=params.payment_method_id,
    )


async def _forget(
    call: Call, params: CustomerPath, statement: Statement, parameter: str, **which: str
) -> None:
    await customer_store.require(call, params.member_id, to_change=True)
    gone = await call.db.run(statement, shop_no=call.shop_no, member_id=params.member_id, **which)
    if not gone:
        raise NotFound(DOES_NOT_EXIST, parameter=parameter, resource=Phrase("paymentinformation"))
    call.journal(f"customer {params.member_id}", {"remembered ways to pay": (gone, 0)})


_PAYMENTINFORMATION: Final = Resource(PaymentInformation, area="customer", key="paymentinformation")

OPERATIONS = [
    _PAYMENTINFORMATION.listing(
        "customers/{member_id}/paymentinformation", retrieve, takes=CustomerPath
    ),
    _PAYMENTINFORMATION.giving(CustomerKey).delete(
        "customers/{member_id}/paymentinformation", forget_all, takes=CustomerPath
    ),
    _PAYMENTINFORMATION.giving(PaymentInformationKey).delete(
        "customers/{member_id}/paymentinformation/{payment_method_id}",
        forget,
        takes=PaymentInformationPath,
    ),
]
