"""Webhook events of stock. Specification: "Events" are "not shown"; fields as catalogued."""

from datetime import datetime
from typing import ClassVar

from msgspec import UNSET, UnsetType

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
        assert product.created_date is not None
        return cls(
            product_no=product.product_no,
            product_code=product.product_code,
            created_date=product.created_date.isoformat(),
            updated_date=updated_date.isoformat(),
            product_name=product.product_name,
            eng_product_name=product.eng_product_name,
            supply_product_name=product.supply_product_name,
            model_name=product.model_name,
            custom_product_code=product.custom_product_code,
            product_condition=product.product_condition,
            summary_description=product.summary_description,
            simple_description=product.simple_description,
            description=product.description,
            display=product.display,
            selling=product.selling,
            retail_price=str(product.retail_price),
            supply_price=str(product.supply_price),
            price=str(product.price),
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
