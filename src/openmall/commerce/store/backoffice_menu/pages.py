"""The pages of the back office, the one list of them: a page is served exactly when it is here."""

from typing import Final

from msgspec import Struct

from openmall.access.staff_site import office_url
from openmall.translations.catalogues import Message


class Page(Struct, frozen=True, kw_only=True):
    """A page of the back office."""

    number: int
    """The page's `menu_no`; never reused for another page."""
    at: str
    """Its path below the overview's: `/products`."""
    name: Message
    area: str
    """Its area of roles (`access/malls/staff_rights.py`); empty: it is open to everybody."""
    suppliers: bool = False
    """Suppliers may open it."""

    @property
    def path(self) -> str:
        """Its path in the request being answered, for links of staff pages."""
        return office_url(self.at)


OF_SUPPLIERS: Final = "suppliers"
"""The area of pages that are for suppliers' users alone: no role has it."""

OVERVIEW: Final = Page(
    number=1,
    at="",
    name=Message("Overview"),
    suppliers=True,
    area="",
)
APPS: Final = Page(
    number=2,
    at="/apps",
    name=Message("Apps"),
    area="apps",
)
ACTIVITY: Final = Page(
    number=3,
    at="/activity",
    name=Message("Activity"),
    suppliers=True,
    area="activity",
)
HISTORY: Final = Page(
    number=113,
    at="/history",
    name=Message("Change history"),
    area="activity",
)
APPROVALS: Final = Page(
    number=114,
    at="/approvals",
    name=Message("Proposals"),
    area="",
)
APPROVAL_RULES: Final = Page(
    number=115,
    at="/approval-rules",
    name=Message("Approval rules"),
    area="staff",
)

PRODUCTS: Final = Page(
    number=10,
    at="/products",
    name=Message("Products", "page"),
    area="products",
)
ORDERS: Final = Page(
    number=11,
    at="/orders",
    name=Message("Orders", "page"),
    area="orders",
)
CUSTOMERS: Final = Page(
    number=12,
    at="/customers",
    name=Message("Customers", "page"),
    area="customers",
)
BOARDS: Final = Page(
    number=13,
    at="/boards",
    name=Message("Boards", "page"),
    area="boards",
)
DAILY: Final = (PRODUCTS, ORDERS, CUSTOMERS, BOARDS)
"""Pages of daily work. Suppliers do not see them: they have `SUPPLIER_PAGES`."""

REPORTS: Final = Page(
    number=30,
    at="/reports",
    name=Message("Reports"),
    area="reports",
)
SETTINGS: Final = Page(
    number=31,
    at="/settings",
    name=Message("Store settings"),
    area="settings",
)
SHOPS: Final = Page(
    number=32,
    at="/shops",
    name=Message("Shops and languages"),
    area="settings",
)
DESIGN: Final = Page(
    number=45,
    at="/design",
    name=Message("Design"),
    area="design",
)
COMPANY: Final = Page(
    number=78,
    at="/company",
    name=Message("Company and opening"),
    area="settings",
)
STOREFRONT: Final = Page(
    number=79,
    at="/storefront",
    name=Message("Shop editor"),
    area="design",
)
MANAGERS: Final = Page(
    number=33,
    at="/managers",
    name=Message("Managers"),
    area="staff",
)
ROLES: Final = Page(
    number=82,
    at="/roles",
    name=Message("Roles"),
    area="staff",
)
SUPPLIER_PRODUCTS: Final = Page(
    number=108,
    at="/supplier-products",
    name=Message("My products"),
    suppliers=True,
    area=OF_SUPPLIERS,
)
SUPPLIER_ORDERS: Final = Page(
    number=109,
    at="/supplier-orders",
    name=Message("My orders"),
    suppliers=True,
    area=OF_SUPPLIERS,
)
SUPPLIER_PAGES: Final = (SUPPLIER_PRODUCTS, SUPPLIER_ORDERS)
"""Pages of suppliers' users alone: they show the goods of their own supplier."""
STAFF_PROVIDER: Final = Page(
    number=107,
    at="/staff-sign-in",
    name=Message("Staff sign-in"),
    area="staff",
)
ACCOUNT: Final = Page(
    number=83,
    at="/account",
    name=Message("My account"),
    suppliers=True,
    area="",
)
MESSAGES: Final = Page(
    number=34,
    at="/messages",
    name=Message("Sent messages"),
    area="customers",
)
SUBSCRIPTIONS: Final = Page(
    number=46,
    at="/subscriptions",
    name=Message("Subscriptions", "page"),
    area="orders",
)

TRANSFERS: Final = Page(
    number=60,
    at="/transfers",
    name=Message("Import and export"),
    area="transfers",
)
CAMPAIGNS: Final = Page(
    number=61,
    at="/campaigns",
    name=Message("Campaigns"),
    area="customers",
)

MESSAGE_TEMPLATES: Final = Page(
    number=62,
    at="/message-templates",
    name=Message("Message texts"),
    area="customers",
)
RESTOCK: Final = Page(
    number=63,
    at="/restock",
    name=Message("Restock requests"),
    area="customers",
)
CUSTOMER_GROUPS: Final = Page(
    number=73,
    at="/customer-groups",
    name=Message("Customer groups", "page"),
    area="customers",
)
SEGMENTS: Final = Page(
    number=74,
    at="/segments",
    name=Message("Segments", "page"),
    area="customers",
)
NEWSLETTERS: Final = Page(
    number=75,
    at="/newsletters",
    name=Message("Newsletters", "page"),
    area="customers",
)
INQUIRIES: Final = Page(
    number=76,
    at="/inquiries",
    name=Message("Inquiries and reviews"),
    area="boards",
)
SAVED_REPORTS: Final = Page(
    number=77,
    at="/saved-reports",
    name=Message("Saved reports"),
    area="reports",
)

SEARCH: Final = Page(
    number=71,
    at="/search",
    name=Message("Search", "page"),
    area="",
)
DISPATCH: Final = Page(
    number=72,
    at="/dispatch",
    name=Message("Packing and shipping"),
    area="orders",
)
COUPONS: Final = Page(
    number=68,
    at="/coupons",
    name=Message("Coupons", "page"),
    area="settings",
)
DISCOUNT_CODES: Final = Page(
    number=69,
    at="/discount-codes",
    name=Message("Discount codes"),
    area="settings",
)
BENEFITS: Final = Page(
    number=70,
    at="/benefits",
    name=Message("Sales and benefits"),
    area="settings",
)

CATEGORIES: Final = Page(
    number=64,
    at="/categories",
    name=Message("Categories", "page"),
    area="products",
)

SHIPPING_ORIGINS: Final = Page(
    number=100,
    at="/shipping-origins",
    name=Message("Shipping origins"),
    area="orders",
)
SAVED_VIEWS: Final = Page(
    number=101,
    at="/saved-views",
    name=Message("Saved views"),
    area="",
)

COLLECTIONS: Final = Page(
    number=91,
    at="/collections",
    name=Message("Brands and suppliers"),
    area="products",
)

DISPLAYS: Final = Page(
    number=92,
    at="/displays",
    name=Message("Product displays"),
    area="products",
)

STOCK: Final = Page(
    number=93,
    at="/stock",
    name=Message("Stock", "page"),
    area="products",
)

PAYMENTS: Final = Page(
    number=121,
    at="/payments",
    name=Message("Payments"),
    area="settings",
)

CARRIERS: Final = Page(
    number=122,
    at="/carriers",
    name=Message("Carriers"),
    area="settings",
)

PAYMENT_APPS: Final = Page(
    number=86,
    at="/payment-apps",
    name=Message("Payment apps"),
    area="settings",
)

STRIPE: Final = Page(
    number=87,
    at="/stripe",
    name=Message("Card payments (Stripe)"),
    area="settings",
)

PAGES: Final = (
    OVERVIEW, SEARCH, APPROVALS, *DAILY, CATEGORIES, COLLECTIONS, DISPLAYS, STOCK, DISPATCH,
    SHIPPING_ORIGINS, INQUIRIES, SUBSCRIPTIONS, CUSTOMER_GROUPS, SEGMENTS, NEWSLETTERS, COUPONS,
    DISCOUNT_CODES, BENEFITS, MESSAGES, MESSAGE_TEMPLATES, RESTOCK, CAMPAIGNS, REPORTS,
    SAVED_REPORTS, STOREFRONT, SETTINGS, COMPANY, SHOPS, PAYMENTS, PAYMENT_APPS, STRIPE,
    CARRIERS, DESIGN, MANAGERS, ROLES, STAFF_PROVIDER, APPS, APPROVAL_RULES, TRANSFERS, ACTIVITY,
    HISTORY, SAVED_VIEWS, ACCOUNT,
)  # fmt: skip
