"""Behaviour of charges as apps create and read them: each its own only."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

from openmall.access.oauth import secrets
from openmall.commerce.application.appstore import store as appstore_store
from openmall.commerce.application.appstore.shape import (
    CURRENCIES,
    AppOrder,
    AppPayment,
    CreatedOrder,
    Currency,
)
from openmall.commerce.application.appstore.store import Charge, Payment
from openmall.commerce.application.appstore.takes import (
    OrderDraft,
    OrderPath,
    PaymentFilters,
    PaymentQuery,
)
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.call import Call
from openmall.contract.change import differences_from_nothing
from openmall.contract.currency_units import require_units
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment
from openmall.contract.money import hundredths, money
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database import sequences

_FIRST: Final = 100_000_000


async def create(call: Call, draft: OrderDraft) -> CreatedOrder:
    """Create a platform store order: a charge that a merchant confirms in the back office.

    Nothing is paid before that. With `automatic_payment` it is paid again each month.
    """
    currency = _currency(call)
    require_units(draft.order_amount, currency, "order_amount")
    now = int(call.clock.now())
    number = _FIRST + await sequences.allocate(call.db, "app_charge")
    secret = secrets.generate()
    charge = Charge(
        charge_id=f"app-{moment(now):%Y%m%d}-{number}",
        client_id=call.identity.app.client_id,
        name=draft.order_name,
        amount=hundredths(draft.order_amount),
        currency=currency,
        return_url=draft.return_url,
        automatic=draft.automatic_payment,
        state="waiting",
        created_at=now,
    )
    await appstore_store.add_charge(call.db, charge, secrets.digest(secret))
    order = _order(charge)
    call.journal(f"app charge {charge.charge_id}", differences_from_nothing(order))
    query = urlencode({"charge": secret})
    pages = call.links.of_staff(call.mall.mall_id)
    return CreatedOrder(
        order_id=order.order_id,
        order_name=order.order_name,
        order_amount=order.order_amount,
        currency=order.currency,
        return_url=order.return_url,
        automatic_payment=order.automatic_payment,
        confirmation_url=f"{pages}{menu_pages.APPS.at}?{query}",
    )


async def retrieve(call: Call, params: OrderPath) -> AppOrder:
    """Retrieve a platform store order of the calling app."""
    charge = await appstore_store.find_charge(call.db, params.order_id)
    if charge is None or charge.client_id != call.identity.app.client_id:
        raise NotFound(DOES_NOT_EXIST, parameter="order_id", resource=Phrase("order"))
    return _order(charge)


async def list_payments(call: Call, query: PaymentQuery) -> Sequence[AppPayment]:
    """Retrieve a list of platform store payments to the calling app, the newest first."""
    client_id = call.identity.app.client_id
    found = await appstore_store.listed(
        call.db, client_id, query, limit=query.limit, offset=query.offset
    )
    return [_payment(*each) for each in found]


async def count_payments(call: Call, query: PaymentFilters) -> int:
    """Retrieve a count of platform store payments to the calling app."""
    return await appstore_store.counted(call.db, call.identity.app.client_id, query)


def _currency(call: Call) -> Currency:
    """Return the currency of charges: the basic shop's; USD where that is none of them."""
    own = call.mall.shops[min(call.mall.shops)].currency
    return next((each for each in CURRENCIES if each == own), "USD")


def _order(charge: Charge) -> AppOrder:
    return AppOrder(
        order_id=charge.charge_id,
        order_name=charge.name,
        order_amount=money(charge.amount),
        currency=charge.currency,  # type: ignore[arg-type] # one of the four is kept
        return_url=charge.return_url,
        automatic_payment="T" if charge.automatic == "T" else "F",
        created_date=moment(charge.created_at),
    )


def _payment(payment: Payment, name: str, automatic: str) -> AppPayment:
    return AppPayment(
        order_id=payment.charge_id,
        payment_status="refund" if payment.status == "refund" else "paid",
        title=name,
        approval_no=payment.approval_no,
        payment_gateway_name=payment.gateway,
        payment_method=payment.method,
        payment_amount=money(payment.amount),
        refund_amount=money(payment.refunded),
        currency=payment.currency,  # type: ignore[arg-type] # one of the four is kept
        locale_code=payment.language,
        automatic_payment="T" if automatic == "T" else "F",
        pay_date=moment(payment.paid_at),
        refund_date=None if payment.refunded_at is None else moment(payment.refunded_at),
        expiration_date=None if payment.expires_at is None else moment(payment.expires_at),
    )
