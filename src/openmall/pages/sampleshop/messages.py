"""Messages of the shop: after an action, and for errors of the API."""

import re
from collections.abc import Callable
from typing import Final

from openmall.commerce.order.billing.refusals import PAYMENT_METHOD_NOT_OFFERED
from openmall.commerce.order.placement.checkout.refusals import GUEST_ORDER_NOT_FOUND, GUEST_UNKNOWN
from openmall.commerce.personal.addresses.refusals import ADDRESS_BOOK_FULL
from openmall.commerce.store.refusals import SHOP_CLOSED
from openmall.contract.errors import ApiError
from openmall.http.web import problem_links
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.checkout_fields import SeveralInvalid

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

EXPIRED: Final = marked("This page has expired. Go back, reload it and try again.")
FOREIGN: Final = marked("Another website sent this form. Nothing was changed.")

_MESSAGES: Final = {
    EXPIRED: EXPIRED,
    FOREIGN: FOREIGN,
    "A required parameter is missing.": marked("Please fill this in."),
    "Expected an amount.": marked("Please enter a number such as 1000."),
    "There are not enough in stock.": marked("Not enough stock."),
    "The variant is not for sale.": marked("This product is currently not for sale."),
    "There is no such product on sale.": marked("This product is currently not for sale."),
    "There is no such variant.": marked("Please choose one of the options."),
    "Choose one of each option.": marked("Please choose one of the options."),
    "This combination is not available.": marked("This combination is not available."),
    "The variant is in stock.": marked("This is in stock: you can order it now."),
    "`email` is required of a guest.": marked("Please enter your email address."),
    "Too many notices are waited for.": marked("You are waiting for too many products already."),
    "The shop sends no notices of this product.": marked(
        "The shop sends no restock notices of this product."
    ),
    "The shop sends notices to members: sign in first.": marked(
        "Sign in to be told when it is back in stock."
    ),
    "The cart is empty.": marked("Your cart is empty."),
    "The product is for adults: sign in first.": marked("Sign in to buy this: it is for adults."),
    "The product is for members: sign in first.": marked("Sign in to buy this: it is for members."),
    "The product is for other members.": marked("This product is sold to certain members only."),
    "The shop sells to members: sign in first.": marked("Sign in to buy here."),
    GUEST_UNKNOWN.message: marked("Please enter your contact details."),
    "The member id or the password is wrong.": marked("The member ID or the password is wrong."),
    "Too many attempts to sign in.": marked("Too many attempts. Please try again later."),
    "Too many wrong passwords.": marked("Too many attempts. Please try again later."),
    "Too many pages were opened.": marked("Too many attempts. Please try again later."),
    "Too many sign up from here.": marked("Too many sign-ups. Please try again later."),
    "This link is not valid any more.": marked("This link is not valid any more."),
    "This sign-in is not valid any more.": marked("This sign-in has expired. Please start again."),
    "This sign-in has expired. Please start again.": marked(
        "This sign-in has expired. Please start again."
    ),
    "The sign-in was cancelled.": marked("The sign-in was cancelled."),
    "The service did not confirm the sign-in.": marked(
        "The service did not confirm the sign-in. Please try again."
    ),
    "The sign-in service does not answer. Try again later.": marked(
        "The sign-in service is not available. Please try again later, or sign in another way."
    ),
    "The shop offers no sign-in with this service.": marked(
        "The shop does not offer this sign-in."
    ),
    "The account is linked to another customer.": marked(
        "This account is connected to another customer of the shop."
    ),
    "Set a password first: there is no other way to sign in.": marked(
        "Set a password first. Without it you could not sign in any more."
    ),
    "Sign out and sign in again first: this needs a recent sign-in.": marked(
        "Please sign out, sign in again, and repeat this within ten minutes."
    ),
    "This customer may not sign in.": marked("This account cannot sign in."),
    "This customer may not buy.": marked("You cannot buy here. Please contact the shop."),
    SHOP_CLOSED.message: marked("The shop is closed and takes no orders now."),
    PAYMENT_METHOD_NOT_OFFERED.message: marked("This payment method is not available."),
    "The shop confirms purchases itself.": marked("The shop confirms purchases itself."),
    "The shop has dealt with it already.": marked("The shop is already dealing with this request."),
    "The claim does not exist.": marked("This request is no longer open."),
    "Nothing of the order was delivered.": marked("This purchase is already confirmed."),
    "The order does not await payment.": marked("This order is no longer waiting for payment."),
    "You may not write on this board.": marked("You cannot write on this board."),
    GUEST_ORDER_NOT_FOUND.message: marked(
        "There is no order with this number and contact. Check both."
    ),
    "The gateway has not stored it yet.": marked("This card is not stored yet."),
    "A subscription is paid with it.": marked("A subscription is charged to this card."),
    "No gateway of the shop stores it.": marked("The shop has no subscriptions by card."),
    "Points are not spent together with coupons.": marked(
        "Points cannot be used together with coupons."
    ),
    "The shop has no such discount code.": marked("There is no such code. Please check it."),
    "There is no such coupon code.": marked("There is no such code. Please check it."),
    "The discount code would take nothing off.": marked("This code takes nothing off your cart."),
    "The discount code does not hold yet.": marked("This code cannot be used yet."),
    "The discount code does not hold any more.": marked("This code has expired."),
    "The discount code cannot be used any more.": marked("This code has been used up."),
    "Sign in first: the discount code is for members.": marked("Sign in to use this code."),
    "Sign in first: the discount code is limited for each buyer.": marked(
        "Sign in to use this code."
    ),
    "You have used this discount code.": marked("You have used this code already."),
    "The coupon code has been used.": marked("You have used this code already."),
    "You have had this coupon.": marked("You have used this code already."),
    ADDRESS_BOOK_FULL.message: marked(
        "Your address book is full. Remove an address to add another one."
    ),
    "The key was used for another call.": marked(
        "This order was already submitted with other content. Check your orders first."
    ),
}
"""Message of the API -> message for the shopper."""

_PATTERNS: Final = (
    (re.compile(r"Expected `?str`? of length >= 1"), marked("Please fill this in.")),
    (re.compile(r"Expected integer(\.|, got)"), marked("Please enter a whole number.")),
    (re.compile(r"Expected .*of length >= "), marked("This is too short.")),
    (re.compile(r"Expected .*of length <= "), marked("This is too long.")),
    (re.compile(r"The first possible day is "), marked("Please choose a later day.")),
    (re.compile(r"One of: T\."), marked("Please agree to this first.")),
    (
        re.compile(r"It is sold in subscriptions only: "),
        marked("It is sold in subscriptions only."),
    ),
    (re.compile(r"Invalid enum value "), marked("Please choose one of the options.")),
    (re.compile(r"An amount in [A-Z]{3} has no decimals"), marked("Please enter a whole amount.")),
    (
        re.compile(r"An amount in [A-Z]{3} has at most \d+ decimals"),
        marked("The amount has too many decimals."),
    ),
    (re.compile(r"Wrong format: "), marked("Please check the format.")),
    (re.compile(r"Expected .*(>=|<=|from)"), marked("This number is out of range.")),
    (re.compile(r"Only \d+ were bought\."), marked("This number is out of range.")),
)
_OF_ITEMS: Final = re.compile(
    r"The shop takes no \w+ of an item in state |An item in state \w+ cannot be claimed\."
)

_SEVERAL: Final = marked("Please check these fields:")
_DEFECT: Final = re.compile(r"Internal error\. Quote (\S+) ")
_OUR_FAULT: Final = marked(
    "Something went wrong on our side. Please try again later, and quote {number} if you report it."
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


def message_of(problem: ApiError) -> str:
    """Return the message of an error for the shopper; without one, that of the API."""
    message = _MESSAGES.get(problem.message)
    if message is not None:
        return message
    for pattern, message in _PATTERNS:
        if pattern.match(problem.message):
            return message
    if _OF_ITEMS.match(problem.message):
        return marked("This cannot be requested for the item any more, or not yet.")
    return problem.message


def alert_of(problem: ApiError) -> str:
    """Return the message at the top of a page; of several wrong fields their links follow it."""
    return _SEVERAL if isinstance(problem, SeveralInvalid) else message_of(problem)


def messages_by_parameter(problem: ApiError | None) -> dict[str | None, str]:
    """Return the message beside each wrong field, by its parameter."""
    if problem is None:
        return {}
    several = problem.problems if isinstance(problem, SeveralInvalid) else [problem]
    return {each.parameter: message_of(each) for each in several}


def name_wrong_fields(problem: ApiError | None, html: str) -> str:
    """Return a page whose alert names its wrong fields where the message suits any field."""
    if problem is None:
        return html
    if isinstance(problem, SeveralInvalid):
        return problem_links.name_fields(html)
    is_general = message_of(problem) in {message for _, message in _PATTERNS}
    return problem_links.name_field(html) if is_general else html


def error_title(status: int) -> str:
    """Return the title of an error page."""
    if status == 404:
        return marked("Page not found")
    return marked("Something went wrong")


def error_text(problem: ApiError, translate: Callable[[str], str]) -> str:
    """Return the text of an error page in the language of `translate`."""
    if defect := _DEFECT.match(problem.message):
        return translate(_OUR_FAULT).format(number=defect[1])
    if problem.message in _MESSAGES:
        return translate(_MESSAGES[problem.message])
    return translate(_STATUS_MESSAGES.get(problem.status, problem.message))
