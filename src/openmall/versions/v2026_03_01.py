"""What changed on 2026-03-01."""

from typing import ClassVar, Final

from openmall.contract.errors import Invalid
from openmall.versions.change import Body, Change

_PRODUCT_WRITES: Final = frozenset({"admin POST products", "admin PUT products/{product_no}"})
_PRODUCT_READS: Final = frozenset(
    {
        "admin GET products/{product_no}",
        "storefront GET products/{product_no}",
    }
)


class AddSaleDetailsToProducts(Change):
    """Products gained `soldout_message`, `product_shipping_type`, `single_purchase`,
    `translate_product_material`, `cultural_tax_deduction` and `size_guide`.

    Earlier versions neither accept nor answer them.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = _PRODUCT_WRITES | _PRODUCT_READS
    added: ClassVar[tuple[str, ...]] = (
        "soldout_message",
        "product_shipping_type",
        "single_purchase",
        "translate_product_material",
        "cultural_tax_deduction",
        "size_guide",
    )


class RaiseNumberOfTags(Change):
    """A product may carry 100 tags; earlier versions refuse more than 50."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = _PRODUCT_WRITES | _PRODUCT_READS

    def request(self, body: Body) -> None:
        tags = body.get("product_tag")
        if isinstance(tags, list) and len(tags) > 50:
            raise Invalid("At most 50 tags are allowed.", parameter="product_tag")

    def answer(self, resource: Body) -> None:
        tags = resource.get("product_tag")
        if isinstance(tags, list):
            del tags[50:]


class RaiseNumberOfTagsAtOnce(Change):
    """100 tags may be added to a product at once; earlier versions refuse more than 50.

    As of a product itself, they answer its first 50.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET products/{product_no}/tags",
            "admin POST products/{product_no}/tags",
        }
    )

    def request(self, body: Body) -> None:
        tags = body.get("tags")
        if isinstance(tags, list) and len(tags) > 50:
            raise Invalid("At most 50 tags are allowed.", parameter="tags")

    def answer(self, resource: Body) -> None:
        del resource["tags"][50:]


class RefuseTaxRateZero(Change):
    """`tax_rate` starts at 1; a product without tax has `tax_type` `C` (zero rated).

    Earlier versions say the same with a `tax_rate` of 0.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = _PRODUCT_WRITES

    def request(self, body: Body) -> None:
        rate = body.get("tax_rate")
        if rate in (0, "0") and rate is not False:
            del body["tax_rate"]
            body.setdefault("tax_type", "C")

    # there is nothing to answer otherwise: a zero rated product has `tax_rate` 0 in every version


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

    Earlier versions neither accept nor answer it.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {"admin POST paymentgateway", "admin PUT paymentgateway/{client_id}"}
    )
    added: ClassVar[tuple[str, ...]] = ("review_status",)

    def request(self, body: Body) -> None:
        body.pop("review_status", None)

    def answer(self, resource: Body) -> None:
        resource.pop("review_status", None)


class PriceAndOrderVariants(Change):
    """Variants gained `display_order`, their place among the variants of the product, and
    `supply_price`.

    Earlier versions neither accept nor answer them.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        f"admin {method} products/{{product_no}}/variants{path}"
        for method in ("GET", "PUT")
        for path in ("", "/{variant_code}")
    )
    added: ClassVar[tuple[str, ...]] = ("display_order", "supply_price")


class PriceAndOrderVariantsOfProducts(Change):
    """Variants that are embedded in products answer `display_order` and `supply_price` as well.

    The storefront does not tell the supply price.
    """

    within: ClassVar[str] = "variants"
    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = _PRODUCT_READS | {
        "admin GET products",
        "storefront GET products",
    }

    def answer(self, resource: Body) -> None:
        for variant in resource.get("variants", ()):
            for name in PriceAndOrderVariants.added:
                variant.pop(name, None)


class FilterArticlesByNumber(Change):
    """Articles of a board can be asked for by their numbers, with `article_no`.

    Earlier versions answer it, and pass over it as a parameter.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin GET boards/{board_no}/articles"})

    def request(self, body: Body) -> None:
        # not in `added`: its answer is as old as articles are
        body.pop("article_no", None)


class OpenShippingTerms(Change):
    """Shipping settings gained where parcels go, fees of products' own, handling fees abroad, HS
    codes, and what suppliers send themselves.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin GET shipping", "admin PUT shipping"})
    added: ClassVar[tuple[str, ...]] = (
        "shipping_type",
        "international_shipping_fee_criteria",
        "shipping_place",
        "individual_shipping_fee",
        "individual_fee_calculation_type",
        "oversea_additional_fee",
        "oversea_additional_fee_list",
        "supplier_shipping_fee",
        "supplier_selection",
        "applicable_suppliers",
        "supplier_shipping_calculation",
        "supplier_regional_surcharge",
    )


class SetHsCodesOfShop(Change):
    """The HS codes of a shop's goods can be set. Earlier versions only read them."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin PUT shipping"})
    added: ClassVar[tuple[str, ...]] = ("hs_code", "country_hs_code")


class AddPermissionsToSupplierUsers(Change):
    """Users of suppliers may be let help customers, refund, and see delivery fees.

    Earlier versions neither accept nor answer these permissions.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET suppliers/users/{user_id}",
            "admin POST suppliers/users",
            "admin PUT suppliers/users/{user_id}",
        }
    )
    added: ClassVar[tuple[str, ...]] = (
        "permission_order_cs",
        "permission_order_refund",
        "permission_delivery_fee_inquiry",
    )


class PageSupplierUsers(Change):
    """The list of supplier users comes in pages, with `offset` and `limit`.

    Earlier versions list the first hundred.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin GET suppliers/users"})
    added: ClassVar[tuple[str, ...]] = ("offset", "limit")

    def request(self, body: Body) -> None:
        body["limit"] = "100"


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
            raise Invalid("One of: canceled, canceling.", parameter="status")


class ChangeCancellations(Change):
    """A cancellation goes on with the status `canceling`; how it is refunded can be changed.

    In earlier versions it can only be withdrawn, and `undone`, `undone_reason_type` and
    `expose_order_detail` are required.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin PUT cancellation",
            "admin PUT orders/{order_id}/cancellation/{claim_code}",
        }
    )
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
                raise Invalid("A required parameter is missing.", parameter=name)


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
            raise Invalid("A required parameter is missing.", parameter="pickup.zipcode")


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


CHANGES: Final = (
    AddSaleDetailsToProducts(),
    RaiseNumberOfTags(),
    RaiseNumberOfTagsAtOnce(),
    RefuseTaxRateZero(),
    OpenOrderSettings(),
    SetOrderSettings(),
    AddReviewStatusToPaymentGateways(),
    PriceAndOrderVariants(),
    PriceAndOrderVariantsOfProducts(),
    FilterArticlesByNumber(),
    OpenShippingTerms(),
    SetHsCodesOfShop(),
    AddPermissionsToSupplierUsers(),
    PageSupplierUsers(),
    AcceptCancellations(),
    ChangeCancellations(),
    PickUpWithoutZipcode(),
    FilterByRefundStatus(),
    NamePayment(),
)
