"""A product as merchants, apps and shoppers see it.

Specification: resources of the Product area are "not shown"; names, bounds and codes are those
of `spec/parameters.tsv`.
"""

from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.product.variants.shape import Options, Variant
from openmall.contract.money import ZERO
from openmall.contract.params import EntityNo, Flag, Number, Price, UncheckedAmount

Condition = Literal["N", "B", "R", "U", "E", "F", "S"]
"""N new, B returned, R stock, U used, E display item, F refurbished, S scratched."""
Calculation = Literal["A", "M"]
"""A automatic, M manual."""
TaxType = Literal["A", "B", "C"]
"""A taxable, B tax free, C zero rated."""
BuyLimit = Literal["N", "M", "F", "O", "D"]
"""F anyone, N and M members, O chosen members with the button hidden, D with it shown."""
PerWhat = Literal["P", "O"]
"""P counted over the product, O over each variant."""
PointsSetting = Literal["B", "C"]
"""B as the shop's default, C by payment method."""
ApproveStatus = Literal["N", "E", "C", "R", "I", ""]
"""N new product requested, E edit requested, C approved, R rejected, I under review."""
ShippingFeeType = Literal["T", "R", "M", "D", "W", "C", "N"]
"""T free, R fixed, M by order amount, D, W, C tiered by amount, weight, quantity, N per unit."""
ShippingMethod = Literal["01", "02", "03", "04", "05", "06", "07", "08", "09"]
"""Parcel, express, registered, own, courier, other, freight, store pickup, none needed."""
OptionType = Literal["C", "S", "E", "F", "T"]
"""C combined in one selector, S in split selectors, E individual, F and T as the shop's form."""
PaymentMethod = Literal[
    "portalpay", "easypay_a", "chatpay", "easypay_b", "easypay_c", "easypay_d", "icash",
    "deposit", "tcash", "cell", "card", "mileage", "cash",
]  # fmt: skip


class Nested(Struct, frozen=True, kw_only=True):
    """An object within a product."""


class PointsAmount(Nested, frozen=True):
    payment_method: PaymentMethod
    points_rate: str = ""
    points_unit_by_payment: Literal["P", "W"] = "P"
    """P percent, W units of currency."""


class Volume(Nested, frozen=True):
    use_product_volume: Flag = "F"
    product_width: str = ""
    product_height: str = ""
    product_length: str = ""


class Days(Nested, frozen=True):
    start_date: date
    end_date: date


class Times(Nested, frozen=True):
    start_date: datetime
    end_date: datetime


class ListIcon(Nested, frozen=True):
    soldout_icon: bool = False
    recommend_icon: bool = False
    new_icon: bool = False


class InCategory(Nested, frozen=True):
    category_no: EntityNo
    recommend: Flag = "F"
    new: Flag = "F"


class ShippingPeriod(Nested, frozen=True):
    minimum: Number = 1
    """Days."""
    maximum: Number = 7


class ShippingRate(Nested, frozen=True):
    shipping_rates_min: UncheckedAmount
    shipping_rates_max: UncheckedAmount
    shipping_fee: Price


class Information(Nested, frozen=True):
    key: str
    name: str = ""
    value: str = ""


class Related(Nested, frozen=True):
    product_no: EntityNo
    interrelated: Flag


class AdditionalImage(Nested, frozen=True):
    big: str = ""
    medium: str = ""
    small: str = ""


class SizeGuide(Nested, frozen=True):
    use: Flag = "F"
    type: Literal["default", "custom"] = "default"
    default: Literal["Male", "Female", "Child", "Infant"] | None = None
    description: str = ""


class ListedProduct(Struct, frozen=True, kw_only=True):
    """A product in a list. The defaults are what a new product has."""

    shop_no: int = 1
    product_no: int = 0
    product_code: str = ""
    custom_product_code: str = ""
    product_name: str = ""
    eng_product_name: str = ""
    supply_product_name: str = ""
    internal_product_name: str = ""
    model_name: str = ""
    price_excluding_tax: Decimal = ZERO
    price: Decimal = ZERO
    retail_price: Decimal = ZERO
    supply_price: Decimal = ZERO
    display: Flag = "F"
    selling: Flag = "F"
    product_condition: Condition = "N"
    product_used_month: int = 0
    summary_description: str = ""
    margin_rate: Decimal = ZERO
    tax_calculation: Calculation = "M"
    tax_type: TaxType = "A"
    tax_rate: int = 10
    price_content: str | None = None
    buy_limit_by_product: Flag = "F"
    buy_limit_type: BuyLimit = "F"
    buy_group_list: list[int] = []
    buy_member_id_list: list[str] = []
    repurchase_restriction: Flag = "F"
    single_purchase_restriction: Flag = "F"
    buy_unit_type: PerWhat = "O"
    buy_unit: int = 1
    order_quantity_limit_type: PerWhat = "O"
    minimum_quantity: int = 1
    maximum_quantity: int = 0
    points_by_product: Flag = "F"
    points_setting_by_payment: PointsSetting = "B"
    points_amount: list[PointsAmount] = []
    except_member_points: Flag = "F"
    product_volume: Volume = Volume()
    adult_certification: Flag = "F"
    detail_image: str = ""
    list_image: str = ""
    tiny_image: str = ""
    small_image: str = ""
    use_portalpay: Flag = "F"
    portalpay_type: Literal["C", "O"] = "C"
    use_chatpay: Flag = "F"
    manufacturer_code: str = "M0000000"
    trend_code: str = "T0000000"
    brand_code: str = "B0000000"
    supplier_code: str = "S0000000"
    made_date: str = ""
    release_date: str = ""
    expiration_date: Days | None = None
    origin_classification: Literal["F", "T", "E"] = "F"
    """F domestic, T foreign, E other."""
    origin_place_no: int = 0
    origin_place_value: str = ""
    made_in_code: str = ""
    icon_show_period: Times | None = None
    icon: list[str] = []
    hscode: str = ""
    product_weight: Decimal = Decimal("0.00")
    product_material: str = ""
    created_date: datetime | None = None
    updated_date: datetime | None = None
    english_product_material: str | None = None
    cloth_fabric: Literal["woven", "knit"] | None = None
    list_icon: ListIcon = ListIcon()
    approve_status: ApproveStatus = ""
    classification_code: str = "C000000A"
    sold_out: Flag = "F"
    additional_price: Decimal = ZERO
    clearance_category_eng: str | None = None
    clearance_category_kor: str | None = None
    clearance_category_code: str | None = None
    exposure_limit_type: Literal["A", "M"] = "A"
    """A everyone, M members only."""
    exposure_group_list: list[int] = []
    set_product_type: Literal["C", "S"] | None = None
    shipping_fee_by_product: Flag = "F"
    shipping_fee_type: ShippingFeeType = "T"
    main: list[int] = []
    market_sync: Flag = "F"

    options: Options | UnsetType = UNSET
    variants: list[Variant] | UnsetType = UNSET
    additionalimages: list[AdditionalImage] | UnsetType = UNSET


class Product(ListedProduct, frozen=True, kw_only=True):
    """A product on its own: more fields than in a list."""

    category: list[InCategory] = []
    project_no: list[int] = []
    description: str = ""
    mobile_description: str = ""
    separated_mobile_description: Flag = "F"
    payment_info: str = ""
    shipping_info: str = ""
    exchange_info: str = ""
    service_info: str = ""
    product_tax_type_text: str | None = None
    country_hscode: dict[str, str] = {}
    simple_description: str = ""
    product_tag: list[str] = []
    has_option: Flag = "F"
    option_type: OptionType = "T"
    shipping_calculation: Calculation = "M"
    shipping_method: ShippingMethod = "01"
    prepaid_shipping_fee: Literal["C", "P", "B"] = "P"
    """C paid on delivery, P prepaid, B either."""
    shipping_period: ShippingPeriod = ShippingPeriod()
    shipping_scope: Literal["A", "C", "B"] = "A"
    """A domestic, C overseas, B both."""
    shipping_area: str = ""
    shipping_rates: list[ShippingRate] = []
    origin_place_code: int = 0
    additional_information: list[Information] = []
    image_upload_type: Literal["A", "B", "C"] = "A"
    """A one main image, B one for each size, C by web transfer."""
    relational_product: list[Related] = []
    select_one_by_option: Flag = "F"
    translated_additional_description: str = ""
    translated_description: str = ""
    additional_image: list[AdditionalImage] = []
    soldout_message: str = ""
    product_shipping_type: Literal["D", "C", "E"] = "D"
    single_purchase: Literal["T", "F", "O"] = "F"
    translate_product_material: Flag = "F"
    cultural_tax_deduction: Flag = "F"
    size_guide: SizeGuide = SizeGuide()
