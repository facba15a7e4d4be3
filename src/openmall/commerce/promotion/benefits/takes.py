"""The parameters of benefits."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.promotion.benefits.shape import (
    BenefitName,
    BenefitType,
    Binding,
    BulkPurchaseSale,
    Division,
    Gift,
    GiftProduct,
    GiftProductBundle,
    MemberSale,
    NewProductSale,
    NewSince,
    Numbers,
    PeriodSale,
    Platform,
    Products,
    RepurchaseSale,
    Rounding,
    ShippingFeeSale,
    Term,
    TruncationUnit,
    ValueUnit,
)
from openmall.contract.params import (
    EndDate,
    EntityNo,
    Flag,
    Limit100,
    Number,
    Offset8000,
    Price,
    ShopParams,
    StartDate,
    UncheckedAmount,
)


class BenefitFilters(ShopParams, frozen=True, kw_only=True):
    """Filters of lists and counts of benefits."""

    use_benefit: Flag | UnsetType = UNSET
    benefit_name: str | UnsetType = UNSET
    """Any part of it."""
    benefit_type: BenefitType | UnsetType = UNSET
    period_type: Literal["R", "S", "E"] = "R"
    """Event that the two dates limit. R: creation, S: start, E: end."""
    benefit_start_date: StartDate | UnsetType = UNSET
    benefit_end_date: EndDate | UnsetType = UNSET
    platform_types: list[Platform] | UnsetType = UNSET


class BenefitQuery(BenefitFilters, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 10


class BenefitPath(ShopParams, frozen=True, kw_only=True):
    benefit_no: EntityNo


class BenefitDraft(ShopParams, frozen=True, kw_only=True):
    """The fields sent to create a benefit; of the objects, only that of its kind is stored."""

    use_benefit: Flag
    benefit_name: BenefitName
    benefit_division: Division
    benefit_type: BenefitType
    use_benefit_period: Flag = "F"
    benefit_start_date: StartDate | None = None
    benefit_end_date: EndDate | None = None
    platform_types: Annotated[list[Platform], Meta(min_length=1)]
    use_group_binding: Binding = "A"
    customer_group_list: list[EntityNo] = []
    product_binding_type: Products = "A"
    use_except_category: Flag = "F"
    available_coupon: Flag = "T"
    icon_url: str = ""
    period_sale: PeriodSale | None = None
    repurchase_sale: RepurchaseSale | None = None
    bulk_purchase_sale: BulkPurchaseSale | None = None
    member_sale: MemberSale | None = None
    new_product_sale: NewProductSale | None = None
    shipping_fee_sale: ShippingFeeSale | None = None
    gift: Gift | None = None
    gift_product_bundle: GiftProductBundle | None = None


class PeriodSaleChange(Struct, frozen=True, kw_only=True):
    product_list: Numbers | None | UnsetType = UNSET
    add_category_list: Numbers | None | UnsetType = UNSET
    except_category_list: Numbers | None | UnsetType = UNSET
    discount_purchasing_quantity: Flag | UnsetType = UNSET
    discount_value: UncheckedAmount | UnsetType = UNSET
    discount_value_unit: ValueUnit | UnsetType = UNSET
    discount_truncation_unit: TruncationUnit | UnsetType = UNSET
    discount_truncation_method: Rounding | UnsetType = UNSET


class NewProductSaleChange(PeriodSaleChange, frozen=True, kw_only=True):
    new_product_date_type: NewSince | UnsetType = UNSET
    new_product_day: Number | UnsetType = UNSET
    new_product_term_type: Term | UnsetType = UNSET


class ShippingFeeSaleChange(Struct, frozen=True, kw_only=True):
    product_list: Numbers | None | UnsetType = UNSET
    use_purchase_price_condition: Flag | UnsetType = UNSET
    total_purchase_price: Price | UnsetType = UNSET
    include_regional_shipping_rate: Flag | UnsetType = UNSET


class GiftChange(Struct, frozen=True, kw_only=True):
    product_list: Numbers | None | UnsetType = UNSET
    add_category_list: Numbers | None | UnsetType = UNSET
    offer_only_first: Flag | UnsetType = UNSET
    first_purchase_type: Literal["O", "D"] | UnsetType = UNSET
    use_unlimited_price: Flag | UnsetType = UNSET
    purchase_start_price: Price | UnsetType = UNSET
    purchase_limit_price: Price | UnsetType = UNSET
    gift_product_list: list[GiftProduct] | UnsetType = UNSET


class GiftProductBundleChange(Struct, frozen=True, kw_only=True):
    product_list: Numbers | None | UnsetType = UNSET
    product_bundle_count: Number | UnsetType = UNSET


class BenefitChange(BenefitPath, frozen=True, kw_only=True):
    """The fields sent to change a benefit; UNSET: left alone. Its kind cannot change."""

    use_benefit: Flag | UnsetType = UNSET
    benefit_name: BenefitName | UnsetType = UNSET
    use_benefit_period: Flag | UnsetType = UNSET
    benefit_start_date: StartDate | None | UnsetType = UNSET
    benefit_end_date: EndDate | None | UnsetType = UNSET
    platform_types: Annotated[list[Platform], Meta(min_length=1)] | UnsetType = UNSET
    use_group_binding: Binding | UnsetType = UNSET
    customer_group_list: list[EntityNo] | UnsetType = UNSET
    product_binding_type: Products | UnsetType = UNSET
    use_except_category: Flag | UnsetType = UNSET
    available_coupon: Flag | UnsetType = UNSET
    icon_url: str | UnsetType = UNSET
    period_sale: PeriodSaleChange | None | UnsetType = UNSET
    new_product_sale: NewProductSaleChange | None | UnsetType = UNSET
    shipping_fee_sale: ShippingFeeSaleChange | None | UnsetType = UNSET
    gift: GiftChange | None | UnsetType = UNSET
    gift_product_bundle: GiftProductBundleChange | None | UnsetType = UNSET
