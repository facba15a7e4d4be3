"""A member of whom a mall has everything it can have, every word of it one that is found again."""

from decimal import Decimal
from typing import Any

from openmall.access.agents.tables import GRANT
from openmall.analytics.sessionising.tables import ORDER_VISIT
from openmall.commerce.customer import member_sessions, paymentinformation, social
from openmall.commerce.customer.customers.tables import DEVICE
from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.order.amounts import Deductions
from openmall.commerce.order.applied_discounts import AppliedBenefit, AppliedCoupon
from openmall.commerce.order.autocalculation import REMOVED
from openmall.commerce.order.billing.gateways.disputes.store import DISPUTE
from openmall.commerce.order.booked_items.store import RESERVATION
from openmall.commerce.order.orders.item_shape import AdditionalOption
from openmall.commerce.order.orders.shape import Buyer, Receiver
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.commerce.order.orders.tables import BROUGHT_IN
from openmall.commerce.order.placement.checkout.store import OWNER
from openmall.commerce.order.placement.placing import rules as placing_rules
from openmall.commerce.order.placement.placing.pricing import RequestedItem, price
from openmall.commerce.order.placement.subscriptions.tables import PLACED
from openmall.commerce.personal.wishlist import rules as wishlist_rules
from openmall.commerce.personal.wishlist.shape import WishFile, WishOptionText
from openmall.contract.call import Call
from tests.commerce.customer.customer_setup import do
from tests.commerce.order.checkout_setup import HANA, Checkout
from tests.commerce.order.claim_setup import NEWEST, claim, sent
from tests.commerce.order.order_setup import pay
from tests.commerce.privacy.deferred_writes import carry_out_later
from tests.commerce.privacy.direct_rows import put_changes, put_in, put_sent_and_redeemed
from tests.commerce.privacy.marks import Marks
from tests.storefront.shopper_client import refund_at_gateways
from tests.world import World

FILE = "https://files.example.com/{}.png"


class Everything:
    """Hana, her orders, what she wrote, and what was written about her."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.marks = Marks()
        self.shop = Checkout(world)
        self._person()
        self._bought()
        self.order_id = self._ordered()
        self._claimed()
        self._noted()
        self._written()
        self._subscribed()
        self._ordered_elsewhere()
        self.other_id = self._wanted()

    def _person(self) -> None:
        mark, world = self.marks, self.world
        bank = {
            "refund_bank_account_no": mark.digits(),
            "refund_bank_account_holder": mark.word(),
        }
        place = {name: mark.word() for name in ("address1", "address2", "city", "state")}
        phone, email = mark.phone(), mark.email()
        world.put(f"customersprivacy/{HANA}", cellphone=phone, email=email, **bank, **place)
        world.post(f"customers/{HANA}/memos", author_id="owner", memo=mark.word("memo"))
        put_in(world, DEVICE, member_id=HANA, device_id=mark.word("device"))
        put_in(world, paymentinformation.METHOD, member_id=HANA, payment_method_id=mark.word())
        put_sent_and_redeemed(world, mark)
        put_in(world, social.LINK, member_id=HANA, social_member_code=mark.word("social"))
        ended = mark.word("session")
        put_in(world, GRANT, member_id=HANA, client_name=mark.word("agent"))
        put_changes(world, mark)
        put_in(world, member_sessions.SESSION_ENDED, member_id=HANA, session_id=ended)
        self.shop.gold()
        reason = mark.word("points")
        world.post("points", member_id=HANA, amount="500", type="increase", reason=reason)
        gift = mark.word("credits")
        do(
            world,
            lambda call: credit_ledger.add(call, HANA, Decimal(1000), case="G", reason=gift),
        )

    def _bought(self) -> None:
        """Order on the storefront, once by a card, with a coupon and points."""
        mark, shopper = self.marks, self.shop.shopper
        issue = self.shop.coupon()
        receiver = {
            "name": mark.word(),
            "phone": mark.phone(),
            "cellphone": mark.phone(),
            "zipcode": "04524",
            "address1": mark.word("address"),
            "address2": mark.word("address"),
            "country_code": "KR",
            "shipping_message": mark.word("message"),
        }
        request = {
            **self.shop.wants(),
            "receiver": receiver,
            "payment_method": "card",
            "use_points": "1000.00",
            "coupons": [{"issue_no": issue}],
            "return_url": f"{self.world.base_url}/{mark.word('return')}",
        }
        answer = shopper.ask(
            "POST", "orders", json={"request": request}, headers={"Idempotency-Key": "order-1"}
        )
        assert answer.status_code == 201, answer.text
        path = f"orders/{answer.json()['order']['order_id']}"
        again = shopper.send("POST", f"{path}/payments", payment_method="card")
        # the order is paid by the second one, and what the first one takes is given back
        for each in (again, shopper.get(path)["payments"][0]):
            shopper.carry(shopper.pay(each["payment_id"]))
        assert refund_at_gateways(self.world) == 1

    def _ordered(self) -> str:
        """Order as the shop's people enter it, with all that an order can say."""
        mark, world = self.marks, self.world
        option = AdditionalOption(key="text", name="Engraving", value=mark.word("engraving"))
        wants = [
            RequestedItem(
                variant_code=self.shop.apron_code, quantity=2, additional_option_values=[option]
            ),
            RequestedItem(variant_code=self.shop.cup_code, quantity=1),
        ]
        buyer = Buyer(
            member_id=HANA,
            name=mark.word(),
            names_furigana=mark.word(),
            email=mark.email(),
            phone=mark.phone(),
            cellphone=mark.phone(),
            customer_notification=mark.word(),
            company_name=mark.word(),
            company_registration_no=mark.digits(),
            buyer_zipcode="04524",
            buyer_address1=mark.word(),
        )
        receiver = Receiver(
            name=mark.word(),
            phone=mark.phone(),
            cellphone=mark.phone(),
            virtual_phone_no=mark.phone(),
            address1=mark.word(),
            address2=mark.word(),
            name_en=mark.word(),
            street_en=mark.word(),
            country_code="KR",
            clearance_information=mark.word(),
            shipping_message=mark.word(),
        )
        billing_name, coupon_name = mark.word(), "Spring"
        took = Decimal(900)

        async def place(call: Call) -> OrderAggregate:
            placement = placing_rules.Placement(
                items=await price(call, wants),
                wishes=Deductions(),
                buyer=buyer,
                receiver=receiver,
                methods=["cash"],
                billing_name=billing_name,
                subscription="T",
                benefits=[
                    AppliedBenefit(
                        benefit_no=1,
                        benefit_title="Sale",
                        benefit_name="Sale",
                        benefit_code=966,
                        benefit_value=took,
                    )
                ],
                coupons=[
                    AppliedCoupon(
                        coupon_name=coupon_name,
                        coupon_code="1",
                        coupon_value=took,
                        coupon_value_final=took,
                    )
                ],
            )
            return await placing_rules.place(call, placement)

        order_id = do(world, place).order.order_id
        self._changed(order_id)
        assert pay(world, order_id).status_code == 200
        for table in (OWNER, BROUGHT_IN, REMOVED):
            put_in(world, table, order_id=order_id, name=order_id, source_no=order_id)
        put_in(world, PLACED, order_id=order_id, next_charge=None)
        put_in(world, RESERVATION, order_id=order_id)
        return order_id

    def _changed(self, order_id: str) -> None:
        """Change who ordered and who gets it: what was before is remembered."""
        mark, world = self.marks, self.world
        path = f"orders/{order_id}"
        world.put(f"{path}/buyer", name=mark.word(), phone=mark.phone(), email=mark.email())
        world.put(
            f"{path}/receivers/D-{order_id}-00", name=mark.word(), address1=mark.word("address")
        )
        world.put(
            f"{path}/payments",
            change_payment_amount="F",
            change_payment_method="T",
            payment_method="cash",
            billing_name=mark.word("payer"),
            change_payment_amount_reason=mark.word("reason"),
        )

    def _claimed(self) -> None:
        """Cancel the cup, and ask for the apron to be picked up."""
        mark, world = self.marks, self.world

        def bank() -> dict[str, str]:
            return {
                "refund_bank_name": mark.word("bank"),
                "refund_bank_account_no": mark.digits(),
                "refund_bank_account_holder": mark.word("holder"),
            }

        claim(
            world,
            self.order_id,
            "cancellation",
            "canceled",
            (2, 1),
            reason=mark.word("claim"),
            refund_method_code="G",
            refund_bank_code="04",
            **bank(),
        )
        sent(world, self.order_id)
        pickup = {
            "name": mark.word(),
            "phone": mark.phone(),
            "cellphone": mark.phone(),
            "zipcode": "04524",
            "address1": mark.word(),
            "address2": mark.word(),
        }
        asked = {"order_id": self.order_id, "reason_type": "A", "reason": mark.word("return")}
        code = f"{self.order_id}-01"
        answer = world.call(
            "POST",
            "returnrequests",
            json={
                "requests": [
                    {
                        **asked,
                        "request_pickup": "T",
                        "pickup": pickup,
                        "items": [{"order_item_code": code, "quantity": 1}],
                        **bank(),
                    }
                ]
            },
            headers={"Idempotency-Key": "return-1", **NEWEST},
        )
        assert answer.status_code == 201, answer.text

    def _noted(self) -> None:
        mark, world = self.marks, self.world
        path = f"orders/{self.order_id}"
        world.post(f"{path}/memos", content=mark.word("memo"))
        label = mark.kept("a label sorts the orders of many, in the shop's words")
        world.post(f"{path}/items/{self.order_id}-01/labels", names=[label])
        world.post("cashreceipt", order_id=self.order_id, type="personal", cellphone=mark.digits())

    def _written(self) -> None:
        mark, world, shopper = self.marks, self.world, self.shop.shopper
        public = "a post that others read keeps what it says"
        about = {"writer": mark.word(), "writer_email": mark.email(), "client_ip": "192.0.2.77"}
        mark.all.append("192.0.2.77")
        open_ = {"title": mark.kept(public), "content": mark.kept(public)}
        file = {"name": "1.jpg", "url": FILE.format(mark.word("picture"))}
        of_member = {"nick_name": mark.word(), "member_id": HANA, "attach_file_urls": [file]}
        self._post({**about, **open_, **of_member})
        self._deleted()
        carry_out_later(self.world, self.marks.word("later"))
        secret = {"title": mark.word(), "content": mark.word(), "secret": "T"}
        hidden = shopper.send("POST", "boards/5/articles", **secret)["article_no"]
        comments = f"boards/5/articles/{hidden}/comments"
        shopper.send("POST", comments, content=mark.word("comment"), secret="T")
        world.post(comments, writer="Shop", content=mark.word("answer"), password="sesame")
        self._post(
            {
                "writer": "Shop",
                "client_ip": "192.0.2.1",
                "title": mark.word("answer"),
                "content": mark.word("answer"),
                "reply_article_no": hidden,
                "secret": "T",
                "password": "sesame",
            }
        )
        asked = shopper.send("POST", "urgentinquiry", title=mark.word(), content=mark.word())
        world.call(
            "POST",
            f"urgentinquiry/{asked['article_no']}/reply",
            json={"request": {"content": mark.word("answer"), "user_id": "owner"}},
            headers={"Idempotency-Key": "reply-1"},
        )

    def _deleted(self) -> None:
        """Write what is deleted again: the log says that it was, and whose."""
        mark, world = self.marks, self.world
        words = {"writer": "Zq", "client_ip": "192.0.2.1", "member_id": HANA}
        gone = self._post({**words, "title": "Zq-gone", "content": "Zq-gone"})
        there = self._post({"writer": "Zq", "client_ip": "192.0.2.1", "title": "A", "content": "B"})
        above = f"boards/5/articles/{there}/comments"
        said = {"writer": mark.word(), "password": "sesame", "member_id": HANA}
        made = world.post(above, content="Zq-gone", **said)["comment"]["comment_no"]
        for path in (f"{above}/{made}", f"boards/5/articles/{gone}"):
            assert world.call("DELETE", path).status_code == 200

    def _post(self, article: dict[str, Any]) -> int:
        answer = self.world.call("POST", "boards/5/articles", json={"requests": [article]})
        assert answer.status_code == 201, answer.text
        return int(answer.json()["articles"][0]["article_no"])

    def _subscribed(self) -> None:
        mark, world = self.marks, self.world
        product = world.get("products", limit=1)["products"][0]
        item = {
            "product_no": str(product["product_no"]),
            "product_code": product["product_code"],
            "product_name": "Linen apron",
            "option_id": "000A",
            "quantity": 1,
            "product_price": "11000.00",
        }
        body = {
            "member_id": HANA,
            "buyer_name": mark.word(),
            "buyer_zipcode": "04525",
            "buyer_address1": mark.word(),
            "buyer_address2": "",
            "buyer_cellphone": mark.phone(),
            "buyer_email": mark.email(),
            "receiver_name": mark.word(),
            "receiver_zipcode": "04524",
            "receiver_address1": mark.word(),
            "receiver_address2": mark.word(),
            "receiver_phone": mark.phone(),
            "receiver_cellphone": mark.phone(),
            "expected_delivery_date": "2026-11-30",
            "subscription_shipments_cycle": "1M",
            "items": [item],
        }
        path = "subscription/shipments"
        answer = world.call("POST", path, json={"requests": [body]})
        assert answer.status_code == 201, answer.text

    def _ordered_elsewhere(self) -> None:
        mark = self.marks
        person = {
            "name": mark.word(),
            "zipcode": "04525",
            "address": mark.word(),
            "phone": mark.phone(),
            "cellphone": mark.phone(),
        }
        body = {
            "order_id": "OLD-1",
            "member_id": HANA,
            "bank_account_owner_name": mark.word(),
            "buyer": {**person, "email": mark.email(), "message": mark.word()},
            "receivers": [{**person, "name": mark.word()}],
            "items": [{"product_name": "Linen apron", "option": mark.word()}],
        }
        answer = self.world.call("POST", "orders/migrations", json={"requests": [body]})
        assert answer.status_code == 201, answer.text

    def _wanted(self) -> str:
        """Wish, fill a cart, and order what nobody has claimed yet."""
        mark, world = self.marks, self.world
        written, attached = mark.word("wish"), FILE.format(mark.word("file"))

        async def wish(call: Call) -> int:
            return await wishlist_rules.add(
                call,
                HANA,
                self.shop.cup_code,
                written=[WishOptionText(option_name="Engraving", option_value=written)],
                attached=[WishFile(file_path=attached)],
            )

        do(world, wish)
        self.shop.shopper.put(
            self.shop.cup, variants=[{"variants_code": self.shop.cup_code, "quantity": 1}]
        )
        order_id: str = self.shop.order(aprons=2, use_points="2000.00")["order_id"]
        assert pay(world, order_id).status_code == 200
        put_in(world, DISPUTE, order_id=order_id, reason=mark.word("dispute"), respond_by=None)
        put_in(world, ORDER_VISIT, order_id=order_id, visit=7, content="[]")
        return order_id
