"""The pages of the sample shop and their addresses."""

import re
from collections.abc import Awaitable, Callable
from typing import Final, Literal

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth import form_deeds
from openmall.access.oauth.form_deeds import Deeds
from openmall.commerce.design.themes import framed_previews
from openmall.commerce.notification.intake.composing import UNSUBSCRIBE_PATH
from openmall.commerce.notification.restock.sending import PATH as RESTOCK_PATH
from openmall.commerce.notification.subscribers import rules as subscriber_rules
from openmall.contract.params import LARGEST_INTEGER
from openmall.pages.sampleshop import (
    blocks,
    boards,
    home,
    information,
    look_styles,
    newsletters,
    policies,
    unsubscribing,
)
from openmall.pages.sampleshop.accounts import (
    accounts,
    addresses,
    agents,
    cards,
    member_pages,
    passwords,
    social_sign_in,
)
from openmall.pages.sampleshop.checkout import cart, checkout, payment
from openmall.pages.sampleshop.orders import claims, guest_orders, orders, subscriptions
from openmall.pages.sampleshop.products import product, restock_notices, shown_prices
from openmall.pages.sampleshop.search_engines import merchant_feed, product_feed, sitemap

Handler = Callable[..., Awaitable[Response]]
Kind = Literal["scripts", "plain", "private"]
"""`scripts`: scripts of apps may run on it. `plain`: none do. `private`: none do, and none of
another page of the shop can read it or send its forms: account, orders, checkout, signing in."""


class Page(Struct, frozen=True):
    """A page: pattern of its path, and handlers of GET and POST."""

    pattern: re.Pattern[str]
    show: Handler | None
    """Handles GET; called with context and path arguments."""
    submit: Handler | None
    """Handles POST; called with context, form and path arguments."""
    deeds: Deeds
    """What the buttons of its forms ask for; of any other deed nothing is done."""
    kind: Kind
    location: str
    """Its display location for the script tags of apps, of a page that may have scripts."""
    known_as: str
    """The path by which apps that exclude a page know it, beside its own."""
    always: bool
    """It is shown as well while the shop is closed to shoppers."""
    signed: bool
    """A POST needs no form of ours: the signed token of its link is enough, or it only leads the
    browser to the page."""
    pictures: bool
    """Its form may have pictures of a member, which its handler finds in `context.pictures`."""


def _page(
    path: str,
    show: Handler | None,
    submit: Handler | None = None,
    *,
    deeds: Deeds = form_deeds.NONE,
    kind: Kind,
    location: str = "",
    known_as: str = "",
    always: bool = False,
    signed: bool = False,
    pictures: bool = False,
) -> Page:
    """Return a page; `path` may contain placeholders: the keys of `_PLACEHOLDERS` in braces."""
    for name, pattern in _PLACEHOLDERS.items():
        path = path.replace(f"{{{name}}}", f"({pattern})")
    compiled = re.compile(path)
    return Page(compiled, show, submit, deeds, kind, location, known_as, always, signed, pictures)


_NUMBER: Final = re.compile(r"[0-9]{1,18}")
_PLACEHOLDERS: Final = {
    "number": "[1-9][0-9]{0,17}",
    "card": "[0-9a-f]{32}",
    "part": "[0-9]{1,6}",
    "order": "[0-9]{8}-[0-9]{7,12}",
    "service": "[a-z]{1,20}",
    "slug": "[a-z0-9-]{1,60}",
    "own_page": r"(?:/[A-Za-z0-9_-]{1,200}){1,8}\.html",
}
PAGES: Final = (
    _page("/", home.show, location="MAIN", known_as="/index.html", kind="scripts"),
    _page(
        "/categories/{number}",
        home.show_category,
        location="PRODUCT_LIST",
        known_as="/product/list.html",
        kind="scripts",
    ),
    _page(
        "/search",
        home.search,
        location="PRODUCT_SEARCH",
        known_as="/product/search.html",
        kind="scripts",
    ),
    _page("{own_page}", home.show_own_page, location="ETC", kind="scripts"),
    _page(
        "/products/{number}",
        product.show,
        product.submit,
        deeds=product.DEEDS,
        location="PRODUCT_DETAIL",
        known_as="/product/detail.html",
        kind="scripts",
    ),
    # no app reads along where cards are chosen
    _page(
        "/products/{number}/subscribe",
        subscriptions.subscribe_page,
        subscriptions.subscribe,
        kind="private",
    ),
    _page(
        "/subscriptions",
        subscriptions.show,
        subscriptions.change,
        deeds=subscriptions.DEEDS,
        kind="private",
    ),
    _page("/cards", cards.show, cards.change, deeds=cards.DEEDS, kind="private"),
    _page("/cards/{card}", cards.show_test_card, cards.choose_test_card, kind="private"),
    _page(
        "/information",
        information.show,
        location="SHOPINFO_GUIDE",
        always=True,
        known_as="/shopinfo/guide.html",
        kind="scripts",
    ),
    _page("/terms", policies.show_terms, always=True, kind="plain"),
    _page("/privacy", policies.show_privacy, always=True, kind="plain"),
    _page("/look\\.css", look_styles.style_sheet, always=True, kind="plain"),
    _page("/page/{slug}", blocks.show_page, kind="plain"),
    _page("/prices\\.css", shown_prices.style_sheet, always=True, kind="plain"),
    _page("/products\\.txt", product_feed.show, kind="plain"),
    _page("/feed\\.xml", merchant_feed.show_rss, kind="plain"),
    _page("/feed\\.csv", merchant_feed.show_csv, kind="plain"),
    _page("/sitemap\\.xml", sitemap.show_index, kind="plain"),
    _page("/sitemap-{part}\\.xml", sitemap.show_part, kind="plain"),
    _page("/robots\\.txt", sitemap.show_robots, always=True, kind="plain"),
    _page("/llms\\.txt", sitemap.show_llms, kind="plain"),
    _page(
        "/cart",
        cart.show,
        cart.change,
        deeds=cart.DEEDS,
        location="ORDER_BASKET",
        known_as="/order/basket.html",
        kind="scripts",
    ),
    _page(
        "/checkout",
        checkout.show,
        checkout.submit,
        deeds=checkout.DEEDS,
        kind="private",
    ),
    _page(
        "/orders",
        orders.show_list,
        always=True,
        kind="private",
    ),
    # no app reads along who bought what
    _page("/orders/find", guest_orders.show, guest_orders.submit, always=True, kind="private"),
    _page(
        "/orders/{order}",
        orders.show,
        orders.change,
        deeds=orders.DEEDS,
        always=True,
        kind="private",
    ),
    # no app reads along where a buyer pays
    _page(
        "/orders/{order}/payment",
        payment.show,
        payment.submit,
        deeds=payment.DEEDS,
        always=True,
        kind="private",
    ),
    _page(
        "/orders/{order}/claim",
        claims.show,
        claims.submit,
        always=True,
        kind="private",
    ),
    _page(
        "/join",
        accounts.join_page,
        accounts.join,
        kind="private",
    ),
    _page(
        "/sign-in",
        accounts.sign_in_page,
        accounts.sign_in,
        always=True,
        kind="private",
    ),
    _page(
        "/sign-in/with/{service}",
        None,
        social_sign_in.begin,
        deeds=social_sign_in.DEEDS_OF_BEGINNING,
        always=True,
        kind="private",
    ),
    # no app reads along where the answer of a service is in the address
    _page(
        "/sign-in/return",
        social_sign_in.show_return,
        social_sign_in.posted,
        always=True,
        signed=True,
        kind="private",
    ),
    _page(
        "/sign-in/first",
        social_sign_in.join_page,
        social_sign_in.join,
        deeds=social_sign_in.DEEDS_OF_JOINING,
        kind="private",
    ),
    # no app reads along where a member lets an agent act for them
    _page(
        "/agents/authorize",
        agents.consent_page,
        agents.decide,
        deeds=agents.DECISIONS,
        kind="private",
    ),
    _page("/account/agents", agents.show, agents.revoke, kind="private"),
    # no app reads addresses of customers
    _page(
        "/account/addresses",
        addresses.show,
        addresses.change,
        deeds=addresses.DEEDS,
        kind="private",
    ),
    _page("/account/unlink", None, social_sign_in.unlink, kind="private"),
    _page(
        UNSUBSCRIBE_PATH,
        unsubscribing.show,
        unsubscribing.submit,
        always=True,
        signed=True,
        kind="private",
    ),
    _page(
        RESTOCK_PATH,
        restock_notices.show_declining,
        restock_notices.decline,
        always=True,
        signed=True,
        kind="private",
    ),
    _page(subscriber_rules.PATH, newsletters.show, newsletters.submit, always=True, kind="plain"),
    _page(
        subscriber_rules.CONFIRM_PATH,
        newsletters.show_confirmation,
        newsletters.confirm,
        always=True,
        signed=True,
        kind="private",
    ),
    _page("/password", passwords.show, passwords.submit, always=True, kind="private"),
    _page("/sign-out", None, accounts.sign_out, always=True, kind="private"),
    _page(
        "/account",
        accounts.show,
        accounts.change,
        deeds=accounts.DEEDS,
        kind="private",
    ),
    _page(
        "/account/leave",
        accounts.leave_page,
        accounts.leave,
        kind="private",
    ),
    _page(
        "/wishlist",
        member_pages.show_wishlist,
        member_pages.remove_wish,
        kind="private",
    ),
    _page(
        "/coupons",
        member_pages.show_coupons,
        member_pages.claim_coupon,
        kind="private",
    ),
    _page(
        "/points",
        member_pages.show_points,
        kind="private",
    ),
    _page(
        "/boards",
        boards.show_boards,
        location="BOARD_MAIN",
        known_as="/board/index.html",
        kind="scripts",
    ),
    _page(
        "/boards/{number}",
        boards.show_board,
        location="BOARD_FREE_LIST",
        known_as="/board/free/list.html",
        kind="scripts",
    ),
    _page(
        "/boards/{number}/write",
        boards.write_page,
        boards.write,
        kind="private",
        pictures=True,
    ),
    _page(
        "/boards/{number}/articles/{number}",
        boards.show_article,
        boards.change_article,
        deeds=boards.DEEDS,
        location="BOARD_FREE_READ",
        known_as="/board/free/read.html",
        kind="scripts",
    ),
)
SHOP: Final = re.compile(
    r"(?:/shop([1-9][0-9]{0,8})(?=/|\Z))?"
    rf"(?:/skin-skin([1-9][0-9]{{0,8}})(?:\.({framed_previews.PATTERN}))?(?=/|\Z))?"
)
"""What stands before the path of a page: its shop, the theme that is previewed, and its signature
in the frame of the shop editor."""


def find(path: str) -> tuple[Page, tuple[str, ...]] | None:
    """Return the page at a path, and its path arguments; None without a page."""
    path = SHOP.sub("", path, count=1) or "/"
    for page in PAGES:
        match = page.pattern.fullmatch(path)
        if match is not None and not any(_is_too_large(each) for each in match.groups()):
            return page, match.groups()
    return None


def _is_too_large(argument: str | None) -> bool:
    """Return whether a path argument is a number that no resource can have."""
    return bool(argument and _NUMBER.fullmatch(argument)) and int(argument or 0) > LARGEST_INTEGER
