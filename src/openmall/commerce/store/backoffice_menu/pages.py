"""The pages of the back office, the one list of them: a page is served exactly when it is here."""

from typing import Final

from msgspec import Struct

from openmall.translations.catalogues import Message

GOODS: Final = Message("Products", "menu group")
SALES: Final = Message("Orders", "menu group")
PEOPLE: Final = Message("Customers", "menu group")
WRITING: Final = Message("Boards", "menu group")
ADMINISTRATION: Final = Message("Administration")
ANALYTICS: Final = Message("Analytics")
SETTINGS_GROUP: Final = Message("Settings")


class Page(Struct, frozen=True, kw_only=True):
    """A page of the back office."""

    number: int
    """The page's `menu_no`; never reused for another page."""
    path: str
    """Below a mall's host."""
    name: Message
    group: Message | None = None
    """Heading it has in the menu; None: above all headings."""
    suppliers: bool = False
    """Suppliers may open it."""


OVERVIEW: Final = Page(
    number=1,
    path="/admin",
    name=Message("Overview"),
    suppliers=True,
)
APPS: Final = Page(
    number=2,
    path="/admin/apps",
    name=Message("Apps"),
    group=ADMINISTRATION,
)
ACTIVITY: Final = Page(
    number=3,
    path="/admin/activity",
    name=Message("Activity"),
    group=ADMINISTRATION,
    suppliers=True,
)

PRODUCTS: Final = Page(
    number=10,
    path="/admin/products",
    name=Message("Products", "page"),
    group=GOODS,
)
ORDERS: Final = Page(
    number=11,
    path="/admin/orders",
    name=Message("Orders", "page"),
    group=SALES,
)
CUSTOMERS: Final = Page(
    number=12,
    path="/admin/customers",
    name=Message("Customers", "page"),
    group=PEOPLE,
)
BOARDS: Final = Page(
    number=13,
    path="/admin/boards",
    name=Message("Boards", "page"),
    group=WRITING,
)
DAILY: Final = (PRODUCTS, ORDERS, CUSTOMERS, BOARDS)
"""Pages of daily work. Suppliers do not see them: the admin API cannot restrict them to a
supplier's own data.
"""

REPORTS: Final = Page(
    number=30,
    path="/admin/reports",
    name=Message("Reports"),
    group=ANALYTICS,
)
SETTINGS: Final = Page(
    number=31,
    path="/admin/settings",
    name=Message("Store settings"),
    group=SETTINGS_GROUP,
)
SHOPS: Final = Page(
    number=32,
    path="/admin/shops",
    name=Message("Shops and languages"),
    group=SETTINGS_GROUP,
)
DESIGN: Final = Page(
    number=45,
    path="/admin/design",
    name=Message("Design"),
    group=SETTINGS_GROUP,
)
MANAGERS: Final = Page(
    number=33,
    path="/admin/managers",
    name=Message("Managers"),
    group=ADMINISTRATION,
)
MESSAGES: Final = Page(
    number=34,
    path="/admin/messages",
    name=Message("Sent messages"),
    group=PEOPLE,
)
SUBSCRIPTIONS: Final = Page(
    number=46,
    path="/admin/subscriptions",
    name=Message("Subscriptions", "page"),
    group=SALES,
)

TRANSFERS: Final = Page(
    number=60,
    path="/admin/transfers",
    name=Message("Import and export"),
    group=ADMINISTRATION,
)
CAMPAIGNS: Final = Page(
    number=61,
    path="/admin/campaigns",
    name=Message("Campaigns"),
    group=PEOPLE,
)

MESSAGE_TEMPLATES: Final = Page(
    number=62,
    path="/admin/message-templates",
    name=Message("Message texts"),
    group=PEOPLE,
)
RESTOCK: Final = Page(
    number=63,
    path="/admin/restock",
    name=Message("Restock requests"),
    group=PEOPLE,
)

PAYMENT_APPS: Final = Page(
    number=86,
    path="/admin/payment-apps",
    name=Message("Payment apps"),
    group=SETTINGS_GROUP,
)

PAGES: Final = (
    OVERVIEW, *DAILY, SUBSCRIPTIONS, MESSAGES, MESSAGE_TEMPLATES, RESTOCK, CAMPAIGNS, REPORTS,
    SETTINGS, SHOPS, PAYMENT_APPS, DESIGN, MANAGERS, APPS, TRANSFERS, ACTIVITY,
)  # fmt: skip
