"""All settings that managers can change in the back office."""

from typing import Final

from msgspec import Struct

from openmall.http.web.languages import marked

SELLING: Final = marked("Orders and payment")
DELIVERING: Final = marked("Shipping")
CUSTOMERS: Final = marked("Customers and rewards")
SHOWING: Final = marked("Pages of the shop")
NOTICES: Final = marked("Terms and privacy")
SERVICES: Final = marked("Messages and services")


class Resource(Struct, frozen=True, kw_only=True):
    """Settings that two operations of the admin API read and change."""

    slug: str
    path: str
    group: str
    title: str
    about: str
    key_field: str = ""
    """Key field of settings with several rows; empty: one row."""
    label_field: str = ""
    """Field with the label of each of several rows."""


RESOURCES: Final = {
    each.slug: each
    for each in (
        Resource(
            slug="orders",
            path="orders/setting",
            group=SELLING,
            title=marked("Orders and claims"),
            about=marked("Requests after ordering, and automatic steps"),
        ),
        Resource(
            slug="order-form",
            path="orderform/setting",
            group=SELLING,
            title=marked("Order form"),
            about=marked("Who can order, and the fields of the order form"),
        ),
        Resource(
            slug="order-statuses",
            path="orders/status",
            group=SELLING,
            title=marked("Names of order states"),
            about=marked("Names of order statuses shown to customers"),
            key_field="status_name_id",
            label_field="basic_name",
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
            about=marked("Exchange rate of the shop's currency"),
        ),
        Resource(
            slug="shipping",
            path="shipping",
            group=DELIVERING,
            title=marked("Shipping"),
            about=marked("Delivery methods, areas and fees"),
        ),
        Resource(
            slug="regional-surcharges",
            path="regionalsurcharges",
            group=DELIVERING,
            title=marked("Regional surcharges"),
            about=marked("Regions with surcharges, and their amounts"),
        ),
        Resource(
            slug="customers",
            path="customers/setting",
            group=CUSTOMERS,
            title=marked("Sign-up"),
            about=marked("Who can sign up, and how"),
        ),
        Resource(
            slug="points",
            path="points/setting",
            group=CUSTOMERS,
            title=marked("Points"),
            about=marked("Name of points, when and for what they are given"),
        ),
        Resource(
            slug="coupons",
            path="coupons/setting",
            group=CUSTOMERS,
            title=marked("Coupons"),
            about=marked("Accepted coupons, limits, and when they are restored"),
        ),
        Resource(
            slug="gifts",
            path="benefits/setting",
            group=CUSTOMERS,
            title=marked("Gifts"),
            about=marked("Orders with gifts, and when gifts are chosen"),
        ),
        Resource(
            slug="store",
            path="store/setting",
            group=SHOWING,
            title=marked("Name format"),
            about=marked("Enter names in one field or two"),
        ),
        Resource(
            slug="product-order",
            path="products/display/setting",
            group=SHOWING,
            title=marked("Order of products"),
            about=marked("Default sorting of products"),
        ),
        Resource(
            slug="images",
            path="images/setting",
            group=SHOWING,
            title=marked("Sizes of pictures"),
            about=marked("Sizes of product pictures"),
        ),
        Resource(
            slug="restock",
            path="restocknotification/setting",
            group=SHOWING,
            title=marked("Back in stock"),
            about=marked("Who can request restock notices, and for which products"),
        ),
        Resource(
            slug="mobile",
            path="mobile/setting",
            group=SHOWING,
            title=marked("Mobile pages"),
            about=marked("Separate pages for phones"),
        ),
        Resource(
            slug="seo",
            path="seo/setting",
            group=SHOWING,
            title=marked("Search engines and sharing"),
            about=marked("Page information for search engines and sharing apps"),
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
            title=marked("Privacy notices at sign-up"),
            about=marked("Agreements when signing up"),
            key_field="no",
            label_field="name",
        ),
        Resource(
            slug="privacy-orders",
            path="privacy/orders",
            group=NOTICES,
            title=marked("Privacy notices when ordering"),
            about=marked("Agreements when ordering"),
            key_field="no",
            label_field="name",
        ),
        Resource(
            slug="privacy-boards",
            path="privacy/boards",
            group=NOTICES,
            title=marked("Privacy notices on boards"),
            about=marked("Agreements when posting on boards"),
            key_field="no",
            label_field="name",
        ),
        Resource(
            slug="text-messages",
            path="sms/setting",
            group=SERVICES,
            title=marked("Text messages"),
            about=marked("Text messages and their sender"),
        ),
        Resource(
            slug="automatic-messages",
            path="automessages/setting",
            group=SERVICES,
            title=marked("Automatic messages"),
            about=marked("How automatic messages are sent"),
        ),
        Resource(
            slug="chat-messages",
            path="chatappalimtalk/setting",
            group=SERVICES,
            title=marked("Chat app messages"),
            about=marked("Send notices by the chat app"),
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
