"""The operations that the release adds: in earlier versions their URLs are unknown.

They are those that the catalogue has between the version of the specification and the newest one.
"""

from typing import ClassVar

from openmall.api.versions.change import NewOperations


class AddControlOfApps(NewOperations):
    """An app tells the shop what it controls."""

    release: ClassVar[str] = "2026-02-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin PUT control",
        }
    )


class AddSettingsOfCustomersAndPayment(NewOperations):
    """Settings of customers can be read, those of text messages changed, those of payment both."""

    release: ClassVar[str] = "2026-02-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET customers/setting",
            "admin GET payment/setting",
            "admin PUT payment/setting",
            "admin PUT sms/setting",
        }
    )


class AddCustomProperties(NewOperations):
    """A shop adds properties of its own to products."""

    release: ClassVar[str] = "2026-02-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET products/customproperties",
            "admin POST products/customproperties",
            "admin DELETE products/customproperties/{property_no}",
            "admin PUT products/customproperties/{property_no}",
            "admin GET products/{product_no}/customproperties",
            "admin DELETE products/{product_no}/customproperties/{property_no}",
            "admin PUT products/{product_no}/customproperties/{property_no}",
        }
    )


class AddReservations(NewOperations):
    """Reservations can be read."""

    release: ClassVar[str] = "2026-02-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET reservations",
        }
    )


class DeletePaymentInformation(NewOperations):
    """A payment method that a customer stored can be deleted."""

    release: ClassVar[str] = "2026-02-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin DELETE customers/{member_id}/paymentinformation/{payment_method_id}",
        }
    )


class AddSeoOfBoards(NewOperations):
    """What search engines read of a board can be read and changed."""

    release: ClassVar[str] = "2026-02-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET boards/{board_no}/seo",
            "admin PUT boards/{board_no}/seo",
        }
    )


class AddCouponKinds(NewOperations):
    """There are discount codes and serial coupons; a coupon can be changed."""

    release: ClassVar[str] = "2026-02-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin PUT coupons/{coupon_no}",
            "admin GET discountcodes",
            "admin POST discountcodes",
            "admin DELETE discountcodes/{discount_code_no}",
            "admin GET discountcodes/{discount_code_no}",
            "admin PUT discountcodes/{discount_code_no}",
            "admin GET serialcoupons",
            "admin POST serialcoupons",
            "admin DELETE serialcoupons/{coupon_no}",
            "admin GET serialcoupons/{coupon_no}/issues",
            "admin POST serialcoupons/{coupon_no}/issues",
        }
    )


class AddRegionalSurcharges(NewOperations):
    """Shipping fees of the shop's regions can be read."""

    release: ClassVar[str] = "2026-02-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET regionalsurcharges",
        }
    )


class AddWebhookLogs(NewOperations):
    """Deliveries of events can be read, and the deliveries to an app paused."""

    release: ClassVar[str] = "2026-02-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET databridge/logs",
            "admin PUT webhooks/setting",
        }
    )
