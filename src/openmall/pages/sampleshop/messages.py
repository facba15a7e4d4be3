"""Messages of the shop: after an action, and for errors of the API."""

from collections.abc import Mapping
from typing import Final

from openmall.commerce.community.boards.shape import LINK
from openmall.commerce.community.storefront_boards.takes import ORDER_NO
from openmall.commerce.customer.customers.refusals import PERSONAL_DATE_OUT_OF_BOUNDS
from openmall.commerce.customer.customers.takes import MEMBER_ID
from openmall.contract import patterns, refusals
from openmall.contract.errors import ApiError
from openmall.contract.refusal import Translate, Value, fill
from openmall.http.refusals import INTERNAL_FAILURE
from openmall.http.web import problem_links
from openmall.http.web.languages import marked
from openmall.http.web.wordings import Wordings, said, wording
from openmall.pages.sampleshop import wordings_of_areas
from openmall.pages.sampleshop.checkout_fields import SeveralInvalid
from openmall.pages.sampleshop.refusals import (
    ASSISTANT_REQUEST_INVALID,
    FORM_EXPIRED,
    FORM_OF_ANOTHER_SITE,
    OPTION_NOT_CHOSEN,
    TOO_MANY_PAGES_OPENED,
    WITHDRAWAL_NOT_AGREED,
)

ACTION_MESSAGES: Final = {
    "cart": marked("Added to your cart."),
    "changed": marked("Your cart was changed."),
    "gift": marked("Your gift was added to the order."),
    "joined": marked("Welcome! You are signed in now."),
    "signed-in": marked("You are signed in."),
    "cart-reduced": marked(
        "You are signed in. Your cart holds less than before: not all of it can be bought."
    ),
    "link-sent": marked("If there is such an account, we have sent you an email with a link."),
    "password": marked("Your password was saved. Sign in with it now."),
    "campaign": marked("You are signed in. My account has a reward for you."),
    "signed-out": marked("You are signed out."),
    "linked": marked("The account was connected. You can sign in with it now."),
    "unlinked": marked("The account was disconnected."),
    "agent-revoked": marked("The assistant cannot act for you any more."),
    "saved": marked("Your details were saved."),
    "same": marked("No changes to save."),
    "left": marked("Your account was closed."),
    "wished": marked("Added to your wish list."),
    "restock": marked("We will write to you when it is back in stock."),
    "restock-ended": marked("We will not write to you about this product."),
    "newsletter": marked("Thank you! You get our newsletter from now on."),
    "newsletter-asked": marked(
        "Almost done: please open the email we have sent you, and confirm there."
    ),
    "unwished": marked("Removed from your wish list."),
    "coupon": marked("The coupon was added."),
    "code": marked("The code was applied."),
    "code-removed": marked("The code was removed."),
    "address": marked("The address was saved."),
    "address-removed": marked("The address was removed."),
    "paid": marked("Thank you! Your payment has arrived."),
    "ordered": marked("Thank you! Your order was placed."),
    "asked": marked("We have received your request."),
    "withdrawn": marked("Your request was withdrawn."),
    "confirmed": marked("Thank you for confirming your purchase."),
    "written": marked("Thank you! Your post was published."),
    "awaiting": marked("Thank you! Your post appears after the shop has reviewed it."),
    "subscribed": marked("Thank you! You have subscribed."),
    "skipped": marked("The next delivery is skipped."),
    "paused": marked("The subscription is paused."),
    "resumed": marked("The subscription goes on."),
    "ended": marked("The subscription has ended."),
    "subscription-changed": marked("Your subscription was changed."),
    "card": marked("The card was stored."),
    "card-removed": marked("The card was removed."),
    "deleted": marked("Deleted."),
}
"""Value of `?done=` -> message."""


def _gone(values: Mapping[str, Value]) -> str | None:
    is_claim = values["resource"] == "claim"
    return marked("This request is no longer open.") if is_claim else None


def _no_such(values: Mapping[str, Value]) -> str | None:
    return _MISSING.get(values["resource"])


def _of_type(values: Mapping[str, Value]) -> str | None:
    return marked("Please enter a whole number.") if values["expected"] == "integer" else None


def _out_of_range(values: Mapping[str, Value]) -> str:
    if "least" in values and "most" in values:
        return marked("Please enter a number from {least} to {most}.")
    if "least" in values:
        return marked("Please enter {least} or more.")
    return marked("Please enter {most} or less.")


def _too_short(values: Mapping[str, Value]) -> str:
    if str(values["least"]) == "1":
        return marked("Please fill this in.")
    return marked("Please enter at least {least} characters.")


def _of_format(values: Mapping[str, Value]) -> str:
    return FORMATS.get(values["expected"], marked("Please check the format: {expected}."))


FORMATS: Final[dict[Value, str]] = {
    patterns.expected(patterns.EMAIL): marked(
        "Please enter an e-mail address, such as name@example.com."
    ),
    patterns.expected(patterns.PHONE): marked(
        "Please enter a phone number: digits, +, -, dots, spaces and parentheses only."
    ),
    patterns.expected(MEMBER_ID): marked(
        "Please enter 4 to 16 lowercase letters (a to z) and digits."
    ),
    patterns.expected(ORDER_NO): marked("Please enter an order number, such as 20261121-0000001."),
    patterns.expected(LINK): marked(
        "Please enter an address that begins with http://, https:// or /."
    ),
}
"""What a pattern expects -> what a shopper enters."""

_MISSING: Final[dict[Value, str]] = {
    "coupon code": marked("There is no such code. Please check it."),
    "product on sale": marked("This product is currently not for sale."),
    "variant": marked("Please choose one of the options."),
}
"""Resource that there is not -> wording."""
_WORDINGS: Final[Wordings] = {
    **wordings_of_areas.WORDINGS,
    refusals.DOES_NOT_EXIST: _gone,
    refusals.NO_SUCH: _no_such,
    TOO_MANY_PAGES_OPENED: marked("Too many attempts. Please try again later."),
}
"""What shoppers are told where the API speaks to programs."""
_OF_ANY_FIELD: Final[Wordings] = {
    **wordings_of_areas.OF_ANY_FIELD,
    refusals.MISSING: marked("Please fill this in."),
    refusals.NO_AMOUNT: marked("Please enter a number such as 1000."),
    refusals.NO_DATE: marked("Please enter a date such as 1990-12-31."),
    refusals.EXPECTED_TYPE: _of_type,
    refusals.WRONG_TYPE: _of_type,
    refusals.TOO_SHORT: _too_short,
    refusals.TOO_LONG: marked("Please enter at most {most} characters."),
    refusals.TOO_SMALL: _out_of_range,
    refusals.TOO_GREAT: _out_of_range,
    refusals.UNKNOWN_ENUM_VALUE: marked("Please choose one of the options."),
    refusals.NO_DECIMALS: marked("Please enter a whole amount."),
    refusals.TOO_MANY_DECIMALS: marked("The amount has too many decimals."),
    refusals.WRONG_FORMAT: _of_format,
}
"""Wordings that suit any field: the alert names the one that is meant."""
_NAMELESS: Final = frozenset(
    {
        *_OF_ANY_FIELD,
        OPTION_NOT_CHOSEN,
        PERSONAL_DATE_OUT_OF_BOUNDS,
        WITHDRAWAL_NOT_AGREED,
    }
)
_TOLD_ON_ERROR_PAGES: Final[Wordings] = {
    **_WORDINGS,
    FORM_EXPIRED: FORM_EXPIRED.message,
    FORM_OF_ANOTHER_SITE: FORM_OF_ANOTHER_SITE.message,
    ASSISTANT_REQUEST_INVALID: marked(
        "The assistant's request is not valid ({error}). Please start again at the assistant."
    ),
}
"""What an error page tells; of other refusals it tells what their status means."""


_SEVERAL: Final = marked("Please check these fields:")
_OUR_FAULT: Final = marked(
    "Something went wrong on our side. Please try again later,"
    " and quote {request_id} if you report it."
)

_STATUS_MESSAGES: Final = {
    400: marked("This address or form is not complete."),
    403: marked("This is not allowed."),
    404: marked("This page does not exist or is no longer available."),
    405: marked("This page does not support this request."),
    413: marked("The data is too large."),
    503: marked("The shop is temporarily unavailable. Please try again."),
    504: marked("That took too long. Please try again."),
}


def message_of(problem: ApiError, translate: Translate) -> str:
    """Return the message of an error for the shopper, in the language of `translate`."""
    return said(problem.reason, translate, _WORDINGS, _OF_ANY_FIELD)


def alert_of(problem: ApiError | None, translate: Translate) -> str:
    """Return the message at the top of a page; of several wrong fields their links follow it."""
    if problem is None:
        return ""
    if isinstance(problem, SeveralInvalid):
        return translate(_SEVERAL)
    return message_of(problem, translate)


def messages_by_parameter(problem: ApiError | None, translate: Translate) -> dict[str | None, str]:
    """Return the message beside each wrong field, by its parameter."""
    if problem is None:
        return {}
    several = problem.problems if isinstance(problem, SeveralInvalid) else [problem]
    return {each.parameter: message_of(each, translate) for each in several}


def name_wrong_fields(problem: ApiError | None, html: str) -> str:
    """Return a page whose alert names its wrong fields where the message suits any field."""
    if problem is None:
        return html
    if isinstance(problem, SeveralInvalid):
        return problem_links.name_fields(html)
    is_general = problem.refusal in _NAMELESS
    return problem_links.name_field(html) if is_general else html


def error_title(status: int) -> str:
    """Return the title of an error page."""
    if status == 404:
        return marked("Page not found")
    return marked("Something went wrong")


def error_text(problem: ApiError, translate: Translate) -> str:
    """Return the text of an error page in the language of `translate`."""
    if problem.refusal == INTERNAL_FAILURE:
        return fill(_OUR_FAULT, problem.reason.values, translate)
    told = wording(problem.reason, _TOLD_ON_ERROR_PAGES) is not None
    if told or problem.status not in _STATUS_MESSAGES:
        return said(problem.reason, translate, _TOLD_ON_ERROR_PAGES)
    return translate(_STATUS_MESSAGES[problem.status])
