"""A benefit as it is answered; every kind has an object of its own, the others are null.

Specification: resources of the Promotion area are "not shown"; names and codes as catalogued.
"""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from openmall.contract.moments import moment
from openmall.contract.money import ZERO
from openmall.contract.params import EntityNo, Flag, Number, Price, UncheckedAmount

BenefitType = Literal["DP", "DR", "DQ", "DM", "DN", "DV", "PG", "PB"]
"""DP for a period, DR on buying again, DQ on buying many, DM of members, DN of new products, DV of
shipping; PG a gift, PB one plus N."""
Division = Literal["D", "P"]
"""D takes off, P gives something."""
Platform = Literal["P", "M", "A"]
"""P the shop's pages, M its mobile pages, A its app."""
Binding = Literal["A", "N", "M"]
"""A everybody, N guests, M members."""
Products = Literal["A", "P", "E", "C"]
"""A all products, P the listed, E all but the listed, C those of listed categories."""
ValueUnit = Literal["P", "W"]
"""P percent, W units of currency."""
TruncationUnit = Literal["F", "C", "B", "O", "T", "M", "H"]
"""F nothing is cut, C to 0.01, B to 0.1, O to 1, T to 10, M to 100, H to 1000."""
Rounding = Literal["L", "U", "C"]
"""L down, U half up, C up."""
NewSince = Literal["I", "U", "V"]
"""Start of a product's time as new. I: its creation, U: its last change, V: its display."""
Term = Literal["D", "H"]
"""D days, H hours."""
Unit = Literal["P", "I"]
"""P a product, I an item of it."""
BenefitName = Annotated[str, Meta(max_length=255)]
Numbers = list[EntityNo]


class BenefitProducts(Struct, frozen=True, kw_only=True):
    """Products of a benefit, selected by its `product_binding_type`."""

    product_list: Numbers | None = None


class BenefitCategories(BenefitProducts, frozen=True, kw_only=True):
    add_category_list: Numbers | None = None


class Sale(BenefitProducts, frozen=True, kw_only=True):
    """Discount on a product."""

    discount_purchasing_quantity: Flag = "T"
    """T: deducted from every unit, F: deducted once for any quantity."""
    discount_value: UncheckedAmount = ZERO
    discount_value_unit: ValueUnit = "W"
    discount_truncation_unit: TruncationUnit = "F"
    discount_truncation_method: Rounding = "L"


class PeriodSale(Sale, frozen=True, kw_only=True):
    add_category_list: Numbers | None = None
    except_category_list: Numbers | None = None


class NewProductSale(PeriodSale, frozen=True, kw_only=True):
    discount_value: UncheckedAmount
    new_product_date_type: NewSince
    new_product_day: Number
    new_product_term_type: Term


class RepurchaseSale(Sale, frozen=True, kw_only=True):
    purchase_item_type: Unit = "P"
    purchase_times: Number
    """Minimum number of earlier purchases."""


class BulkPurchaseSale(Sale, frozen=True, kw_only=True):
    bulk_purchase_item_type: Unit = "P"
    bulk_purchase_begin_quantity: Number
    bulk_purchase_limit_quantity: Number
    """0: however many."""


class MemberSale(Sale, frozen=True, kw_only=True):
    """Off for members."""


class ShippingFeeSale(BenefitProducts, frozen=True, kw_only=True):
    """No shipping fee."""

    use_purchase_price_condition: Flag = "F"
    total_purchase_price: Price = ZERO
    """From which amount of the order on, when that is a condition."""
    include_regional_shipping_rate: Flag = "F"


class GiftProduct(Struct, frozen=True, kw_only=True):
    product_no: EntityNo
    gift_point: Price
    max_count: Number = 1


class Gift(BenefitCategories, frozen=True, kw_only=True):
    """Gifts among which a shopper chooses."""

    offer_only_first: Flag = "F"
    first_purchase_type: Literal["O", "D"] = "O"
    use_unlimited_price: Flag = "F"
    purchase_start_price: Price = ZERO
    purchase_limit_price: Price = ZERO
    """Up to which amount of the order, unless that is unlimited; 0: it is."""
    gift_product_list: list[GiftProduct] = []


class GiftProductBundle(BenefitProducts, frozen=True, kw_only=True):
    """One plus N: units that come without price."""

    product_bundle_type: Unit
    product_bundle_count: Number


class Benefit(Struct, frozen=True, kw_only=True):
    """A benefit, the newest answer. Defaults are what a row's document leaves out."""

    shop_no: int = 1
    benefit_no: int = 0
    use_benefit: Flag = "T"
    benefit_name: str = ""
    benefit_division: Division = "D"
    benefit_type: BenefitType = "DP"
    use_benefit_period: Flag = "F"
    benefit_start_date: datetime | None = None
    benefit_end_date: datetime | None = None
    platform_types: list[Platform] = []
    use_group_binding: Binding = "A"
    customer_group_list: list[int] = []
    """Groups whose members get it; empty: any group."""
    product_binding_type: Products = "A"
    use_except_category: Flag = "F"
    available_coupon: Flag = "T"
    """F: where it takes off, no coupon does."""
    icon_url: str = ""
    created_date: datetime = moment(0)
    period_sale: PeriodSale | None = None
    repurchase_sale: RepurchaseSale | None = None
    bulk_purchase_sale: BulkPurchaseSale | None = None
    member_sale: MemberSale | None = None
    new_product_sale: NewProductSale | None = None
    shipping_fee_sale: ShippingFeeSale | None = None
    gift: Gift | None = None
    gift_product_bundle: GiftProductBundle | None = None

    @property
    def sale(self) -> Sale | None:
        """Return its discount on products, or None for other kinds."""
        return (
            self.period_sale
            or self.repurchase_sale
            or self.bulk_purchase_sale
            or self.member_sale
            or self.new_product_sale
        )

    @property
    def listed(self) -> BenefitProducts:
        """Return the products it lists."""
        return (
            self.sale
            or self.shipping_fee_sale
            or self.gift
            or self.gift_product_bundle
            or BenefitProducts()
        )


OBJECTS = {
    "DP": "period_sale",
    "DR": "repurchase_sale",
    "DQ": "bulk_purchase_sale",
    "DM": "member_sale",
    "DN": "new_product_sale",
    "DV": "shipping_fee_sale",
    "PG": "gift",
    "PB": "gift_product_bundle",
}
"""Kind of a benefit -> its object's field."""
