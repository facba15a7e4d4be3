"""Does in a mall what was thought up, by the mall's own rules, at its moment.

Nobody's browser and no server is needed: a deed is a call of an API without the call.
"""

from typing import Final

from openmall.analytics.sessionising.rule import numbered
from openmall.areas.community.articles import rules as articles
from openmall.areas.community.articles.takes import ArticleDraft
from openmall.areas.community.boards.builtin import REVIEWS
from openmall.areas.customer.customers import rules as customers
from openmall.areas.customer.customers.takes import CustomerDraft
from openmall.areas.order.amounts import Wishes
from openmall.areas.order.checkout import front
from openmall.areas.order.claims import rules as claims
from openmall.areas.order.claims.takes import CancellationDraft, ExchangeDraft, ReturnDraft
from openmall.areas.order.orders import store
from openmall.areas.order.orders.shape import Buyer, Receiver
from openmall.areas.order.payments import rules as payments
from openmall.areas.order.placing import rules as placing
from openmall.areas.order.placing.pricing import Priced, Wanted, priced
from openmall.areas.order.shipments import rules as shipments
from openmall.areas.order.shipments.shape import ShipmentChangeOf, ShipmentOf
from openmall.areas.personal.carts import rules as carts
from openmall.areas.personal.carts.events import CartAdded
from openmall.areas.personal.carts.takes import CartDraft, VariantWanted
from openmall.contract.call import App, Call, Identity, Mall, Shopper
from openmall.contract.params import ShopParams, StartDate
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.journal import record
from openmall.world.history import Addition, Bought, Deed, Order, Person
from openmall.world.wares import Shelves

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
    """A clock that stands at a moment of the world."""

    def __init__(self) -> None:
        self.at = 0

    def now(self) -> float:
        return float(self.at)


class Doing:
    """What is done in one mall."""

    def __init__(self, mall: Mall, seal: Seal, clock: Moment, shelves: Shelves) -> None:
        self._mall, self._seal, self._clock, self._shelves = mall, seal, clock, shelves

    async def do(self, db: Session, deed: Deed) -> None:
        """Do it in the transaction of `db`, and announce it as of its moment."""
        self._clock.at = deed.at
        call = Call(self._clock)
        call.db, call.mall, call.seal, call.identity = db, self._mall, self._seal, _IDENTITY
        call.shop_no = deed.person.shop_no
        # orders are told of one by one, as of any call of the storefront
        call.operation = front.OPERATIONS[0]
        call.browser = deed.person.browser if deed.in_browser else 0
        if deed.person.member and deed.kind in ("add", "order"):
            call.shopper = _member(deed)
        if deed.addition is not None:
            await self._add(call, deed.addition)
        elif deed.kind == "join":
            await _join(call, deed.person)
        else:
            assert deed.order is not None
            await self._with(call, deed, deed.order)
        await record.events(call)

    async def _with(self, call: Call, deed: Deed, order: Order) -> None:
        match deed.kind:
            case "order":
                order.order_id = await self._order(call, order)
            case "pay":
                await payments.pay(call, await store.whole(call, order.order_id), auto=True)
            case "send":
                parcel = ShipmentOf(
                    order_id=order.order_id,
                    tracking_no=str(numbered(order.order_id))[:12],
                    shipping_company_code=CARRIER,
                    status="shipping",
                )
                await shipments.create(call, parcel)
            case "deliver":
                code = store.shipping_code(order.order_id, 0)
                there = ShipmentChangeOf(
                    order_id=order.order_id, shipping_code=code, status="shipped"
                )
                await shipments.change(call, there)
            case "review":
                await articles.create(call, _review(deed, order))
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
        placement = placing.Placement(
            items=[self._item(call.shop_no, each) for each in order.bought],
            wishes=Wishes(),
            buyer=buyer,
            receiver=Receiver(name=_name(person), address1="1 Example street", country_code="KR"),
            group_no=buyer.member_group_no,
            methods=[order.method],  # type: ignore[list-item] # of those there are
            place="mobile" if mobile else "platform",
        )
        await carts.empty(call, ShopParams(shop_no=call.shop_no))
        return (await placing.place(call, placement)).order.order_id

    async def _add(self, call: Call, addition: Addition) -> None:
        """Put it into a member's cart. Of others no session is known: it is told, and no more.

        So it is where stock is counted, which may have run out for anybody but those of the past.
        """
        ware, code = addition.ware, addition.offer.code
        if call.shopper is not None and code not in self._shelves.stock:
            draft = CartDraft(
                shop_no=call.shop_no,
                product_no=ware.product_no,
                basket_type="A0000",
                duplicated_item_check="F",
                prepaid_shipping_fee="P",
                variants=[VariantWanted(variants_code=code, quantity=1)],
            )
            await carts.create(call, draft)
            return
        call.announce(
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

    def _item(self, shop_no: int, bought: Bought) -> Priced:
        known = self._shelves.priced[shop_no, bought.offer.code]
        wanted = Wanted(variant_code=bought.offer.code, quantity=bought.quantity)
        names = self._shelves.options[shop_no, bought.ware.product_no]
        return priced(wanted, known.product, names, known.variant)


def _name(person: Person) -> str:
    return f"Shopper {person.number}"


def _member(deed: Deed) -> Shopper:
    name, at = deed.person.member_id, deed.at
    shop_no = deed.person.shop_no
    return Shopper(shop_no=shop_no, kind="member", name=name, issued_at=at, expires_at=at + 3_600)


async def _join(call: Call, person: Person) -> None:
    draft = CustomerDraft(member_id=person.member_id, name=_name(person), email=person.email)
    await customers.join(call, draft)


async def _claim(call: Call, deed: Deed, order: Order) -> None:
    if deed.kind in ("cancel", "give up"):
        called_off = CancellationDraft(
            order_id=order.order_id,
            status="canceled",
            refund_method_code="T",
            recover_inventory="T",
        )
        await claims.cancel(call, called_off)
    elif deed.kind == "return":
        back = ReturnDraft(order_id=order.order_id, status="returned", recover_inventory="F")
        await claims.take_return(call, back)
    else:
        other = ExchangeDraft(order_id=order.order_id, status="exchanged", same_product="T")
        await claims.exchange(call, other)


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
