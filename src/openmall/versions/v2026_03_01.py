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
    touched: ClassVar[tuple[str, ...]] = ("product_tag",)

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
    touched: ClassVar[tuple[str, ...]] = ("tags",)

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

    added: ClassVar[tuple[str, ...]] = PriceAndOrderVariants.added


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


class GivePointsForConsent(Change):
    """Points settings gained points for joining, and for agreeing to advertisements.

    Earlier versions neither accept nor answer them.
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

    Earlier versions neither accept nor answer it.
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


class TellHowCustomersJoin(Change):
    """Customer settings gained what customers sign in with, and whether birthdays may change.

    Earlier versions do not answer it.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin GET customers/setting"})
    added: ClassVar[tuple[str, ...]] = ("join_standard", "use_update_birthday")


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
    GivePointsForConsent(),
    DescribeSharedPages(),
    TellHowCustomersJoin(),
)
