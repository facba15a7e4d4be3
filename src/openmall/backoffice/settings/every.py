"""The settings a manager can change in the back office, all of them."""

from typing import Final

from msgspec import Struct

from openmall.web.languages import marked

SELLING: Final = marked("Orders and payment")
DELIVERING: Final = marked("Shipping")
CUSTOMERS: Final = marked("Customers and rewards")
SHOWING: Final = marked("Pages of the shop")
NOTICES: Final = marked("Terms and privacy")
SERVICES: Final = marked("Messages and services")


class Resource(Struct, frozen=True, kw_only=True):
    """Settings that are read and changed by two operations of the admin API."""

    slug: str
    path: str
    group: str
    title: str
    about: str
    of: str = ""
    """Of a kind there are several, told apart by this field; empty: there is one."""
    named_by: str = ""
    """The field that says what each of several is called."""


RESOURCES: Final = {
    each.slug: each
    for each in (
        Resource(
            slug="orders",
            path="orders/setting",
            group=SELLING,
            title=marked("Orders and claims"),
            about=marked("What customers may ask for after ordering, and what happens by itself"),
        ),
        Resource(
            slug="order-form",
            path="orderform/setting",
            group=SELLING,
            title=marked("Order form"),
            about=marked("Who may order, and what the order form asks for"),
        ),
        Resource(
            slug="order-statuses",
            path="orders/status",
            group=SELLING,
            title=marked("Names of order states"),
            about=marked("What customers read about the state of an order"),
            of="status_name_id",
            named_by="basic_name",
        ),
        Resource(
            slug="carts",
            path="carts/setting",
            group=SELLING,
            title=marked("Carts"),
            about=marked("How long carts are kept, and what they show"),
        ),
        Resource(
            slug="payment",
            path="payment/setting",
            group=SELLING,
            title=marked("Payment"),
            about=marked("Escrow, and what payment gateways are told"),
        ),
        Resource(
            slug="currency",
            path="currency",
            group=SELLING,
            title=marked("Currency"),
            about=marked("What the shop's currency is worth at home"),
        ),
        Resource(
            slug="shipping",
            path="shipping",
            group=DELIVERING,
            title=marked("Shipping"),
            about=marked("How the shop delivers, where to, and what that costs"),
        ),
        Resource(
            slug="regional-surcharges",
            path="regionalsurcharges",
            group=DELIVERING,
            title=marked("Regional surcharges"),
            about=marked("Where parcels cost more, and how much"),
        ),
        Resource(
            slug="customers",
            path="customers/setting",
            group=CUSTOMERS,
            title=marked("Joining"),
            about=marked("Who may join, and how"),
        ),
        Resource(
            slug="points",
            path="points/setting",
            group=CUSTOMERS,
            title=marked("Points"),
            about=marked("What points are called, when they are given, and for what"),
        ),
        Resource(
            slug="coupons",
            path="coupons/setting",
            group=CUSTOMERS,
            title=marked("Coupons"),
            about=marked("Which coupons are accepted, how many at once, and when they come back"),
        ),
        Resource(
            slug="gifts",
            path="benefits/setting",
            group=CUSTOMERS,
            title=marked("Gifts"),
            about=marked("Which orders get a gift, and when it is chosen"),
        ),
        Resource(
            slug="store",
            path="store/setting",
            group=SHOWING,
            title=marked("Names of people"),
            about=marked("Whether a name is entered in two fields or in one"),
        ),
        Resource(
            slug="product-order",
            path="products/display/setting",
            group=SHOWING,
            title=marked("Order of products"),
            about=marked("How products are sorted where nobody chose an order"),
        ),
        Resource(
            slug="images",
            path="images/setting",
            group=SHOWING,
            title=marked("Sizes of pictures"),
            about=marked("How large the pictures of products are made"),
        ),
        Resource(
            slug="restock",
            path="restocknotification/setting",
            group=SHOWING,
            title=marked("Back in stock"),
            about=marked("Who may ask to hear that a product is back, and for which products"),
        ),
        Resource(
            slug="mobile",
            path="mobile/setting",
            group=SHOWING,
            title=marked("Mobile pages"),
            about=marked("Whether the shop has pages of its own for phones"),
        ),
        Resource(
            slug="seo",
            path="seo/setting",
            group=SHOWING,
            title=marked("Search engines and sharing"),
            about=marked("What search engines and sharing apps are told about the pages"),
        ),
        Resource(
            slug="policy",
            path="policy",
            group=NOTICES,
            title=marked("Terms and policies"),
            about=marked("Terms of use, privacy policy and withdrawal"),
        ),
        Resource(
            slug="privacy-join",
            path="privacy/join",
            group=NOTICES,
            title=marked("Notices when joining"),
            about=marked("What customers are asked to agree to when they join"),
            of="no",
            named_by="name",
        ),
        Resource(
            slug="privacy-orders",
            path="privacy/orders",
            group=NOTICES,
            title=marked("Notices when ordering"),
            about=marked("What customers are asked to agree to when they order"),
            of="no",
            named_by="name",
        ),
        Resource(
            slug="privacy-boards",
            path="privacy/boards",
            group=NOTICES,
            title=marked("Notices on boards"),
            about=marked("What customers are asked to agree to when they write on boards"),
            of="no",
            named_by="name",
        ),
        Resource(
            slug="text-messages",
            path="sms/setting",
            group=SERVICES,
            title=marked("Text messages"),
            about=marked("Whether the shop sends text messages, and in whose name"),
        ),
        Resource(
            slug="automatic-messages",
            path="automessages/setting",
            group=SERVICES,
            title=marked("Automatic messages"),
            about=marked("How messages are sent that go out by themselves"),
        ),
        Resource(
            slug="chat-messages",
            path="chatappalimtalk/setting",
            group=SERVICES,
            title=marked("Chat app messages"),
            about=marked("Whether notices are sent by the chat app"),
        ),
        Resource(
            slug="chat-pay",
            path="chatpay/setting",
            group=SERVICES,
            title=marked("Chat app payment"),
            about=marked("Paying with the chat app's wallet, and how its buttons look"),
        ),
        Resource(
            slug="portal-pay",
            path="portalpay/setting",
            group=SERVICES,
            title=marked("Portal payment"),
            about=marked("The key of the portal's payment centre"),
        ),
    )
}
"""Last part of a page's address -> its settings."""
