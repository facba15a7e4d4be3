"""Writes imported orders and cancellations with the customers and products they need."""

from typing import Final

import msgspec

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.commerce.order.amounts import Deductions
from openmall.commerce.order.orders.shape import Buyer, Receiver
from openmall.commerce.order.placement.placing import bulk
from openmall.commerce.order.placement.placing.bulk import PastClaim, PastOrder
from openmall.commerce.order.placement.placing.pricing import Priced, RequestedItem, priced
from openmall.commerce.order.placement.placing.rules import Placement
from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service import bulk_store as product_bulk_store
from openmall.commerce.product.product_service.bulk_shape import BulkProduct
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.variants import bundle_variant
from openmall.commerce.product.variants import store as variant_store
from openmall.contract.call import Call
from openmall.contract.moments import Clock
from openmall.contract.money import ZERO
from openmall.contract.refusal import cause
from openmall.transfer.imports.order_files import (
    Sale,
    SoldLine,
    Writing,
)
from openmall.transfer.imports.refusals import NO_SALE_TO_CANCEL
from openmall.transfer.imports.rows import RowError

_NAME: Final = 50
_LONGEST_NAME: Final = 250


class OrderWriter:
    """Writes the orders of one file, and remembers its customers and products."""

    def __init__(self, clock: Clock, shop_no: int, writing: Writing) -> None:
        self._clock, self._shop_no, self._writing = clock, shop_no, writing
        self._items_by_code: dict[str, Priced] = {}
        self._members: set[str] = set()

    async def write(self, call: Call, orders: list[Sale], claims: list[Sale]) -> list[RowError]:
        """Write orders, then their cancellations; return the rows that match no sale."""
        await self._customers(call, orders)
        await self._products(call, [line for each in (*orders, *claims) for line in each.lines])
        past = [
            PastOrder(
                source_no=each.source_no,
                placement=self._placement(each),
                placed_at=each.at,
                paid_at=each.at,
            )
            for each in orders
        ]
        await bulk.place_all(call, self._writing, past)
        backs = [
            PastClaim(
                source_no=each.source_no,
                line=line.line,
                member_id=each.member_id,
                product_no=self._items_by_code[line.code].item.product_no,
                price=line.price,
                quantity=line.quantity,
                at=each.at,
            )
            for each in claims
            for line in each.lines
        ]
        unmatched = await bulk.claim_all(call, self._writing, backs)
        reason = cause(NO_SALE_TO_CANCEL)
        return [RowError(each.line, "", reason, each.source_no) for each in unmatched]

    def _placement(self, sale: Sale) -> Placement:
        buyer = Buyer(member_id=sale.member_id, name=sale.member_id)
        return Placement(
            items=[self._item(line) for line in sale.lines],
            wishes=Deductions(),
            buyer=buyer,
            receiver=Receiver(name=sale.member_id, country_name_en=sale.country or None),
            methods=["etc"],
            placed_at=sale.at,
            count_stock=False,
        )

    def _item(self, line: SoldLine) -> Priced:
        """Return a line as an item; its own values replace those of the product."""
        template = self._items_by_code[line.code]
        replace = msgspec.structs.replace
        costs = replace(
            template.costs,
            quantity=line.quantity,
            product_price=line.price,
            option_price=ZERO,
            additional_discount=line.discount,
            coupon_discount=line.coupon,
        )
        item = replace(
            template.item,
            quantity=line.quantity,
            product_price=line.price,
            option_price=ZERO,
            additional_discount_price=line.discount,
            coupon_discount_price=line.coupon,
            payment_amount=costs.payment_amount,
        )
        return replace(template, item=item, costs=costs)

    async def _customers(self, call: Call, orders: list[Sale]) -> None:
        member_ids = {each.member_id for each in orders if each.member_id} - self._members
        for member_id in sorted(member_ids):
            draft = CustomerDraft(member_id=member_id, name=member_id[:_NAME])
            # False for one who is there, or was: the order keeps the name all the same
            await customer_store.join(call, draft, None)
        self._members |= member_ids

    async def _products(self, call: Call, lines: list[SoldLine]) -> None:
        first = {
            line.code: line for line in reversed(lines) if line.code not in self._items_by_code
        }
        if not first:
            return
        existing = await product_bulk_store.find(call.db, list(first))
        nos = {
            code: next(iter(each.here.values()))[0].product_no for code, each in existing.items()
        }
        drafts = [
            BulkProduct(
                code=code,
                texts={
                    self._shop_no: {
                        "product_name": line.name[:_LONGEST_NAME],
                        "price": line.price,
                        "supply_price": ZERO,
                        "display": "F",
                        "selling": "F",
                    }
                },
            )
            for code, line in first.items()
            if code not in nos
        ]
        if drafts:
            outcome = await product_bulk.write(call.db, call.mall, self._clock, drafts)
            nos |= outcome.product_nos
        products_by_number = await product_store.of_numbers(call, sorted(nos.values()))
        variants = await variant_store.of_products(
            call, {number: names for number, (_, names) in products_by_number.items()}
        )
        for code, number in nos.items():
            product, names = products_by_number[number]
            # a bundle has no row of a variant
            own = variants[number] or [
                bundle_variant.variant_of(product.shop_no, product.product_code)
            ]
            variant = own[0]
            requested_item = RequestedItem(variant_code=variant.variant_code, quantity=1)
            self._items_by_code[code] = priced(requested_item, product, names, variant)
