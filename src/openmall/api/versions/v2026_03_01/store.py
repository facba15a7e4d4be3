"""What changed in the Store area."""

from typing import ClassVar

from openmall.api.versions.change import Change


class OpenOrderSettings(Change):
    """Order settings gained fees of exchanges and returns, delivery that completes by itself,
    unpaid orders that are cancelled by themselves, and the change of a receiver's address.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin GET orders/setting"})
    added: ClassVar[tuple[str, ...]] = (
        "exchange_shipping_fee",
        "return_shipping_fee",
        "auto_delivery_completion",
        "delivery_completion_after_days",
        "receiver_address_modify_button_exposure",
        "auto_cancel",
        "auto_cancel_cash_unit",
        "auto_cancel_cash_period",
        "auto_cancel_virtual_account_period",
        "auto_cancel_cvs_period",
        "use_shipped_auto_check_start_day",
        "shipped_auto_check_start_day",
    )


class SetOrderSettings(Change):
    """How claims, stock and refunds are dealt with can be set, as can what is new in 2026-03-01.

    Earlier versions only read it.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin PUT orders/setting"})
    added: ClassVar[tuple[str, ...]] = (
        *OpenOrderSettings.added,
        "claim_request",
        "claim_request_type",
        "claim_request_button_exposure",
        "claim_request_button_date_type",
        "claim_request_button_period",
        "stock_recover",
        "stock_recover_base",
        "stock_recover_individual",
        "refund_processing_setting",
        "claim_request_auto_accept",
        "refund_bank_account_required",
    )


class AddReviewStatusToPaymentGateways(Change):
    """A payment gateway gained `review_status`.

    Earlier versions neither accept nor return it.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {"admin POST paymentgateway", "admin PUT paymentgateway/{client_id}"}
    )
    added: ClassVar[tuple[str, ...]] = ("review_status",)


class GivePointsForConsent(Change):
    """Points settings gained points for joining, and for agreeing to advertisements.

    Earlier versions neither accept nor return them.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {"admin GET points/setting", "admin PUT points/setting"}
    )
    added: ClassVar[tuple[str, ...]] = (
        "join_point",
        "use_email_agree_point",
        "use_sms_agree_point",
        "agree_change_type",
        "agree_restriction_period",
        "agree_point",
    )


class DescribeSharedPages(Change):
    """SEO settings gained what pages say of themselves where they are shared, and to models.

    Earlier versions neither accept nor return it.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {"admin GET seo/setting", "admin PUT seo/setting"}
    )
    added: ClassVar[tuple[str, ...]] = (
        "og_main",
        "og_product",
        "og_category",
        "og_board",
        "llms_text",
    )
