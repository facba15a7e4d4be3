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
    about: str
    """Task of the page, as a sentence of the overview."""
    suppliers: bool = True
    """Suppliers may open it."""


OVERVIEW: Final = Page(
    number=1,
    path="/admin",
    name=Message("Overview"),
    about="The shop at a glance",
)
APPS: Final = Page(
    number=2,
    path="/admin/apps",
    name=Message("Apps"),
    group=ADMINISTRATION,
    about="See which apps are in the shop and what they may do, and remove them",
    suppliers=False,
)
ACTIVITY: Final = Page(
    number=3,
    path="/admin/activity",
    name=Message("Activity"),
    group=ADMINISTRATION,
    about="See who changed what, through which app, and when",
)

PRODUCTS: Final = Page(
    number=10,
    path="/admin/products",
    name=Message("Products", "page"),
    group=GOODS,
    about="Find products, change their prices, stock and pictures, and make new ones",
    suppliers=False,
)
ORDERS: Final = Page(
    number=11,
    path="/admin/orders",
    name=Message("Orders", "page"),
    group=SALES,
    about="See what was ordered, send it, and settle what is sent back",
    suppliers=False,
)
CUSTOMERS: Final = Page(
    number=12,
    path="/admin/customers",
    name=Message("Customers", "page"),
    group=PEOPLE,
    about="Find customers, give points and coupons, and note what matters",
    suppliers=False,
)
BOARDS: Final = Page(
    number=13,
    path="/admin/boards",
    name=Message("Boards", "page"),
    group=WRITING,
    about="Answer questions, and look after reviews and posts",
    suppliers=False,
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
    about="Read who visits the shop, where visits come from, and what is sold",
    suppliers=False,
)
SETTINGS: Final = Page(
    number=31,
    path="/admin/settings",
    name=Message("Store settings"),
    group=SETTINGS_GROUP,
    about="Say how the shop sells, delivers, and speaks to its customers",
    suppliers=False,
)
SHOPS: Final = Page(
    number=32,
    path="/admin/shops",
    name=Message("Shops and languages"),
    group=SETTINGS_GROUP,
    about="See in which languages and currencies the mall sells",
    suppliers=False,
)
MANAGERS: Final = Page(
    number=33,
    path="/admin/managers",
    name=Message("Managers"),
    group=ADMINISTRATION,
    about="See who may sign in, let people in, and take leave of them",
    suppliers=False,
)

PAGES: Final = (OVERVIEW, *DAILY, REPORTS, SETTINGS, SHOPS, MANAGERS, APPS, ACTIVITY)
