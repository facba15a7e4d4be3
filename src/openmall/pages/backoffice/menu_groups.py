"""The groups of the menu beside a page: at most ten, each with an icon and its pages.

The resource `menus` of the API lists the pages flat, in the order of `backoffice_menu.pages.PAGES`,
which apps read as it is. The groups are of the pages alone and follow tasks of a merchant, whatever
area of roles a page belongs to, so that they are kept here and may change with the pages.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.store.backoffice_menu.pages import Page
from openmall.http.web.languages import marked
from openmall.http.web.menus import Count, Entry, Section


class Group(Struct, frozen=True, kw_only=True):
    """A group: its link leads to the first of its pages that the manager may open."""

    name: str
    icon: str
    """Name of a symbol of `assets/icons.svg`."""
    pages: tuple[Page, ...]
    is_first_page: bool = False
    """The group is the name of its first page, which has no line of its own below it."""
    at_foot: bool = False


HOME: Final = Group(
    name=marked("Home"),
    icon="house",
    pages=(
        menu_pages.OVERVIEW,
        menu_pages.APPROVALS,
        menu_pages.ACTIVITY,
        menu_pages.HISTORY,
    ),
    is_first_page=True,
)
ORDERS: Final = Group(
    name=marked("Orders"),
    icon="shopping-bag",
    pages=(
        menu_pages.ORDERS,
        menu_pages.DISPATCH,
        menu_pages.SUBSCRIPTIONS,
        menu_pages.SUPPLIER_ORDERS,
    ),
    is_first_page=True,
)
GROUPS: Final = (
    HOME,
    ORDERS,
    Group(
        name=marked("Products"),
        icon="tag",
        pages=(
            menu_pages.PRODUCTS,
            menu_pages.CATEGORIES,
            menu_pages.COLLECTIONS,
            menu_pages.STOCK,
            menu_pages.DISPLAYS,
            menu_pages.RESTOCK,
            menu_pages.SUPPLIER_PRODUCTS,
        ),
        is_first_page=True,
    ),
    Group(
        name=marked("Customers"),
        icon="users",
        pages=(
            menu_pages.CUSTOMERS,
            menu_pages.CUSTOMER_GROUPS,
            menu_pages.SEGMENTS,
            menu_pages.INQUIRIES,
        ),
        is_first_page=True,
    ),
    Group(
        name=marked("Discounts"),
        icon="badge-percent",
        pages=(menu_pages.COUPONS, menu_pages.DISCOUNT_CODES, menu_pages.BENEFITS),
    ),
    Group(
        name=marked("Online shop"),
        icon="panels-top-left",
        pages=(menu_pages.STOREFRONT, menu_pages.DESIGN, menu_pages.BOARDS),
    ),
    Group(
        name=marked("Messages"),
        icon="megaphone",
        pages=(
            menu_pages.NEWSLETTERS,
            menu_pages.CAMPAIGNS,
            menu_pages.MESSAGES,
            menu_pages.MESSAGE_TEMPLATES,
        ),
    ),
    Group(
        name=marked("Analytics"),
        icon="chart-column",
        pages=(menu_pages.REPORTS, menu_pages.SAVED_REPORTS),
    ),
    Group(name=marked("Apps"), icon="blocks", pages=(menu_pages.APPS,), is_first_page=True),
    Group(
        name=marked("Settings"),
        icon="settings",
        pages=(
            menu_pages.SETTINGS,
            menu_pages.COMPANY,
            menu_pages.SHOPS,
            menu_pages.PAYMENTS,
            menu_pages.PAYMENT_APPS,
            menu_pages.STRIPE,
            menu_pages.CARRIERS,
            menu_pages.SHIPPING_ORIGINS,
            menu_pages.MANAGERS,
            menu_pages.ROLES,
            menu_pages.STAFF_PROVIDER,
            menu_pages.APPROVAL_RULES,
            menu_pages.TRANSFERS,
        ),
        at_foot=True,
    ),
)
"""The groups in the order of the menu."""
OF_PROFILE: Final = {menu_pages.ACCOUNT: "user", menu_pages.SAVED_VIEWS: "bookmark"}
"""Page about the manager, in the profile menu of the header -> its icon."""
IN_HEADER: Final = (menu_pages.SEARCH,)
"""Pages that the header leads to."""
GROUP_OF: Final = {page: group for group in GROUPS for page in group.pages}


def counts(translate: Callable[[str], str], waiting: int, to_ship: str) -> dict[Page, Count]:
    """Return what waits for a manager, by the page that it is done on.

    `waiting`: proposals to decide; `to_ship`: orders, as the number is shown; empty: none.
    """
    numbers = {
        menu_pages.APPROVALS: (str(waiting or ""), marked("Proposals to decide: %(number)s")),
        menu_pages.DISPATCH: (to_ship, marked("Orders to ship: %(number)s")),
    }
    return {
        page: Count(shown=shown, meaning=translate(meaning) % {"number": shown}, address=page.path)
        for page, (shown, meaning) in numbers.items()
        if shown
    }


def of_profile(allowed: Sequence[Page]) -> list[tuple[Page, str]]:
    """Return the pages about the manager that they may open, and their icons."""
    return [(page, icon) for page, icon in OF_PROFILE.items() if page in allowed]


def sections(
    allowed: Sequence[Page],
    here: Page,
    language: str,
    translate: Callable[[str], str],
    counts: Mapping[Page, Count],
) -> list[Section]:
    """Return the menu of a manager: the groups with pages they may open, those at the foot last.

    `here`: the page that is shown, whose group alone is unfolded, so that its line is in view.
    `counts`: what waits, by the page that it is done on.
    """
    entries: dict[bool, list[Entry]] = {False: [], True: []}
    for group in GROUPS:
        pages = [page for page in group.pages if page in allowed]
        if not pages:
            continue
        named = group.is_first_page and pages[0] == group.pages[0]
        is_alone = len(pages) == 1
        below = [] if is_alone else pages[1:] if named else pages
        # a group of one page that is not its first, as of suppliers, has the name of the page
        own_name = is_alone and not named
        entries[group.at_foot].append(
            Entry(
                address=pages[0].path,
                name=pages[0].name.translate(language) if own_name else translate(group.name),
                icon=group.icon,
                is_here=(named or is_alone) and here == pages[0],
                pages=tuple(
                    Entry(
                        address=page.path, name=page.name.translate(language), is_here=page == here
                    )
                    for page in below
                ),
                is_open=here in pages,
                count=next((counts[page] for page in pages if page in counts), None),
            )
        )
    return [
        Section(entries=tuple(each), at_foot=at_foot) for at_foot, each in entries.items() if each
    ]
