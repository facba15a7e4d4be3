"""Charges are paid when a merchant confirms them, again each month, and given back.

The gateway is called first, outside any transaction and with a key of its own for each payment; the
transaction that settles the outcome moves the charge by a conditional update. Where the charge has
moved meanwhile (cancelled, or the app removed), the payment is given back.
"""

import logging
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import installation_rows
from openmall.commerce.application.appstore import store as appstore_store
from openmall.commerce.application.appstore.events import (
    AppExpired,
    AppExtended,
    AppPaid,
    AppRefunded,
    AppRefundRequested,
    RefundReason,
)
from openmall.commerce.application.appstore.gateway import GATEWAY, ChargeRequest
from openmall.commerce.application.appstore.store import Agreement, Charge, Payment
from openmall.commerce.order.billing.gateways.due_work import GatewayWorker
from openmall.commerce.order.billing.gateways.gateway import (
    GatewayRefused,
    GatewayShop,
    GatewayUnavailable,
    deadline,
)
from openmall.contract.call import Mall
from openmall.contract.events import Event
from openmall.contract.journal import batch as journal_batch
from openmall.contract.journal import record
from openmall.contract.journal.record import Action, Person
from openmall.contract.moments import Clock, moment, months_before, seconds
from openmall.contract.money import money
from openmall.database.session import Database, Session

log = logging.getLogger("openmall")

SECONDS: Final = 60.0
"""Between two looks for charges that are due again."""
AT_ONCE: Final = 50
"""Charges of a mall in one look."""
RETRY_SECONDS: Final = 86_400
"""Between two attempts to take a payment that was refused."""
MOST_FAILURES: Final = 3
"""Refusals in a row after which a charge ends."""
_UNKNOWN_SECONDS: Final = 300
"""Until a payment of unknown outcome is asked for again."""


class Merchant(Struct, frozen=True, kw_only=True):
    """The manager who decides on a charge, the mall, and what is needed to do so."""

    database: Database
    clock: Clock
    """The mall's clock."""
    mall: Mall
    person: Person


def is_open(charge: Charge, now: float) -> bool:
    """Return whether a merchant can still confirm a charge."""
    return (
        charge.state == "waiting" and now < charge.created_at + appstore_store.CONFIRMABLE_SECONDS
    )


async def confirm(merchant: Merchant, charge: Charge, agreement: str) -> bool:
    """Pay a charge for the first time; return False where it cannot be confirmed any more.

    `agreement`: the payer's at the gateway. Raises GatewayRefused, GatewayUnavailable.
    """
    clock, mall = merchant.clock, merchant.mall
    if not is_open(charge, clock.now()):
        return False
    request = _request(charge, agreement, cycle=1)
    async with deadline():
        approval_no = await GATEWAY.charge(request)
    payment = _payment(mall, charge, clock, approval_no, cycle=1)
    async with merchant.database.writing(mall.mall_id) as db:
        settled = await installation_rows.hold(db, charge.client_id) and await appstore_store.move(
            db, charge.charge_id, before="waiting", after="paid"
        )
        if settled:
            await _settle(db, clock, payment)
            if payment.expires_at is not None:
                await appstore_store.add_agreement(
                    db,
                    Agreement(
                        charge_id=charge.charge_id,
                        client_id=charge.client_id,
                        agreement=agreement,
                        cycle=2,
                        next_at=payment.expires_at,
                    ),
                )
            await _note(db, merchant, charge, "app charge pay")
    if not settled:
        await _give_back_unsettled(merchant.database, mall, charge, request)
    return settled


async def _give_back_unsettled(
    database: Database, mall: Mall, charge: Charge, request: ChargeRequest
) -> None:
    """Give back a payment of a charge that has moved meanwhile, unless it is the one settled."""
    async with database.reading(mall.mall_id) as db:
        payments = await appstore_store.payments_of(db, charge.charge_id, limit=AT_ONCE)
    if all(payment.cycle != request.cycle for payment in payments):
        await GATEWAY.refund(request)


async def cancel(merchant: Merchant, charge: Charge) -> bool:
    """Cancel a charge that waits for the merchant; return whether it did."""
    async with merchant.database.writing(merchant.mall.mall_id) as db:
        cancelled = await appstore_store.move(
            db, charge.charge_id, before="waiting", after="cancelled"
        )
        if cancelled:
            await _note(db, merchant, charge, "app charge cancel")
    return cancelled


async def end(merchant: Merchant, charge: Charge) -> bool:
    """End a charge that is paid again each month; return whether it was.

    The app learns of it when the month that was paid for is over.
    """
    async with merchant.database.writing(merchant.mall.mall_id) as db:
        expires_at = await _expires_at(db, charge) or int(merchant.clock.now())
        ended = await appstore_store.let_expire(db, charge.charge_id, expires_at)
        if ended:
            await appstore_store.move(db, charge.charge_id, before="paid", after="ended")
            await _note(db, merchant, charge, "app charge end")
    return ended


async def _expires_at(db: Session, charge: Charge) -> int | None:
    """Return until when a charge that is paid each month was paid: UTC seconds."""
    [payment, *_] = await appstore_store.payments_of(db, charge.charge_id, limit=1)
    return payment.expires_at


async def give_back(
    merchant: Merchant,
    charge: Charge,
    payment: Payment,
    *,
    reason: RefundReason = "Z",
    detail: str = "",
) -> bool:
    """Give back a payment and end its charge; return whether it was not given back before.

    The app learns that it was requested, once, and then that it was done. Raises
    GatewayUnavailable.
    """
    async with merchant.database.writing(merchant.mall.mall_id) as db:
        if await appstore_store.request_refund(db, payment):
            requested = AppRefundRequested(
                client_id=charge.client_id,
                order_id=charge.charge_id,
                reason_code=reason,
                reason_detail=detail,
                request_date=moment(merchant.clock.now()),
            )
            await journal_batch.publish(db, merchant.clock, [requested])
    async with deadline():
        await GATEWAY.refund(_request(charge, "", cycle=payment.cycle))
    now = int(merchant.clock.now())
    async with merchant.database.writing(merchant.mall.mall_id) as db:
        if not await appstore_store.refund(db, payment, at=now):
            return False
        if await appstore_store.end_agreement(db, charge.charge_id):
            await _announce_expiry(db, merchant.clock, charge)
        await appstore_store.move(db, charge.charge_id, before="paid", after="ended")
        refunded = AppRefunded(
            client_id=charge.client_id,
            order_id=charge.charge_id,
            currency=charge.currency,
            refunded_amount=money(payment.amount),
            expire_date=None if payment.expires_at is None else moment(payment.expires_at),
            refunded_date=moment(now),
        )
        await journal_batch.publish(db, merchant.clock, [refunded])
        await _note(db, merchant, charge, "app charge refund")
    return True


async def charge_due(worker: GatewayWorker, mall_ids: list[str] | None = None) -> int:
    """Take the payments that are due again, in `mall_ids` or in every mall; return how many."""
    return await worker.run(appstore_store.malls_with_due, _charge_mall, mall_ids)


async def _charge_mall(shop: GatewayShop) -> int:
    async with shop.database.reading(shop.mall.mall_id) as db:
        due = await appstore_store.due(db, now=int(shop.clock.now()), limit=AT_ONCE)
    taken = 0
    for agreement in due:
        try:
            taken += await _charge_again(shop, agreement)
        except Exception as error:
            log.warning(
                "a charge of an app was not paid again",
                extra={
                    "mall_id": shop.mall.mall_id,
                    "charge": agreement.charge_id,
                    "reason": str(error) or type(error).__name__,
                },
            )
    return taken


async def _charge_again(shop: GatewayShop, before: Agreement) -> bool:
    """Take the next payment of an agreement; return whether this process settled it."""
    mall_id, now = shop.mall.mall_id, int(shop.clock.now())
    async with shop.database.reading(mall_id) as db:
        charge = await appstore_store.find_charge(db, before.charge_id)
        assert charge is not None, "charges are never deleted"
        paid_until = await _expires_at(db, charge)
    if before.failures == appstore_store.ENDING:
        async with shop.database.writing(mall_id) as db:
            if await appstore_store.end_agreement(db, charge.charge_id):
                await _announce_expiry(db, shop.clock, charge)
        return False
    request = _request(charge, before.agreement, cycle=before.cycle)
    try:
        async with deadline():
            approval_no = await GATEWAY.charge(request)
    except GatewayRefused:
        await _note_refusal(shop, charge, before)
        return False
    except GatewayUnavailable:
        async with shop.database.writing(mall_id) as db:
            after = replace(before, next_at=now + _UNKNOWN_SECONDS)
            await appstore_store.advance(db, before, after)
        return False
    payment = _payment(shop.mall, charge, shop.clock, approval_no, cycle=before.cycle)
    assert payment.expires_at is not None
    after = replace(before, cycle=before.cycle + 1, next_at=payment.expires_at, failures=0)
    async with shop.database.writing(mall_id) as db:
        settled = await appstore_store.advance(db, before, after)
        if settled:
            await _settle(db, shop.clock, payment)
            await _announce_extension(db, shop.clock, charge, payment, paid_until or now)
    if not settled:
        await _give_back_unsettled(shop.database, shop.mall, charge, request)
    return settled


async def _note_refusal(shop: GatewayShop, charge: Charge, before: Agreement) -> None:
    """Try a refused payment again a day later; end its charge after the last attempt."""
    failures = before.failures + 1
    next_at = int(shop.clock.now()) + RETRY_SECONDS
    after = replace(before, failures=failures, next_at=next_at)
    async with shop.database.writing(shop.mall.mall_id) as db:
        if await appstore_store.advance(db, before, after) and failures >= MOST_FAILURES:
            await appstore_store.end_agreement(db, charge.charge_id)
            await appstore_store.move(db, charge.charge_id, before="paid", after="ended")
            await _announce_expiry(db, shop.clock, charge)


async def _announce_expiry(db: Session, clock: Clock, charge: Charge) -> None:
    expired = AppExpired(
        client_id=charge.client_id,
        app_name=await _app_name(db, charge),
        expired_date=moment(clock.now()),
    )
    await journal_batch.publish(db, clock, [expired])


async def _announce_extension(
    db: Session, clock: Clock, charge: Charge, payment: Payment, paid_until: int
) -> None:
    assert payment.expires_at is not None, "it is paid each month"
    extended = AppExtended(
        client_id=charge.client_id,
        app_name=await _app_name(db, charge),
        expire_date=moment(payment.expires_at),
        previous_expire_date=moment(paid_until),
        updated_date=moment(payment.paid_at),
    )
    await journal_batch.publish(db, clock, [extended])


async def _app_name(db: Session, charge: Charge) -> str:
    app = await registered_apps.find(db, charge.client_id)
    return "" if app is None else app.name


def _request(charge: Charge, agreement: str, *, cycle: int) -> ChargeRequest:
    return ChargeRequest(
        key=f"{charge.charge_id}-{cycle}",
        agreement=agreement,
        cycle=cycle,
        amount=money(charge.amount),
        currency=charge.currency,
    )


def _payment(mall: Mall, charge: Charge, clock: Clock, approval_no: str, *, cycle: int) -> Payment:
    now = clock.now()
    next_month = seconds(months_before(moment(now), -1))
    return Payment(
        charge_id=charge.charge_id,
        cycle=cycle,
        client_id=charge.client_id,
        approval_no=approval_no,
        gateway=GATEWAY.name,
        method=GATEWAY.method,
        amount=charge.amount,
        currency=charge.currency,
        language=mall.shops[min(mall.shops)].language,
        paid_at=int(now),
        expires_at=next_month if charge.automatic == "T" else None,
    )


async def _settle(db: Session, clock: Clock, payment: Payment) -> None:
    """Write a payment that was taken, and tell the app."""
    await appstore_store.add_payment(db, payment)
    paid: Sequence[Event] = [
        AppPaid(
            client_id=payment.client_id,
            order_id=payment.charge_id,
            payed_date=moment(payment.paid_at),
            currency=payment.currency,
            amount=str(money(payment.amount)),
        )
    ]
    await journal_batch.publish(db, clock, paid)


async def _note(db: Session, merchant: Merchant, charge: Charge, action: Action) -> None:
    await record.write_browser_action(
        db,
        merchant.clock,
        merchant.person,
        action=action,
        shop_no=record.WHOLE_MALL,
        subject=f"app charge {charge.charge_id}",
        client_id=charge.client_id,
    )
