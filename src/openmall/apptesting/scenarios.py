"""What can be made to happen in a sandbox: an order is paid, a product sells out.

Nothing is feigned: every step is taken by the rules behind the operations, so that stock, points,
messages, events and webhooks follow.
"""

from typing import Final

import msgspec
from msgspec import UNSET, Struct

from openmall.apptesting.refusals import (
    AT_LEAST_ONE_UNIT,
    NO_PRODUCT_ON_SALE,
    NO_SUCH_TEST_CUSTOMER,
    NO_SUCH_TRIGGER,
    NOTHING_ON_SALE,
    ORDER_PLACED_BEFORE,
    TOO_FEW_UNITS_ON_SALE,
)
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.takes import CustomerDraft, NewMemberId
from openmall.commerce.order.billing import bank_transfer
from openmall.commerce.order.placement.drafts import rules as draft_rules
from openmall.commerce.order.placement.drafts.shape import DraftItem, DraftOrder
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.products.takes import (
    ProductDraft,
    ProductPath,
    ProductQuery,
    ProductUpdate,
)
from openmall.commerce.product.variant_service import rules as variant_rules
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.shape import Variant
from openmall.contract import validation
from openmall.contract.call import Call, Mall
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.journal import record
from openmall.contract.moments import Clock
from openmall.contract.money import smallest_unit
from openmall.contract.refusals import NO_SHOP
from openmall.database import sequences
from openmall.database.seal import Seal
from openmall.database.session import Database, Session
from openmall.demo.simulated_history import open_orders
from openmall.demo.simulated_history.execution import Executor, Moment
from openmall.demo.simulated_history.open_orders import Step
from openmall.demo.simulated_history.products import Shelves

_PLACED: Final[tuple[Step, ...]] = ()
_PAID: Final[tuple[Step, ...]] = ("pay",)
_SENT: Final[tuple[Step, ...]] = ("pay", "send")
_THERE: Final[tuple[Step, ...]] = ("pay", "send", "deliver")
STEPS: Final[dict[str, tuple[Step, ...]]] = {
    "order_placed": _PLACED,
    "order_paid": _PAID,
    "order_shipped": _SENT,
    "order_delivered": _THERE,
    "order_confirmed": (*_THERE, "confirm"),
    "order_cancelled": ("pay", "cancel"),
    "order_returned": (*_THERE, "return"),
    "order_exchanged": (*_THERE, "exchange"),
    "cancellation_requested": ("pay", "request C"),
    "return_requested": (*_THERE, "request R"),
    "exchange_requested": (*_THERE, "request E"),
}
"""Trigger -> the steps of an order that lead there, after it was placed."""
TRIGGERS: Final[dict[str, str]] = {
    "order_placed": "An order is placed, and awaits payment.",
    "order_paid": "An order is paid.",
    "order_shipped": "The parcel of a paid order is sent.",
    "order_delivered": "The parcel of an order arrives.",
    "order_confirmed": "The customer confirms a purchase.",
    "order_cancelled": "A paid order is cancelled and refunded.",
    "order_returned": "A delivered order is returned and refunded.",
    "order_exchanged": "A delivered order is exchanged.",
    "cancellation_requested": "The customer asks to cancel a paid order.",
    "return_requested": "The customer asks to return a delivered order.",
    "exchange_requested": "The customer asks to exchange a delivered order.",
    "product_created": "A product is created.",
    "product_updated": "The price of a product rises by a unit of the currency.",
    "product_deleted": "A product is deleted.",
    "stock_changed": "The stock of a product's first variant is set to `quantity`.",
    "customer_joined": "A customer joins.",
}
"""Trigger -> what happens."""
_SEARCHED: Final = 50
"""Products among which one on sale is looked for."""
_PHONE: Final = "010-0000-0000"
_BANK_ACCOUNT: Final = "000-000000-00-000"
_NOBODY: Final = Shelves(wares={}, priced={}, options={}, stock={})


class Wish(Struct, frozen=True, kw_only=True):
    """What is to happen, and to what."""

    event: str
    shop_no: int = 1
    order_id: str = ""
    """An order that takes the last step; empty: one is placed, and takes all of them."""
    product_no: int | None = None
    """None: the first product on sale."""
    member_id: str = ""
    """The customer; empty: of orders a guest."""
    quantity: int = 1


class Happened(Struct, frozen=True, kw_only=True):
    """What it happened to."""

    order_id: str = ""
    product_no: int | None = None
    member_id: str = ""


class Scenarios:
    """Makes things happen in one sandbox."""

    def __init__(self, database: Database, clock: Clock, seal: Seal, mall: Mall) -> None:
        """`clock`: the machine's."""
        self._database, self._mall = database, mall
        self._clock = mall.clock(clock)
        self._executor = Executor(mall, seal, Moment(), _NOBODY)

    async def happen(self, wish: Wish) -> Happened:
        """Let something happen.

        Raises Invalid (422) for an unknown trigger, shop or object, and the errors of the rules.
        """
        if wish.event not in TRIGGERS:
            known = ", ".join(TRIGGERS)
            raise Invalid(
                NO_SUCH_TRIGGER, parameter="event", event=repr(wish.event), triggers=known
            )
        if wish.shop_no not in self._mall.shops:
            raise Invalid(NO_SHOP, parameter="shop_no")
        if wish.quantity < 1 and wish.event != "stock_changed":
            raise Invalid(AT_LEAST_ONE_UNIT, parameter="quantity")
        if wish.event in STEPS:
            return await self._order(wish)
        async with self._database.writing(self._mall.mall_id) as db:
            call = self._call(db, wish.shop_no)
            happened = await _of_product_or_customer(call, wish)
            await record.write_events(call)
        return happened

    async def _order(self, wish: Wish) -> Happened:
        steps, order_id = STEPS[wish.event], wish.order_id
        if order_id and not steps:
            raise Invalid(ORDER_PLACED_BEFORE, parameter="order_id")
        if not order_id:
            async with self._database.writing(self._mall.mall_id) as db:
                call = self._call(db, wish.shop_no)
                order_id = await _place(call, wish)
                await record.write_events(call)
        # each in a transaction of its own, as calls of a shop would be
        for step in steps[-1:] if wish.order_id else steps:
            async with self._database.writing(self._mall.mall_id) as db:
                now = int(self._clock.now())
                await open_orders.take(db, self._executor, step, order_id, wish.shop_no, now)
        return Happened(order_id=order_id, member_id=wish.member_id)

    def _call(self, db: Session, shop_no: int) -> Call:
        return self._executor.call(db, shop_no, int(self._clock.now()))


async def _place(call: Call, wish: Wish) -> str:
    """Place an order of one product; return its id."""
    name, email = "Sam Guest", "guest@example.com"
    if wish.member_id:
        try:
            person = await customer_store.person(call, wish.member_id)
        except NotFound:
            raise Invalid(NO_SUCH_TEST_CUSTOMER, parameter="member_id") from None
        name, email = person.name or wish.member_id, person.email or email
    product, variant = await _on_sale(call, wish)
    accounts = await bank_transfer.transfer_accounts(call, call.shop_no)
    item = DraftItem(
        product_no=product.product_no,
        product_code=product.product_code,
        option_id=variant.variant_code.removeprefix(product.product_code),
        quantity=wish.quantity,
    )
    draft = DraftOrder(
        shop_no=call.shop_no,
        member_id=wish.member_id or UNSET,
        receiver_name=name,
        receiver_phone=_PHONE,
        receiver_cellphone=_PHONE,
        receiver_zipcode="00001",
        receiver_address1="1 Example street",
        buyer_name=name,
        buyer_email=email,
        buyer_cellphone=_PHONE,
        buyer_zipcode="00001",
        buyer_address1="1 Example street",
        buyer_address2="",
        items=[item],
        # a new sandbox has no bank account, and its orders are to be paid nevertheless
        bank_account_no=UNSET if accounts else _BANK_ACCOUNT,
    )
    return (await draft_rules.create_draft(call, draft)).order_id


async def _on_sale(call: Call, wish: Wish) -> tuple[Product, Variant]:
    """Return a product on sale with a variant of which there are enough units."""
    if wish.product_no is not None:
        numbers = [wish.product_no]
    else:
        query = ProductQuery(
            shop_no=call.shop_no, display="T", selling="T", limit=_SEARCHED, since_product_no=0
        )
        numbers = sorted(each.product_no for each in await product_rules.listing(call, query))
    products = await product_store.of_numbers(call, numbers)
    variants = await variant_store.of_products(
        call, {number: names for number, (_, names) in products.items()}
    )
    for number in sorted(products):
        for variant in variants[number]:
            counted = variant.use_inventory == "T"
            if variant.selling == "T" and not (counted and variant.quantity < wish.quantity):
                return products[number][0], variant
    if wish.product_no is not None:
        raise Invalid(NO_PRODUCT_ON_SALE, parameter="product_no")
    if products:
        raise Invalid(TOO_FEW_UNITS_ON_SALE, parameter="quantity", quantity=wish.quantity)
    raise Invalid(NOTHING_ON_SALE, shop_no=call.shop_no)


async def _of_product_or_customer(call: Call, wish: Wish) -> Happened:
    match wish.event:
        case "customer_joined":
            number = await sequences.allocate(call.db, "triggered customer")
            member_id = wish.member_id or f"joined-{number}"
            try:
                msgspec.convert(member_id, NewMemberId)
            except msgspec.ValidationError as error:
                raise Invalid(validation.invalid(error).reason, parameter="member_id") from None
            draft = CustomerDraft(
                member_id=member_id, name=f"Customer {number}", email=f"{member_id}@example.com"
            )
            await customer_rules.join(call, draft)
            return Happened(member_id=member_id)
        case "product_created":
            unit = smallest_unit(call.mall.shops[call.shop_no].currency)
            created = await product_rules.create(
                call,
                ProductDraft(
                    product_name="Triggered product",
                    supply_price=500 * unit,
                    price=1_000 * unit,
                    display="T",
                    selling="T",
                ),
            )
            return Happened(product_no=created.product_no)
        case "stock_changed":
            # also of a product that is sold out
            anything = Wish(event="", product_no=wish.product_no, quantity=0)
            product, variant = await _on_sale(call, anything)
            change = {"use_inventory": "T", "quantity": wish.quantity}
            await variant_rules.change(call, product.product_no, variant.variant_code, change)
            return Happened(product_no=product.product_no)
        case "product_updated":
            product, _ = await _on_sale(call, wish)
            unit = smallest_unit(call.mall.shops[call.shop_no].currency)
            update = ProductUpdate(
                shop_no=call.shop_no, product_no=product.product_no, price=product.price + unit
            )
            await product_rules.change(call, update)
            return Happened(product_no=product.product_no)
        case _:
            product, _ = await _on_sale(call, wish)
            path = ProductPath(shop_no=call.shop_no, product_no=product.product_no)
            await product_rules.delete(call, path)
            return Happened(product_no=product.product_no)
