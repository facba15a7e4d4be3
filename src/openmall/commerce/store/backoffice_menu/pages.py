"""The pages of the back office, the one list of them: a page is served exactly when it is here."""

from typing import Final

from msgspec import Struct

from openmall.access.staff_site import office_url
from openmall.translations.catalogues import Message

GOODS: Final = Message("Products", "menu group")
SALES: Final = Message("Orders", "menu group")
DISCOUNTS: Final = Message("Discounts", "menu group")
PEOPLE: Final = Message("Customers", "menu group")
WRITING: Final = Message("Boards", "menu group")
ADMINISTRATION: Final = Message("Administration")
ANALYTICS: Final = Message("Analytics")
SETTINGS_GROUP: Final = Message("Settings")


class Page(Struct, frozen=True, kw_only=True):
    """A page of the back office."""

    number: int
    """The page's `menu_no`; never reused for another page."""
    at: str
    """Its path below the overview's: `/products`."""
    name: Message
    group: Message | None = None
    """Heading it has in the menu; None: above all headings."""
    suppliers: bool = False
    """Suppliers may open it."""
    own_area: str | None = None
    """The area of roles it belongs to, where that is not its group's; empty: open to everybody."""

    @property
    def path(self) -> str:
        """Its path in the request being answered, for links of staff pages."""
        return office_url(self.at)

    @property
    def area(self) -> str:
        """The area of roles it belongs to (`access/malls/staff_rights.py`); empty: none."""
        if self.own_area is not None:
            return self.own_area
        return _AREAS_OF_GROUPS.get(self.group, "settings") if self.group else ""


OF_SUPPLIERS: Final = "suppliers"
"""The area of pages that are for suppliers' users alone: no role has it."""
_AREAS_OF_GROUPS: Final = {
    GOODS: "products",
    SALES: "orders",
    PEOPLE: "customers",
    WRITING: "boards",
    ANALYTICS: "reports",
    SETTINGS_GROUP: "settings",
}
"""Group of the menu -> area of roles; pages of other groups belong to the settings."""

OVERVIEW: Final = Page(
    number=1,
    at="",
    name=Message("Overview"),
    suppliers=True,
)
APPS: Final = Page(
    number=2,
    at="/apps",
    name=Message("Apps"),
    group=ADMINISTRATION,
    own_area="apps",
)
ACTIVITY: Final = Page(
    number=3,
    at="/activity",
    name=Message("Activity"),
    group=ADMINISTRATION,
    suppliers=True,
    own_area="activity",
)
HISTORY: Final = Page(
    number=113,
    at="/history",
    name=Message("Change history"),
    group=ADMINISTRATION,
    own_area="activity",
)
APPROVALS: Final = Page(
    number=114,
    at="/approvals",
    name=Message("Proposals"),
    own_area="",
)
APPROVAL_RULES: Final = Page(
    number=115,
    at="/approval-rules",
    name=Message("Rules of approval"),
    group=ADMINISTRATION,
    own_area="staff",
)

PRODUCTS: Final = Page(
    number=10,
    at="/products",
    name=Message("Products", "page"),
    group=GOODS,
)
ORDERS: Final = Page(
    number=11,
    at="/orders",
    name=Message("Orders", "page"),
    group=SALES,
)
CUSTOMERS: Final = Page(
    number=12,
    at="/customers",
    name=Message("Customers", "page"),
    group=PEOPLE,
)
BOARDS: Final = Page(
    number=13,
    at="/boards",
    name=Message("Boards", "page"),
    group=WRITING,
)
DAILY: Final = (PRODUCTS, ORDERS, CUSTOMERS, BOARDS)
"""Pages of daily work. Suppliers do not see them: they have `SUPPLIER_PAGES`."""

REPORTS: Final = Page(
    number=30,
    at="/reports",
    name=Message("Reports"),
    group=ANALYTICS,
)
SETTINGS: Final = Page(
    number=31,
    at="/settings",
    name=Message("Store settings"),
    group=SETTINGS_GROUP,
)
SHOPS: Final = Page(
    number=32,
    at="/shops",
    name=Message("Shops and languages"),
    group=SETTINGS_GROUP,
)
DESIGN: Final = Page(
    number=45,
    at="/design",
    name=Message("Design"),
    group=SETTINGS_GROUP,
    own_area="design",
)
COMPANY: Final = Page(
    number=78,
    at="/company",
    name=Message("Company and opening"),
    group=SETTINGS_GROUP,
)
STOREFRONT: Final = Page(
    number=79,
    at="/storefront",
    name=Message("Shop editor"),
    group=SETTINGS_GROUP,
    own_area="design",
)
MANAGERS: Final = Page(
    number=33,
    at="/managers",
    name=Message("Managers"),
    group=ADMINISTRATION,
    own_area="staff",
)
ROLES: Final = Page(
    number=82,
    at="/roles",
    name=Message("Roles"),
    group=ADMINISTRATION,
    own_area="staff",
)
SUPPLIER_PRODUCTS: Final = Page(
    number=108,
    at="/supplier-products",
    name=Message("My products"),
    group=GOODS,
    suppliers=True,
    own_area=OF_SUPPLIERS,
)
SUPPLIER_ORDERS: Final = Page(
    number=109,
    at="/supplier-orders",
    name=Message("My orders"),
    group=SALES,
    suppliers=True,
    own_area=OF_SUPPLIERS,
)
SUPPLIER_PAGES: Final = (SUPPLIER_PRODUCTS, SUPPLIER_ORDERS)
"""Pages of suppliers' users alone: they show the goods of their own supplier."""
STAFF_PROVIDER: Final = Page(
    number=107,
    at="/staff-sign-in",
    name=Message("Staff sign-in"),
    group=ADMINISTRATION,
    own_area="staff",
)
ACCOUNT: Final = Page(
    number=83,
    at="/account",
    name=Message("My account"),
    group=ADMINISTRATION,
    suppliers=True,
    own_area="",
)
MESSAGES: Final = Page(
    number=34,
    at="/messages",
    name=Message("Sent messages"),
    group=PEOPLE,
)
SUBSCRIPTIONS: Final = Page(
    number=46,
    at="/subscriptions",
    name=Message("Subscriptions", "page"),
    group=SALES,
)

TRANSFERS: Final = Page(
    number=60,
    at="/transfers",
    name=Message("Import and export"),
    group=ADMINISTRATION,
    own_area="transfers",
)
CAMPAIGNS: Final = Page(
    number=61,
    at="/campaigns",
    name=Message("Campaigns"),
    group=PEOPLE,
)

MESSAGE_TEMPLATES: Final = Page(
    number=62,
    at="/message-templates",
    name=Message("Message texts"),
    group=PEOPLE,
)
RESTOCK: Final = Page(
    number=63,
    at="/restock",
    name=Message("Restock requests"),
    group=PEOPLE,
)
CUSTOMER_GROUPS: Final = Page(
    number=73,
    at="/customer-groups",
    name=Message("Customer groups", "page"),
    group=PEOPLE,
)
SEGMENTS: Final = Page(
    number=74,
    at="/segments",
    name=Message("Segments", "page"),
    group=PEOPLE,
)
NEWSLETTERS: Final = Page(
    number=75,
    at="/newsletters",
    name=Message("Newsletters", "page"),
    group=PEOPLE,
)
INQUIRIES: Final = Page(
    number=76,
    at="/inquiries",
    name=Message("Inquiries and reviews"),
    group=WRITING,
)
SAVED_REPORTS: Final = Page(
    number=77,
    at="/saved-reports",
    name=Message("Saved reports"),
    group=ANALYTICS,
)

SEARCH: Final = Page(
    number=71,
    at="/search",
    name=Message("Search", "page"),
)
DISPATCH: Final = Page(
    number=72,
    at="/dispatch",
    name=Message("Packing and shipping"),
    group=SALES,
)
COUPONS: Final = Page(
    number=68,
    at="/coupons",
    name=Message("Coupons", "page"),
    group=DISCOUNTS,
)
DISCOUNT_CODES: Final = Page(
    number=69,
    at="/discount-codes",
    name=Message("Discount codes"),
    group=DISCOUNTS,
)
BENEFITS: Final = Page(
    number=70,
    at="/benefits",
    name=Message("Sales and benefits"),
    group=DISCOUNTS,
)

CATEGORIES: Final = Page(
    number=64,
    at="/categories",
    name=Message("Categories", "page"),
    group=GOODS,
)

SHIPPING_ORIGINS: Final = Page(
    number=100,
    at="/shipping-origins",
    name=Message("Shipping origins"),
    group=SALES,
)
SAVED_VIEWS: Final = Page(
    number=101,
    at="/saved-views",
    name=Message("Saved views"),
    group=ADMINISTRATION,
    own_area="",
)

COLLECTIONS: Final = Page(
    number=91,
    at="/collections",
    name=Message("Brands and suppliers"),
    group=GOODS,
)

DISPLAYS: Final = Page(
    number=92,
    at="/displays",
    name=Message("Product displays"),
    group=GOODS,
)

STOCK: Final = Page(
    number=93,
    at="/stock",
    name=Message("Stock", "page"),
    group=GOODS,
)

PAYMENTS: Final = Page(
    number=121,
    at="/payments",
    name=Message("Payments"),
    group=SETTINGS_GROUP,
)

CARRIERS: Final = Page(
    number=122,
    at="/carriers",
    name=Message("Carriers"),
    group=SETTINGS_GROUP,
)

PAYMENT_APPS: Final = Page(
    number=86,
    at="/payment-apps",
    name=Message("Payment apps"),
    group=SETTINGS_GROUP,
)

STRIPE: Final = Page(
    number=87,
    at="/stripe",
    name=Message("Card payments (Stripe)"),
    group=SETTINGS_GROUP,
)

PAGES: Final = (
    OVERVIEW, SEARCH, APPROVALS, *DAILY, CATEGORIES, COLLECTIONS, DISPLAYS, STOCK, DISPATCH,
    SHIPPING_ORIGINS, INQUIRIES, SUBSCRIPTIONS, CUSTOMER_GROUPS, SEGMENTS, NEWSLETTERS, COUPONS,
    DISCOUNT_CODES, BENEFITS, MESSAGES, MESSAGE_TEMPLATES, RESTOCK, CAMPAIGNS, REPORTS,
    SAVED_REPORTS, STOREFRONT, SETTINGS, COMPANY, SHOPS, PAYMENTS, PAYMENT_APPS, STRIPE,
    CARRIERS, DESIGN, MANAGERS, ROLES, STAFF_PROVIDER, APPS, APPROVAL_RULES, TRANSFERS, ACTIVITY,
    HISTORY, SAVED_VIEWS, ACCOUNT,
)  # fmt: skip
