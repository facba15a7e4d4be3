"""The parameters of products: to create, change, find and list them.

Names, bounds and codes are those of `spec/parameters.tsv`.
"""

from decimal import Decimal
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from openmall.commerce.product.products.shape import (
    AdditionalImage,
    BuyLimit,
    Condition,
    Days,
    InCategory,
    Information,
    Nested,
    PerWhat,
    PointsAmount,
    PointsSetting,
    Related,
    ShippingFeeType,
    ShippingMethod,
    ShippingRate,
    TaxType,
)
from openmall.commerce.product.variants.shape import OptionDraft, Quantity
from openmall.contract.codes import Code
from openmall.contract.params import (
    LARGEST_INTEGER,
    EndDate,
    EntityNo,
    Flag,
    Limit100,
    LongText,
    Number,
    Order,
    Price,
    ShopParams,
    ShortText,
    SignedAmount,
    StartDate,
    Tag,
    UncheckedAmount,
)
from openmall.contract.ranges import compared_by

Text20 = Annotated[str, Meta(max_length=20)]
Text30 = Annotated[str, Meta(max_length=30)]
Text40 = Annotated[str, Meta(max_length=40)]
Text50 = Annotated[str, Meta(max_length=50)]
Text100 = Annotated[str, Meta(max_length=100)]
Text250 = Annotated[str, Meta(max_length=250)]
Text255 = Annotated[str, Meta(max_length=255)]
Name = Annotated[str, Meta(min_length=1, max_length=250)]
AtMost = Annotated[int, Meta(ge=-LARGEST_INTEGER - 1, le=LARGEST_INTEGER)]
SortedBy = Literal["created_date", "updated_date", "product_name"]
Offset5000 = Annotated[int, Meta(ge=0, le=5000)]
Weight = Annotated[Decimal, Meta(extra={"ge": Decimal(0), "le": Decimal("999999.99")})]
Margin = Annotated[Decimal, Meta(extra={"ge": Decimal("-999.99"), "le": Decimal("999.99")})]
TaxRate = Annotated[int, Meta(ge=0, le=100)]
"""0 only beside a tax type without tax, which is returned with it (`pricing.require_rate`)."""


class ShippingPeriodChange(Nested, frozen=True):
    minimum: Number | UnsetType = UNSET
    maximum: Number | UnsetType = UNSET


class VolumeChange(Nested, frozen=True):
    use_product_volume: Flag | UnsetType = UNSET
    product_width: ShortText | UnsetType = UNSET
    product_height: ShortText | UnsetType = UNSET
    product_length: ShortText | UnsetType = UNSET


class SizeGuideChange(Nested, frozen=True):
    use: Flag | UnsetType = UNSET
    type: Literal["default", "custom"] | UnsetType = UNSET
    default: Literal["Male", "Female", "Child", "Infant"] | None | UnsetType = UNSET
    description: str | UnsetType = UNSET


class AnyChange(ShopParams, frozen=True, kw_only=True):
    """The fields sent to change a product of any kind; UNSET: not sent, left alone."""

    display: Flag | UnsetType = UNSET
    custom_product_code: Text40 | UnsetType = UNSET
    product_name: Name | UnsetType = UNSET
    eng_product_name: Text250 | UnsetType = UNSET
    supply_product_name: Text250 | UnsetType = UNSET
    internal_product_name: Text50 | UnsetType = UNSET
    model_name: Text100 | UnsetType = UNSET
    add_category_no: list[InCategory] | InCategory | UnsetType = UNSET
    use_portalpay: Flag | UnsetType = UNSET
    portalpay_type: Literal["C", "O"] | UnsetType = UNSET
    product_weight: Weight | UnsetType = UNSET
    description: str | UnsetType = UNSET
    mobile_description: str | UnsetType = UNSET
    summary_description: Text255 | UnsetType = UNSET
    simple_description: str | UnsetType = UNSET
    product_tag: Annotated[list[Tag], Meta(max_length=100)] | UnsetType = UNSET
    payment_info: str | UnsetType = UNSET
    shipping_info: str | UnsetType = UNSET
    exchange_info: str | UnsetType = UNSET
    service_info: str | UnsetType = UNSET
    icon: Annotated[list[str], Meta(max_length=5)] | UnsetType = UNSET
    hscode: Text20 | UnsetType = UNSET
    shipping_scope: Literal["A", "C", "B"] | UnsetType = UNSET
    shipping_method: ShippingMethod | UnsetType = UNSET
    shipping_fee_by_product: Flag | UnsetType = UNSET
    shipping_area: Text255 | UnsetType = UNSET
    shipping_period: ShippingPeriodChange | UnsetType = UNSET
    shipping_fee_type: ShippingFeeType | UnsetType = UNSET
    shipping_rates: Annotated[list[ShippingRate], Meta(max_length=200)] | UnsetType = UNSET
    prepaid_shipping_fee: Literal["C", "P", "B"] | UnsetType = UNSET
    clearance_category_code: Code | None | UnsetType = UNSET
    detail_image: str | UnsetType = UNSET
    list_image: str | UnsetType = UNSET
    tiny_image: str | UnsetType = UNSET
    small_image: str | UnsetType = UNSET
    image_upload_type: Literal["A", "B", "C"] | UnsetType = UNSET
    additional_information: list[Information] | UnsetType = UNSET
    price_content: Text20 | None | UnsetType = UNSET
    buy_limit_by_product: Flag | UnsetType = UNSET
    buy_limit_type: BuyLimit | UnsetType = UNSET
    buy_group_list: list[AtMost] | UnsetType = UNSET
    buy_member_id_list: list[str] | UnsetType = UNSET
    repurchase_restriction: Flag | UnsetType = UNSET
    single_purchase_restriction: Flag | UnsetType = UNSET
    points_by_product: Flag | UnsetType = UNSET
    points_setting_by_payment: PointsSetting | UnsetType = UNSET
    points_amount: list[PointsAmount] | UnsetType = UNSET
    except_member_points: Flag | UnsetType = UNSET
    main: list[AtMost] | UnsetType = UNSET
    relational_product: Annotated[list[Related], Meta(max_length=200)] | UnsetType = UNSET
    product_material: LongText | UnsetType = UNSET
    english_product_material: LongText | None | UnsetType = UNSET
    cloth_fabric: Literal["woven", "knit"] | None | UnsetType = UNSET
    additional_image: Annotated[list[AdditionalImage | str], Meta(max_length=20)] | UnsetType = (
        UNSET
    )
    """Each an object of addresses, or a text: the address of a picture, or the picture itself in
    base64 or as a `data:` address, from which the three sizes are rendered.
    """
    adult_certification: Flag | UnsetType = UNSET
    exposure_limit_type: Literal["A", "M"] | UnsetType = UNSET
    exposure_group_list: list[AtMost] | UnsetType = UNSET
    single_purchase: Literal["T", "F", "O"] | UnsetType = UNSET


class ProductChange(AnyChange, frozen=True, kw_only=True):
    """The fields sent to change a product that is no bundle."""

    selling: Flag | UnsetType = UNSET
    product_condition: Condition | UnsetType = UNSET
    product_used_month: AtMost | UnsetType = UNSET
    price_excluding_tax: UncheckedAmount | UnsetType = UNSET
    price: Price | UnsetType = UNSET
    retail_price: Price | UnsetType = UNSET
    supply_price: Price | UnsetType = UNSET
    manufacturer_code: Code | UnsetType = UNSET
    trend_code: Code | UnsetType = UNSET
    brand_code: Code | UnsetType = UNSET
    supplier_code: Code | UnsetType = UNSET
    made_date: ShortText | UnsetType = UNSET
    release_date: ShortText | UnsetType = UNSET
    expiration_date: Days | None | UnsetType = UNSET
    translated_description: str | UnsetType = UNSET
    country_hscode: Annotated[dict[str, str], Meta(max_length=29)] | UnsetType = UNSET
    buy_unit_type: PerWhat | UnsetType = UNSET
    buy_unit: AtMost | UnsetType = UNSET
    order_quantity_limit_type: PerWhat | UnsetType = UNSET
    minimum_quantity: Annotated[
        AtMost | UnsetType, compared_by("the product's rule sees which units remain")
    ] = UNSET
    maximum_quantity: AtMost | UnsetType = UNSET
    product_volume: VolumeChange | UnsetType = UNSET
    origin_classification: Literal["F", "T", "E"] | UnsetType = UNSET
    origin_place_no: AtMost | UnsetType = UNSET
    origin_place_value: Text30 | UnsetType = UNSET
    made_in_code: ShortText | UnsetType = UNSET
    classification_code: Code | UnsetType = UNSET
    additional_price: SignedAmount | UnsetType = UNSET
    margin_rate: Margin | UnsetType = UNSET
    tax_type: TaxType | UnsetType = UNSET
    tax_rate: TaxRate | UnsetType = UNSET
    use_chatpay: Flag | UnsetType = UNSET
    soldout_message: Text250 | UnsetType = UNSET
    product_shipping_type: Literal["D", "C", "E"] | UnsetType = UNSET
    translate_product_material: Flag | UnsetType = UNSET
    cultural_tax_deduction: Flag | UnsetType = UNSET
    size_guide: SizeGuideChange | UnsetType = UNSET


class ProductDraft(ProductChange, frozen=True, kw_only=True):
    """The fields sent to create a product."""

    product_name: Name
    supply_price: Price
    has_option: Flag = "F"
    options: list[OptionDraft] = field(default_factory=list)


class ProductUpdate(ProductChange, frozen=True, kw_only=True):
    """The fields sent to change the product named in the path."""

    product_no: EntityNo
    delete_category_no: EntityNo | list[EntityNo] | UnsetType = UNSET
    translated_additional_description: str | UnsetType = UNSET
    use_icon_exposure_term: Flag | UnsetType = UNSET
    icon_exposure_begin_datetime: Annotated[
        StartDate | UnsetType, compared_by("the product's rule sees whether the term is used")
    ] = UNSET
    icon_exposure_end_datetime: EndDate | UnsetType = UNSET


class ProductPath(ShopParams, frozen=True, kw_only=True):
    """Selects a product in the language of a shop."""

    product_no: EntityNo


class SharedFilters(ShopParams, frozen=True, kw_only=True):
    """Filters of lists of products and of bundles that shoppers may use too."""

    product_no: list[EntityNo] | UnsetType = UNSET
    display: Flag | UnsetType = UNSET
    selling: Flag | UnsetType = UNSET
    product_name: list[str] | UnsetType = UNSET
    product_code: list[str] | UnsetType = UNSET
    product_tag: list[str] | UnsetType = UNSET
    custom_product_code: list[str] | UnsetType = UNSET
    price_min: SignedAmount | UnsetType = UNSET
    price_max: SignedAmount | UnsetType = UNSET
    created_start_date: StartDate | UnsetType = UNSET
    created_end_date: EndDate | UnsetType = UNSET
    updated_start_date: StartDate | UnsetType = UNSET
    updated_end_date: EndDate | UnsetType = UNSET
    category: EntityNo | UnsetType = UNSET
    eng_product_name: list[str] | UnsetType = UNSET
    model_name: list[str] | UnsetType = UNSET
    category_unapplied: Literal["T"] | UnsetType = UNSET
    include_sub_category: Literal["T"] | UnsetType = UNSET
    additional_information_key: str | UnsetType = UNSET
    additional_information_value: str | UnsetType = UNSET


class AnyFilters(SharedFilters, frozen=True, kw_only=True):
    """Filters of lists of products and of bundles."""

    supply_product_name: list[str] | UnsetType = UNSET
    internal_product_name: list[str] | UnsetType = UNSET


class ShownFilters(SharedFilters, frozen=True, kw_only=True):
    """Filters of the storefront: by what it shows of products, and no other field."""

    brand_code: list[str] | UnsetType = UNSET
    manufacturer_code: list[str] | UnsetType = UNSET
    trend_code: list[str] | UnsetType = UNSET
    custom_variant_code: list[str] | UnsetType = UNSET
    retail_price_min: Price | UnsetType = UNSET
    retail_price_max: Price | UnsetType = UNSET
    origin_place_value: list[str] | UnsetType = UNSET
    stock_quantity_max: Quantity | UnsetType = UNSET
    stock_quantity_min: Quantity | UnsetType = UNSET
    stock_safety_max: Quantity | UnsetType = UNSET
    stock_safety_min: Quantity | UnsetType = UNSET
    use_inventory: Flag | UnsetType = UNSET
    approve_status: Literal["N", "E", "C", "R", "I"] | UnsetType = UNSET
    since_product_no: Number | UnsetType = UNSET
    product_bundle: Flag | UnsetType = UNSET
    option_type: list[Literal["C", "S", "E", "F"]] | UnsetType = UNSET
    market_sync: Flag | UnsetType = UNSET
    sold_out_variant: Literal["T"] | UnsetType = UNSET
    """T: with a variant that shows as sold out, counts its stock, and has none left."""
    sold_out: Literal["T"] | UnsetType = UNSET
    """T: sold out, as the dashboard counts them; bundles, which have no stock, are left out."""


class ShownQuery(ShownFilters, frozen=True, kw_only=True):
    """Filters, sorts and pages the storefront's list of products."""

    sort: SortedBy | UnsetType = UNSET
    order: Order = "desc"
    offset: Offset5000 = 0
    limit: Limit100 = 10


class ProductFilters(ShownFilters, frozen=True, kw_only=True):
    """Filters of lists and counts of products."""

    supply_product_name: list[str] | UnsetType = UNSET
    internal_product_name: list[str] | UnsetType = UNSET
    supplier_code: list[str] | UnsetType = UNSET
    supply_price_min: SignedAmount | UnsetType = UNSET
    supply_price_max: SignedAmount | UnsetType = UNSET
    product_condition: list[Condition] | UnsetType = UNSET
    product_weight: list[Weight] | UnsetType = UNSET
    classification_code: list[str] | UnsetType = UNSET


class ProductQuery(ProductFilters, frozen=True, kw_only=True):
    """Filters, sorts and pages a list of products."""

    sort: SortedBy | UnsetType = UNSET
    order: Order = "desc"
    offset: Offset5000 = 0
    limit: Limit100 = 10
