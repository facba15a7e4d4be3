"""Reconciliation of an order's ledger with its payments and refunds at gateways."""

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from openmall.commerce.order.billing.gateways.requested_refunds.store import GatewayRefund
from openmall.commerce.order.billing.payment_ledger.store import Payment
from openmall.commerce.order.payment_attempts.store import Attempt
from openmall.contract.money import money

Value = str | int | Decimal | None
Wrong = Iterable[tuple[str, Value, Value]]
"""Field, stored value, recomputed value."""

OVERDUE: Final = 86_400
"""Seconds after which a refund that a gateway did not make yet is reported."""


def payments(ledger: Sequence[Payment], asked: Sequence[Attempt]) -> Wrong:
    """Compare what gateways captured for an order with the payments of its ledger.

    A payment that was refunded completely does not count. An order without an attempt here may have
    numbers of other gateways.
    """
    if not asked:
        return
    captured: Counter[str] = Counter()
    for attempt in asked:
        if attempt.state == "approved":
            captured[attempt.transaction_id] += attempt.amount
    booked: Counter[str] = Counter()
    for payment in ledger:
        if payment.payment_settle_type != "P" and payment.transaction_id:
            booked[payment.transaction_id] += payment.paid_amount
    for number in sorted(captured.keys() | booked.keys()):
        yield f"payment {number}", money(booked[number]), money(captured[number])


def refunds(
    ledger: Sequence[Payment],
    asked: Sequence[Attempt],
    requested: Sequence[GatewayRefund],
    now: int,
) -> Wrong:
    """Compare refunds at gateways with the ledger of an order and with what was captured.

    A refund is in the ledger exactly when its gateway made it. A captured payment that the shop may
    not keep has a refund, which no gateway refused or leaves undone for a day.
    """
    booked, by_gateway = Counter[str](), Counter[str]()
    gateways = {each.gateway for each in asked}
    is_partly_otherwise = any(
        each.paid_amount > 0 and each.gateway not in gateways for each in ledger
    )
    for payment in ledger:
        if payment.payment_settle_type == "P":
            booked[payment.claim_code] -= payment.paid_amount
            if payment.gateway in gateways:
                by_gateway[payment.claim_code] -= payment.paid_amount
    given_back = Counter[str]()
    of_code = Counter[str]()
    unmade = set()
    for refund in requested:
        if refund.state == "succeeded":
            of_code[refund.refund_code] += refund.amount
        else:
            # a refused one is named by itself
            unmade.add(refund.refund_code)
    for refund in requested:
        given_back[refund.payment_id] += refund.amount if refund.state != "refused" else 0
        name = f"gateway refund {refund.refund_id}"
        overdue = refund.state == "requested" and now - refund.created_date > OVERDUE
        if overdue or (refund.state == "refused" and not booked[refund.refund_code]):
            yield f"{name} state", refund.state, "succeeded"
    for code, amount in sorted(of_code.items()):
        # in the ledger once the last part was made, and the rest was returned by the shop
        waits = code in unmade or (is_partly_otherwise and not _is_any_left(asked, given_back))
        if code and (booked[code] or not waits):
            yield f"gateway refunds of {code}", money(by_gateway[code]), money(amount)
    for attempt in asked:
        if attempt.state == "cancelled" and attempt.return_url:
            # before payments had an address to return to, refunds left no row
            yield f"payment {attempt.payment_id}", attempt.payment_id in given_back, True
        elif given_back[attempt.payment_id] > attempt.amount:
            back = money(given_back[attempt.payment_id])
            yield f"payment {attempt.payment_id} refunded", back, money(attempt.amount)


def _is_any_left(asked: Sequence[Attempt], given_back: Counter[str]) -> bool:
    """Return whether gateways keep something of the payments of an order."""
    return any(
        each.amount > given_back[each.payment_id] for each in asked if each.state == "approved"
    )
