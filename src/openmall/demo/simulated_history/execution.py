"""Executes planned actions in a mall by its own rules, each at its moment.

No browser and no server is needed: an action calls the function behind an API operation.
"""

from typing import Final

from openmall.analytics.sessionising.rule import numbered
from openmall.commerce.community.article_service import rules as article_rules
from openmall.commerce.community.articles.takes import ArticleDraft
from openmall.commerce.community.boards.builtin import REVIEWS
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.commerce.order.amounts import Deductions
from openmall.commerce.order.billing.payments import rules as payment_rules
from openmall.commerce.order.claims import rules as claim_rules
from openmall.commerce.order.claims.takes import CancellationDraft, ExchangeDraft, ReturnDraft
from openmall.commerce.order.fulfilment.shipments import rules as shipment_rules
from openmall.commerce.order.fulfilment.shipments.shape import ShipmentBulkChange, ShipmentBulkDraft
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.shape import Buyer, Receiver
from openmall.commerce.order.placement.placing import rules as placing_rules
from openmall.commerce.personal.carts import rules as cart_rules
from openmall.commerce.personal.carts.events import CartAdded
from openmall.commerce.personal.carts.takes import CartDraft, VariantQuantity
from openmall.contract.call import App, Call, Identity, Mall, Shopper
from openmall.contract.journal import record
from openmall.contract.params import ShopParams, StartDate
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.demo.simulated_history.history import Addition, Deed, Order, Person
from openmall.demo.simulated_history.products import Shelves

CARRIER: Final = "0001"
_IDENTITY: Final = Identity(
    app=App(client_id="", name="openmall world", version="", strict=False, restricted=False)
)
_SAID: Final = {
    5: ("In use every day", "A month of daily use, and it looks like new."),
    4: ("Larger than I thought", "A little larger than it looks, but I like it."),
    3: ("It does what it should", "The wrapping could have been better."),
    2: ("It came late", "The thing itself is fine. It took a week."),
    1: ("Not for me", "It is not what I had expected."),
}


class Moment:
    """A clock that is set to a moment of the world."""

    def __init__(self) -> None:
        self.at = 0

    def now(self) -> float:
        return float(self.at)


class Executor:
    """Executes actions in one mall."""

    def __init__(self, mall: Mall, seal: Seal, clock: Moment, shelves: Shelves) -> None:
        self._mall, self._seal, self._clock, self._shelves = mall, seal, clock, shelves

    def call(
        self,
        db: Session,
        shop_no: int,
        at: int,
        *,
        browser: int = 0,
        shopper: Shopper | None = None,
    ) -> Call:
        """Return a call in a shop of the mall at a moment."""
        self._clock.at = at
        return Call(
            self._clock,
            db,
            self._mall,
            shop_no,
            _IDENTITY,
            self._seal,
            browser=browser,
            shopper=shopper,
        )

    async def do(self, db: Session, deed: Deed) -> None:
        """Execute an action in the transaction of `db`, and announce it as of its moment."""
        is_shopping = deed.person.member and deed.kind in ("add", "order")
        call = self.call(
            db,
            deed.person.shop_no,
            deed.at,
            browser=deed.person.browser if deed.in_browser else 0,
            shopper=_member(deed) if is_shopping else None,
        )
        if deed.addition is not None:
            await self._add(call, deed.addition)
        elif deed.kind == "join":
            await _join(call, deed.person)
        else:
            assert deed.order is not None
            await self._with(call, deed, deed.order)
        await record.write_events(call)

    async def _with(self, call: Call, deed: Deed, order: Order) -> None:
        match deed.kind:
            case "order":
                order.order_id = await self._order(call, order)
            case "pay":
                await payment_rules.pay(
                    call, await order_store.lock(call, order.order_id), auto=True
                )
            case "send":
                parcel = ShipmentBulkDraft(
                    order_id=order.order_id,
                    tracking_no=str(numbered(order.order_id))[:12],
                    shipping_company_code=CARRIER,
                    status="shipping",
                )
                await shipment_rules.create(call, parcel)
            case "deliver":
                code = order_store.shipping_code(order.order_id, 0)
                there = ShipmentBulkChange(
                    order_id=order.order_id, shipping_code=code, status="shipped"
                )
                await shipment_rules.change(call, there)
            case "review":
                await article_rules.create(call, _review(deed, order))
            case _:
                await _claim(call, deed, order)

    async def _order(self, call: Call, order: Order) -> str:
        person = order.person
        mobile = order.visit is not None and person.device == "mobile"
        buyer = Buyer(
            member_id=person.member_id,
            member_group_no=1 if person.member else 0,
            name=_name(person),
            email=person.email,
        )
        placement = placing_rules.Placement(
            items=[self._shelves.item(call.shop_no, each) for each in order.bought],
            wishes=Deductions(),
            buyer=buyer,
            receiver=Receiver(name=_name(person), address1="1 Example street", country_code="KR"),
            group_no=buyer.member_group_no,
            methods=[order.method],  # type: ignore[list-item] # of those there are
            place="mobile" if mobile else "platform",
        )
        await cart_rules.empty(call, ShopParams(shop_no=call.shop_no))
        return (await placing_rules.place(call, placement)).order.order_id

    async def _add(self, call: Call, addition: Addition) -> None:
        """Add to a member's cart; guests have no session, so theirs is only announced.

        The same applies where stock is counted, which may have run out at present.
        """
        ware, code = addition.ware, addition.offer.code
        if call.shopper is not None and code not in self._shelves.stock:
            draft = CartDraft(
                shop_no=call.shop_no,
                product_no=ware.product_no,
                basket_type="A0000",
                duplicated_item_check="F",
                prepaid_shipping_fee="P",
                variants=[VariantQuantity(variants_code=code, quantity=1)],
            )
            await cart_rules.create(call, draft)
            return
        call.publish(
            CartAdded(
                event_shop_no=str(call.shop_no),
                member_id="" if call.shopper is None else call.shopper.member_id,
                shipping_type="A",
                product_no=ware.product_no,
                variant_code=code,
                quantity=1,
                product_bundle="F",
            )
        )


def _name(person: Person) -> str:
    return f"Shopper {person.number}"


def _member(deed: Deed) -> Shopper:
    name, at = deed.person.member_id, deed.at
    shop_no = deed.person.shop_no
    return Shopper(shop_no=shop_no, kind="member", name=name, issued_at=at, expires_at=at + 3_600)


async def _join(call: Call, person: Person) -> None:
    draft = CustomerDraft(member_id=person.member_id, name=_name(person), email=person.email)
    await customer_rules.join(call, draft)


async def _claim(call: Call, deed: Deed, order: Order) -> None:
    if deed.kind in ("cancel", "give up"):
        cancellation = CancellationDraft(
            order_id=order.order_id,
            status="canceled",
            refund_method_code="T",
            recover_inventory="T",
        )
        await claim_rules.cancel(call, cancellation)
    elif deed.kind == "return":
        back = ReturnDraft(order_id=order.order_id, status="returned", recover_inventory="F")
        await claim_rules.take_return(call, back)
    else:
        other = ExchangeDraft(order_id=order.order_id, status="exchanged", same_product="T")
        await claim_rules.exchange(call, other)


def _review(deed: Deed, order: Order) -> ArticleDraft:
    title, content = _SAID[deed.stars]
    return ArticleDraft(
        shop_no=deed.person.shop_no,
        board_no=REVIEWS,
        writer=_name(deed.person),
        title=title,
        content=content,
        client_ip=f"198.51.100.{1 + deed.person.address % 250}",
        member_id=deed.person.member_id,
        product_no=order.bought[0].ware.product_no,
        rating=deed.stars,
        created_date=StartDate(deed.at),
    )
