"""Webhook events of stock. Specification: "Events" are "not shown"; fields as catalogued."""

from datetime import datetime
from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from openmall.commerce.product.products.events import ProductEvent
from openmall.commerce.product.products.shape import Product
from openmall.contract.events import Event
from openmall.contract.params import Flag

_IN_STOCK = {"T": "sold out", "F": "in stock"}


class InventoryChanged(ProductEvent, frozen=True, kw_only=True):
    """Event 90075: the stock of a variant changed; with its product's current fields."""

    event_no: ClassVar[int] = 90075
    changed_fields: ClassVar[tuple[str, ...]] = ("quantity",)

    event_shop_no: str | UnsetType = UNSET
    price_content: str | None
    adult_certification: str
    manufacturer_code: str
    supplier_code: str
    brand_code: str
    trend_code: str
    made_date: str
    release_date: str
    origin_place_code: int
    shipping_scope: str
    translated: Flag
    """F: nothing is translated by itself here."""
    status_text: str
    """Availability of the product: in stock, sold out."""
    variant_code: str
    use_soldout: str
    """Whether the variant is displayed as sold out, `display_soldout` of its stock."""
    quantity: int
    """Units there are of the variant now; 0 for one that was removed."""

    @classmethod
    def of(
        cls,
        product: Product,
        *,
        updated_date: datetime,
        variant_code: str,
        quantity: int,
        use_soldout: str,
        sold_out: Flag,
    ) -> "InventoryChanged":
        """Return the event for a variant of `product`."""
        return cls(
            **cls.values_of(replace(product, updated_date=updated_date)),
            price_content=product.price_content,
            adult_certification=product.adult_certification,
            manufacturer_code=product.manufacturer_code,
            supplier_code=product.supplier_code,
            brand_code=product.brand_code,
            trend_code=product.trend_code,
            made_date=product.made_date,
            release_date=product.release_date,
            origin_place_code=product.origin_place_code,
            shipping_scope=product.shipping_scope,
            translated="F",
            status_text=_IN_STOCK[sold_out],
            variant_code=variant_code,
            use_soldout=use_soldout,
            quantity=quantity,
        )


class StockStatusChanged(Event, frozen=True, kw_only=True):
    """Event 90150: a product sold out, or is in stock again."""

    event_no: ClassVar[int] = 90150
    changed_fields: ClassVar[tuple[str, ...]] = ("sold_out",)

    sold_out_by_current_shop: Flag
    """T: sold out in the shop of `event_shop_no`."""
    product_no: str
    sold_out: dict[str, Flag]
    """Shop -> whether it is sold out there: stock is shared, the least quantity is a shop's own."""
