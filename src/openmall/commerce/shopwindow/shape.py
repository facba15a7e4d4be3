"""A product in a list of the storefront, and on its product page.

Lists and the page have the same fields, except for three names and for absent values: "" in lists,
null on the page. A field that is always absent has the type of its later value.

Specification: "Products productsdetail", "Categories products" and "Mains products" of the
storefront are "not shown"; names are those of the catalogue.
"""

from decimal import Decimal
from typing import Annotated

from msgspec import Meta, Struct

from openmall.commerce.category.mains.shape import MainPath
from openmall.commerce.product.categories_products.shape import SectionPath
from openmall.commerce.product.products.shape import (
    AdditionalImage,
    Days,
    Information,
    ShippingFeeType,
    ShippingRate,
)
from openmall.commerce.product.products.takes import ProductPath
from openmall.commerce.shopwindow.related import PromotionPeriod
from openmall.contract.params import Flag, Offset8000

Limit200 = Annotated[int, Meta(ge=1, le=200)]


class PointAmount(Struct, frozen=True, kw_only=True):
    """Points for a unit of a product that is paid in one way."""

    payment_method: str
    type: str
    """P percent of the price, W units of currency."""
    value: Decimal
    rate: str | None
    """Percent; nothing when the points are units of currency."""


class DisplayedFields(Struct, frozen=True, kw_only=True):
    """The fields that the window and the page share."""

    shop_no: int
    product_no: int
    product_name: str
    manufacturer_name: str
    origin_place_value: str
    retail_price: Decimal
    price: Decimal
    interest_free_period: str | None
    """Always absent: no gateway reports interest-free periods."""
    eng_product_name: str
    custom_product_code: str
    brand_name: str
    model_name: str
    price_excluding_tax: Decimal
    tax: Decimal
    product_code: str
    simple_description: str
    summary_description: str
    supplier_name: str
    made_date: str
    review_count: int
    expiration_date: Days | None
    coupon_discounted_price: str | None
    """The price with the shopper's best coupon alone; absent where they have none for it."""
    trend_name: str
    shipping_scope: str
    """In the shop's language."""
    shipping_fee_type: ShippingFeeType
    shipping_rates: list[ShippingRate] | str | None
    """Fees by amount, weight or quantity; absent where there is a single fee."""
    shipping_fee: str | None
    """Absent where it depends on the order, or is the shop's general fee."""
    discount_price: str | None
    """The shopper's price without coupons, where it differs from `price`."""
    optimum_discount_price: str | None
    """The least the shopper pays for one unit, with one of their coupons."""
    shipping_method: str
    """In the shop's language."""
    promotion_period: PromotionPeriod | None
    """None: no discount with a time limit applies now."""
    translated_additional_description: str
    stock_quantity: int | None
    """Units of all variants on display; null when one of them does not count its stock."""
    question_count: int
    product_article_count: int
    """Number of articles about it on all boards, including reviews and questions."""


class ProductInWindow(DisplayedFields, frozen=True, kw_only=True):
    """A product in a list of the storefront."""

    point_amount: list[PointAmount]
    color: list[str]


class ProductPage(DisplayedFields, frozen=True, kw_only=True):
    """A product on its product page."""

    detail_image: str
    small_image: str
    additional_images: list[AdditionalImage]
    points_amount: list[PointAmount]
    colors: list[str]
    product_material: str
    additional_information: list[Information]
    payment_methods: list[str]
    add_products: list[int]
    """Always empty: products sold along with others are not supported yet."""


class CategoryWindow(SectionPath, frozen=True, kw_only=True):
    """Selects a section of a category and pages its products on display."""

    mobile: Flag = "F"
    """T: prices as on mobile pages."""
    limit: Limit200 = 100
    offset: Offset8000 = 0


class MainWindow(MainPath, frozen=True, kw_only=True):
    """Selects a main display group and pages its products on display."""

    mobile: Flag = "F"
    limit: Limit200 = 100
    offset: Offset8000 = 0


class ProductPagePath(ProductPath, frozen=True, kw_only=True):
    """Selects a product on display."""

    mobile: Flag = "F"
