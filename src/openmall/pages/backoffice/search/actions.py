"""Actions that the search offers: pages on which something new is made, and files."""

from typing import Final

from msgspec import Struct

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.store.backoffice_menu.pages import Page
from openmall.http.web.languages import marked


class Action(Struct, frozen=True, kw_only=True):
    """Something that a manager does, on a page of its own."""

    name: str
    page: Page
    """The page whose right to change it needs."""
    at: str
    """Path and query below the overview's."""
    icon: str = "plus"
    words: str = ""
    """Further words by which it is found."""
    about: Page | None = None
    """A further page that the manager has to be allowed to open: that of the data in a file."""


ACTIONS: Final = (
    Action(
        name=marked("New product"),
        page=menu_pages.PRODUCTS,
        at="/products/new",
        words=marked("Add, create, item, goods"),
    ),
    Action(
        name=marked("New coupon"),
        page=menu_pages.COUPONS,
        at="/coupons/new",
        words=marked("Add, create, voucher"),
    ),
    Action(
        name=marked("New discount code"),
        page=menu_pages.DISCOUNT_CODES,
        at="/discount-codes/new",
        words=marked("Add, create, promotion code, promo"),
    ),
    Action(
        name=marked("New sale or benefit"),
        page=menu_pages.BENEFITS,
        at="/benefits/new",
        words=marked("Add, create, promotion, markdown, gift"),
    ),
    Action(
        name=marked("New newsletter"),
        page=menu_pages.NEWSLETTERS,
        at="/newsletters/new",
        words=marked("Add, write, send, mail, email"),
    ),
    Action(
        name=marked("New customer group"),
        page=menu_pages.CUSTOMER_GROUPS,
        at="/customer-groups/new",
        words=marked("Add, create, tier, level"),
    ),
    Action(
        name=marked("New segment"),
        page=menu_pages.SEGMENTS,
        at="/segments/new",
        words=marked("Add, create, audience"),
    ),
    Action(
        name=marked("Add a carrier"),
        page=menu_pages.CARRIERS,
        at="/carriers/new",
        words=marked("New, create, courier, delivery company, parcel service"),
    ),
    Action(
        name=marked("New shipping origin"),
        page=menu_pages.SHIPPING_ORIGINS,
        at="/shipping-origins/new",
        words=marked("Add, create, warehouse, sender address"),
    ),
    Action(
        name=marked("Invite a manager"),
        page=menu_pages.MANAGERS,
        at="/managers",
        icon="user",
        words=marked("Add, new, staff, user, employee, team"),
    ),
    Action(
        name=marked("Export orders"),
        page=menu_pages.TRANSFERS,
        at="/transfers?kind=orders",
        about=menu_pages.ORDERS,
        icon="download",
        words=marked("Download, CSV, Excel, spreadsheet, file"),
    ),
    Action(
        name=marked("Import or export products"),
        page=menu_pages.TRANSFERS,
        at="/transfers?kind=products",
        about=menu_pages.PRODUCTS,
        icon="upload",
        words=marked("Upload, download, CSV, Excel, spreadsheet, file, migrate"),
    ),
    Action(
        name=marked("Export customers"),
        page=menu_pages.TRANSFERS,
        at="/transfers?kind=customers",
        about=menu_pages.CUSTOMERS,
        icon="download",
        words=marked("Download, CSV, Excel, spreadsheet, file, members"),
    ),
)
"""The actions in the order in which they are offered where nothing was typed."""
