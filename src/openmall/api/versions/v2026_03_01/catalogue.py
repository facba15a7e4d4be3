"""What changed of products."""

from typing import ClassVar, Final

from openmall.api.versions.change import Body, Change, Kind
from openmall.api.versions.refusals import TOO_MANY_TAGS
from openmall.contract.errors import Invalid

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

    Earlier versions neither accept nor return them.
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
    kind: ClassVar[Kind] = "behavioural"
    operations: ClassVar[frozenset[str]] = _PRODUCT_WRITES | _PRODUCT_READS
    touched: ClassVar[tuple[str, ...]] = ("product_tag",)

    def request(self, body: Body) -> None:
        tags = body.get("product_tag")
        if isinstance(tags, list) and len(tags) > 50:
            raise Invalid(TOO_MANY_TAGS, parameter="product_tag")

    def answer(self, resource: Body) -> None:
        tags = resource.get("product_tag")
        if isinstance(tags, list):
            del tags[50:]


class RaiseNumberOfTagsAtOnce(Change):
    """100 tags may be added to a product at once; earlier versions refuse more than 50.

    As of a product itself, they return its first 50.
    """

    release: ClassVar[str] = "2026-03-01"
    kind: ClassVar[Kind] = "behavioural"
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
            raise Invalid(TOO_MANY_TAGS, parameter="tags")

    def answer(self, resource: Body) -> None:
        tags = resource["tags"]
        if isinstance(tags, list):
            del tags[50:]


class RefuseTaxRateZero(Change):
    """`tax_rate` starts at 1; a product without tax has `tax_type` `B` (tax free) or `C` (zero
    rated), beside which the returned 0 may be sent back.

    Earlier versions say `C` with a `tax_rate` of 0 alone.
    """

    release: ClassVar[str] = "2026-03-01"
    kind: ClassVar[Kind] = "breaking"
    operations: ClassVar[frozenset[str]] = _PRODUCT_WRITES

    def request(self, body: Body) -> None:
        rate = body.get("tax_rate")
        if rate in (0, "0") and rate is not False:
            del body["tax_rate"]
            body.setdefault("tax_type", "C")


class PriceAndOrderVariants(Change):
    """Variants gained `display_order`, their place among the variants of the product, and
    `supply_price`.

    Earlier versions neither accept nor return them.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        f"admin {method} products/{{product_no}}/variants{path}"
        for method in ("GET", "PUT")
        for path in ("", "/{variant_code}")
    )
    added: ClassVar[tuple[str, ...]] = ("display_order", "supply_price")


class PriceAndOrderVariantsOfProducts(Change):
    """Variants that are embedded in products return `display_order` and `supply_price` as well.

    The storefront does not tell the supply price.
    """

    within: ClassVar[str] = "variants"
    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = _PRODUCT_READS | {
        "admin GET products",
        "storefront GET products",
    }

    added: ClassVar[tuple[str, ...]] = PriceAndOrderVariants.added
