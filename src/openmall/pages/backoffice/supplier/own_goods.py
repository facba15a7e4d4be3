"""What a user of a supplier reads and changes: goods of their own supplier, and nothing else.

This module makes every call of the suppliers' pages. A call is permitted by its operation, a list
is filtered by the supplier, each row is compared with it again, and what a form names is looked up
among the supplier's own before it is changed.
"""

import datetime
from collections.abc import Awaitable, Callable, Mapping, Sequence
from decimal import Decimal
from typing import Final, TypeVar

from msgspec import Struct

from openmall.commerce.order.fulfilment.shipments import rules as shipment_rules
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Receiver
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import ListedProduct
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.commerce.product.variants.shape import Variant
from openmall.commerce.shipping import carriers
from openmall.commerce.supply.users import store as supplier_user_store
from openmall.commerce.supply.users.shape import SupplierUser
from openmall.contract.call import Call
from openmall.contract.embedded import embedded
from openmall.contract.errors import Forbidden, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.contract.operation import Operation
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http.web.languages import marked
from openmall.pages.backoffice.dispatch import carrier_choices
from openmall.pages.backoffice.dispatch.carrier_choices import CarrierChoices
from openmall.pages.backoffice.page_context import PageContext, PageError
from openmall.pages.backoffice.product import product_sale_price
from openmall.pages.backoffice.shops import additional_shops
from openmall.pages.backoffice.supplier.refusals import (
    SUPPLIER_CHANGES_NO_PRODUCTS,
    SUPPLIER_SEES_NO_ORDERS,
    SUPPLIER_SHIPS_NOTHING,
)

P = TypeVar("P", bound=Struct)
A = TypeVar("A")
SENDABLE: Final = ("N10", "N20", "N21")
"""States of items that can be shipped (specification: shipments)."""
SENT: Final = ("N30", "N40", "N50")
_PERIOD: Final = datetime.timedelta(days=89)
_PERMITTED: Final = frozenset(
    {
        ("GET", "products"),
        ("POST", "products"),
        ("PUT", "products/{product_no}"),
        ("DELETE", "products/{product_no}"),
        ("POST", "products/{product_no}/approve"),
        ("GET", "categories"),
        ("GET", "products/{product_no}/variants"),
        ("PUT", "products/{product_no}/variants/{variant_code}/inventories"),
        ("GET", "carriers"),
        ("GET", "orders"),
        ("POST", "orders/{order_id}/shipments"),
    }
)
"""Method and path of the operations of the admin API that these pages call."""


class OwnOrder(Struct, frozen=True, kw_only=True):
    """What a supplier sees of an order: own items, and where they go."""

    order_id: str
    order_date: datetime.datetime | None
    currency: str
    items: list[Item]
    receivers: list[Receiver]


def permits(operation: Operation) -> bool:
    """Return whether a supplier's page may call an operation."""
    return (operation.method, operation.path) in _PERMITTED


def _permits_sale(operation: Operation) -> bool:
    return operation.path in ("products/{product_no}/sale", "benefits/{benefit_no}")


class OwnGoods:
    """The goods of one supplier, in the shop of the page."""

    def __init__(self, context: PageContext, user: SupplierUser) -> None:
        self._context = context
        self.user = user
        shops = sorted({*user.permission_shop_no} & {*context.visit.mall.shops}) or [1]
        asked = context.visit.query.text("shop_no")
        self.shop_no = next((each for each in shops if str(each) == asked), shops[0])
        self.shop_nos = shops

    @property
    def shop_choices(self) -> list[tuple[str, str]]:
        """Number and name of the shops that the user may see."""
        shops = self._context.visit.mall.shops
        return [(str(each), shops[each].name) for each in self.shop_nos]

    @property
    def sees_amounts(self) -> bool:
        return self.user.permission_amount_inquiry == "T"

    @property
    def may_change_stock(self) -> bool:
        return self.user.permission_product_modify == "T"

    async def products(self, filters: dict[str, Encodable]) -> list[ListedProduct]:
        """Return own products, a page of them. Raises the ApiError of the operation."""
        found = await self._call(
            product_rules.listing, {**filters, "supplier_code": [self.user.supplier_code]}
        )
        return [each for each in found if each.supplier_code == self.user.supplier_code]

    async def product(self, number: str) -> ListedProduct:
        """Return an own product. Raises NotFound (404), also for another supplier's."""
        if number.isascii() and number.isdecimal() and len(number) < 10:
            for each in await self.products({"product_no": [int(number)]}):
                return each
        raise NotFound(NO_SUCH, parameter="product_no", resource=Phrase("product"))

    @property
    def has_other_currency(self) -> bool:
        """Whether the shop of the page has another currency than the basic one."""
        return additional_shops.has_other_currency(self._context, self.shop_no)

    async def in_basic_shop(self, product_no: int) -> ListedProduct:
        """Return an own product as it is in the basic shop."""
        filters: dict[str, Encodable] = {
            "product_no": [product_no],
            "shop_no": additional_shops.BASIC,
        }
        for each in await self.products(filters):
            return each
        raise NotFound(NO_SUCH, parameter="product_no", resource=Phrase("product"))

    async def clear_prices(self, product_no: int) -> None:
        """Clear a new product's price in every shop with another currency than the page's."""
        own = self._context.visit.mall.shops[self.shop_no].currency
        await additional_shops.clear_prices(self._context, product_no, own, permits)

    async def variants(self, number: str) -> Sequence[Variant]:
        """Return the variants of an own product. Raises NotFound (404)."""
        product = await self.product(number)
        named = {"product_no": product.product_no}
        return await self._call(variant_admin.list_variants, named, embed=("inventories",))

    async def change_stock(self, number: str, variant_code: str, quantity: str) -> None:
        """Write the quantity of an own variant.

        Raises Forbidden (403) where the shop lets the user change nothing, NotFound (404), and the
        errors of the operation.
        """
        if not self.may_change_stock:
            raise Forbidden(SUPPLIER_CHANGES_NO_PRODUCTS)
        if variant_code not in [each.variant_code for each in await self.variants(number)]:
            raise NotFound(NO_SUCH, parameter="variant_code", resource=Phrase("product"))
        named = {"product_no": number, "variant_code": variant_code}
        await self._call(variant_admin.change_stock, {"quantity": quantity, **named})

    async def write(
        self, operation: Callable[[Call, P], Awaitable[A]], parameters: Mapping[str, Encodable]
    ) -> A:
        """Call an operation about a product that was found to be the supplier's own."""
        return await self._call(operation, parameters)

    async def sale_price_to_stay(
        self, product: ListedProduct, price: Decimal
    ) -> Callable[[], Awaitable[None]] | None:
        """Return what keeps the sale price of a product whose price the user may change."""
        return await product_sale_price.to_stay(self._context, product, price, _permits_sale)

    async def orders(
        self, states: Sequence[str], paging: dict[str, Encodable]
    ) -> tuple[list[OwnOrder], Sequence[Order]]:
        """Return orders of the last 90 days with own items in these states, and the rows read.

        Raises the ApiError of the operation.
        """
        self._require_orders()
        today = moment(self._context.clock.now()).date()
        dates = {"start_date": f"{today - _PERIOD}", "end_date": f"{today}"}
        rows = await self._orders({**dates, "order_status": list(states), **paging})
        found = [self._own(each, states) for each in rows]
        return [each for each in found if each.items], rows

    async def ship(
        self, order_id: str, item_codes: Sequence[str], *, carrier: str, tracking_no: str
    ) -> None:
        """Ship own items of an order.

        Raises NotFound (404) for others, and the errors of the operation.
        """
        self._require_orders()
        rows = await self._orders({"order_id": [order_id]}) if order_id else []
        own = {item.order_item_code for each in rows for item in self._own(each, SENDABLE).items}
        if not item_codes or not own.issuperset(item_codes):
            raise NotFound(SUPPLIER_SHIPS_NOTHING, parameter="order_item_code")
        chosen = (await self._choices()).parameters(carrier)
        await self._call(
            shipment_rules.create,
            {
                "order_id": order_id,
                "tracking_no": tracking_no,
                **chosen,
                "order_item_code": list(item_codes),
                "status": "shipping",
            },
        )

    async def carriers(self) -> list[tuple[str, str]]:
        """Return value and name of the shop's carriers, and of the built-in ones."""
        return (await self._choices()).pairs

    async def _choices(self) -> CarrierChoices:
        found = await self._call(carriers.list_carriers, {})
        return carrier_choices.choices(self._context, found)

    def _require_orders(self) -> None:
        if self.user.permission_order_menu != "T":
            raise Forbidden(SUPPLIER_SEES_NO_ORDERS)

    async def _orders(self, parameters: dict[str, Encodable]) -> Sequence[Order]:
        asked = {**parameters, "supplier_id": [self.user.supplier_code]}
        return await self._call(order_view.listing, asked, embed=("items", "receivers"))

    def _own(self, order: Order, states: Sequence[str]) -> OwnOrder:
        """Return what the supplier may see of an order."""
        items = [
            each
            for each in embedded(order.items)
            if each.supplier_id == self.user.supplier_code and each.order_status in states
        ]
        parcels = {each.shipping_code for each in items}
        receivers = [each for each in embedded(order.receivers) if each.shipping_code in parcels]
        return OwnOrder(
            order_id=order.order_id,
            order_date=order.order_date,
            currency=order.currency,
            items=items,
            receivers=receivers,
        )

    async def _call(
        self,
        operation: Callable[[Call, P], Awaitable[A]],
        parameters: Mapping[str, Encodable],
        *,
        embed: Sequence[str] = (),
    ) -> A:
        sent = {"shop_no": self.shop_no, **parameters}
        answer = await self._context.call(operation, sent, embed=embed, permits=permits)
        return answer.content


async def of_user(context: PageContext) -> OwnGoods:
    """Return the goods of the supplier whose user is signed in.

    Raises PageError (403) for a user without a supplier.
    """
    async with context.database.reading(context.mall_id) as db:
        user = await supplier_user_store.find(db, context.user.user_id)
    if user is None or not user.supplier_code:
        raise PageError(
            marked("Something went wrong"),
            marked("Your account belongs to no supplier. Ask the shop."),
            status=403,
        )
    return OwnGoods(context, user)
