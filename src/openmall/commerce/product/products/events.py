"""Webhook events of products. Specification: "Events" are "not shown"; fields as catalogued."""

from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar

from msgspec import Struct

from openmall.commerce.product.products.shape import Product
from openmall.contract.events import Event


class Announced(Struct, kw_only=True):
    """The announced fields of a product, read for ten thousand at once."""

    shop_no: int = 0
    product_no: int = 0
    product_code: str = ""
    created_date: datetime | None = None
    updated_date: datetime | None = None
    product_name: str = ""
    eng_product_name: str = ""
    supply_product_name: str = ""
    model_name: str = ""
    custom_product_code: str = ""
    product_condition: str = ""
    summary_description: str = ""
    simple_description: str = ""
    description: str = ""
    display: str = ""
    selling: str = ""
    retail_price: Decimal = Decimal(0)
    supply_price: Decimal = Decimal(0)
    price: Decimal = Decimal(0)


class ProductEvent(Event, frozen=True, kw_only=True):
    """The fields of a product that its events begin with."""

    product_no: int
    product_code: str
    created_date: str
    updated_date: str
    product_name: str
    eng_product_name: str
    supply_product_name: str
    model_name: str
    custom_product_code: str
    product_condition: str
    summary_description: str
    simple_description: str
    description: str
    display: str
    selling: str
    retail_price: str
    supply_price: str
    price: str

    @staticmethod
    def values_of(product: Product | Announced) -> dict[str, Any]:
        """Return these fields of `product`, with amounts and dates as texts."""
        names = [name for name in ProductEvent.__struct_fields__ if name != "event_shop_no"]
        values = {name: getattr(product, name) for name in names}
        return {
            name: value.isoformat()
            if name.endswith("_date")
            else str(value)
            if name.endswith("price")
            else value
            for name, value in values.items()
        }


class ProductCreated(ProductEvent, frozen=True, kw_only=True):
    """Event 90001: a product was created."""

    event_no: ClassVar[int] = 90001

    @classmethod
    def of(cls, product: Product | Announced) -> "ProductCreated":
        """Return the event for `product`."""
        return cls(event_shop_no=str(product.shop_no), **cls.values_of(product))


class ProductUpdated(ProductCreated, frozen=True, kw_only=True):
    """Event 90002: a product was edited."""

    event_no: ClassVar[int] = 90002
    audited_by: ClassVar[str] = "product_no"


class ProductDeleted(Event, frozen=True, kw_only=True):
    """Event 90003: a product was deleted."""

    event_no: ClassVar[int] = 90003

    product_no: int
    product_code: str
