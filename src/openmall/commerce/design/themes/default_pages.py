"""The pages of the default theme, which are shipped with openmall and not stored by malls."""

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent / "default_theme"

HOME: Final = "/index.html"
CONTENT: Final = "/page.html"
"""A page that a merchant made of blocks."""
CATEGORY: Final = "/product/list.html"
SEARCH: Final = "/product/search.html"
FRAME: Final = "/layout/frame.html"
"""What stands around the content of every page."""
ERROR: Final = "/error.html"
PRODUCT: Final = "/product/detail.html"
INFORMATION: Final = "/shopinfo/guide.html"
TERMS: Final = "/member/agreement.html"
PRIVACY: Final = "/member/privacy.html"
CLOSED: Final = "/closed.html"
"""The shop is closed to shoppers for a while."""
CART: Final = "/order/basket.html"
CHECKOUT: Final = "/order/orderform.html"
PAYMENT: Final = "/order/payment.html"
ORDERS: Final = "/myshop/order/list.html"
GUEST_ORDER: Final = "/myshop/order/guest.html"
"""A guest finds an order again."""
ORDER: Final = "/myshop/order/detail.html"
CLAIM: Final = "/myshop/order/claim.html"
JOIN: Final = "/member/join.html"
SIGN_IN: Final = "/member/login.html"
SOCIAL_LEAVING: Final = "/member/social_leaving.html"
"""The browser goes to the page of another service."""
SOCIAL_FIRST: Final = "/member/social_first.html"
"""Somebody signs in with an account of another service for the first time."""
RENEWAL: Final = "/member/password.html"
"""A new password is chosen."""
UNSUBSCRIBE: Final = "/member/unsubscribe.html"
RESTOCK: Final = "/member/restock.html"
"""Notices of what is back in stock are declined."""
LEAVE: Final = "/member/leave.html"
ACCOUNT: Final = "/myshop/index.html"
SUBSCRIPTIONS: Final = "/myshop/subscription/list.html"
CARDS: Final = "/myshop/subscription/cards.html"
TEST_CARD: Final = "/myshop/subscription/test_card.html"
"""What becomes of the charges of a test card is chosen."""
SUBSCRIBE: Final = "/product/subscribe.html"
WISH_LIST: Final = "/myshop/wish_list.html"
COUPONS: Final = "/myshop/coupon/coupon.html"
POINTS: Final = "/myshop/mileage/historyList.html"
BOARDS: Final = "/board/index.html"
BOARD: Final = "/board/free/list.html"
WRITE: Final = "/board/free/write.html"
ARTICLE: Final = "/board/free/read.html"

PAGES: Final = {
    f"/{path.relative_to(_FOLDER).as_posix()}": path.read_text(encoding="utf-8")
    for path in sorted(_FOLDER.rglob("*.html"))
}
"""Path of a page -> its template."""

PLACES: Final = {"MAIN": HOME, "LIST": CATEGORY, "SEARCH": SEARCH}
"""Values of `display_location` -> the page below whose content a page is shown."""
