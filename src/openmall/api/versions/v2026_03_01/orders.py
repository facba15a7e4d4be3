"""What changed in the Order area."""

from typing import ClassVar

from openmall.api.versions.change import Body, Change, Kind
from openmall.api.versions.refusals import STATUS_OF_NEWER_VERSION
from openmall.contract.errors import Invalid
from openmall.contract.refusals import MISSING


class AcceptCancellations(Change):
    """A cancellation may be accepted before it is carried out, with the status `accepted`.

    Earlier versions refuse it.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {"admin POST cancellation", "admin POST orders/{order_id}/cancellation"}
    )

    def request(self, body: Body) -> None:
        if body.get("status") == "accepted":
            raise Invalid(STATUS_OF_NEWER_VERSION, parameter="status")


class ChangeCancellations(Change):
    """A cancellation goes on with the status `canceling`; how it is refunded can be changed.

    In earlier versions it can only be withdrawn, and `undone`, `undone_reason_type` and
    `expose_order_detail` are required.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin PUT cancellation"})
    added: ClassVar[tuple[str, ...]] = (
        "status",
        "refund_method_code",
        "refund_bank_code",
        "refund_bank_name",
        "refund_bank_account_no",
        "refund_bank_account_holder",
    )

    def request(self, body: Body) -> None:
        for name in ("undone", "undone_reason_type", "expose_order_detail"):
            if name not in body:
                raise Invalid(MISSING, parameter=name)


class GoOnWithCancellation(ChangeCancellations):
    """A cancellation of one order goes on with the status `canceling`.

    In earlier versions it can only be withdrawn, and what that needs is required.
    """

    operations: ClassVar[frozenset[str]] = frozenset(
        {"admin PUT orders/{order_id}/cancellation/{claim_code}"}
    )
    added: ClassVar[tuple[str, ...]] = ("status",)


class PickUpWithoutZipcode(Change):
    """The address of a pickup that a buyer asks for needs no `zipcode`.

    Earlier versions require it.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {"admin POST returnrequests", "admin POST exchangerequests"}
    )

    def request(self, body: Body) -> None:
        pickup = body.get("pickup")
        if isinstance(pickup, dict) and "zipcode" not in pickup:
            raise Invalid(MISSING, parameter="pickup.zipcode")


class FilterByRefundStatus(Change):
    """Orders and refunds can be asked for by `refund_status`. Earlier versions pass over it."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {"admin GET orders", "admin GET orders/count", "admin GET refunds"}
    )
    added: ClassVar[tuple[str, ...]] = ("refund_status",)


class NamePayment(Change):
    """A payment of an order can be named with `payment_no`. Earlier versions pass over it."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin PUT payments"})
    added: ClassVar[tuple[str, ...]] = ("payment_no",)


class AcceptShortages(AcceptCancellations):
    """A cancellation on a shortage may be accepted first, with the status `accepted`.

    Earlier versions refuse it.
    """

    operations: ClassVar[frozenset[str]] = frozenset(
        {"admin POST orders/{order_id}/shortagecancellation"}
    )


class SendItemsInSeveralParcels(Change):
    """An item can be said to travel in several parcels, or to be sent on a day, without a claim.

    In earlier versions `claim_type`, `claim_status` and `claim_reason_type` are required.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {"admin PUT orders/{order_id}/items/{order_item_code}"}
    )
    added: ClassVar[tuple[str, ...]] = ("multi_invoice", "shipping_expected_date")

    def request(self, body: Body) -> None:
        for name in ("claim_type", "claim_status", "claim_reason_type"):
            if name not in body:
                raise Invalid(MISSING, parameter=name)


class LimitSubscriptions(Change):
    """A subscription can be limited to a number of deliveries. Earlier versions pass over it."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin POST subscription/shipments"})
    added: ClassVar[tuple[str, ...]] = ("shop_no", "max_delivery_limit")


class LimitSubscriptionsByRules(Change):
    """A rule of subscriptions says how many deliveries one has, and whether variants may change."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET subscription/shipments/setting",
            "admin POST subscription/shipments/setting",
            "admin PUT subscription/shipments/setting/{subscription_no}",
        }
    )
    added: ClassVar[tuple[str, ...]] = (
        "subscription_shipments_count_type",
        "subscription_shipments_count",
        "change_option",
    )


class NumberItemsOfSubscriptions(Change):
    """Items of subscriptions have numbers, and say to how many deliveries they are limited.

    Earlier versions do not tell of it.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin GET subscription/shipments"})
    within: ClassVar[str] = "items"
    added: ClassVar[tuple[str, ...]] = ("subscription_item_id", "max_delivery_limit")


class NameItemsOfSubscriptionsByNumber(Change):
    """An item of a subscription is named by its number, and can become another variant.

    In earlier versions `variant_code` and `option_id` name it, and are required.
    """

    release: ClassVar[str] = "2026-03-01"
    kind: ClassVar[Kind] = "breaking"
    operations: ClassVar[frozenset[str]] = frozenset(
        {"admin PUT subscription/shipments/{subscription_id}/items"}
    )
    added: ClassVar[tuple[str, ...]] = (
        "subscription_item_id",
        "changed_variant_code",
        "max_delivery_limit",
    )

    def request(self, body: Body) -> None:
        for name in ("variant_code", "option_id"):
            if name not in body:
                raise Invalid(MISSING, parameter=name)
