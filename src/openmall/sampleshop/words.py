"""What the shop says after something was done, and in place of what the API says to programs."""

import re
from typing import Final

from openmall.contract.errors import ApiError
from openmall.web.languages import marked

DONE: Final = {
    "cart": marked("It is in your cart."),
    "changed": marked("Your cart was changed."),
    "joined": marked("Welcome! You are signed in now."),
    "signed-in": marked("You are signed in."),
    "signed-out": marked("You are signed out."),
    "saved": marked("Your details were saved."),
    "same": marked("Nothing was different, so nothing was changed."),
    "left": marked("Your membership has ended."),
    "wished": marked("It is on your wish list."),
    "unwished": marked("It was taken off your wish list."),
    "coupon": marked("The coupon is yours."),
    "paid": marked("Thank you! Your payment has arrived."),
    "ordered": marked("Thank you! Your order was placed."),
    "asked": marked("We have received your request."),
    "withdrawn": marked("Your request was withdrawn."),
    "confirmed": marked("Thank you for confirming your purchase."),
    "written": marked("Thank you! It was published."),
    "awaiting": marked("Thank you! It appears once the shop has looked at it."),
    "deleted": marked("It was deleted."),
}
"""Word of an address -> what was done."""

EXPIRED: Final = marked("This page has expired. Go back, load it anew, and try once more.")

_SAID: Final = {
    EXPIRED: EXPIRED,
    "A required parameter is missing.": marked("Please fill this in."),
    "Expected an amount.": marked("Please write a number, such as 1000."),
    "There are not enough in stock.": marked("There are not enough of it in stock."),
    "The variant is not for sale.": marked("It is not for sale at the moment."),
    "There is no such product on sale.": marked("It is not for sale at the moment."),
    "There is no such variant.": marked("Please choose one of the options."),
    "The cart is empty.": marked("Your cart is empty."),
    "The product is for adults: sign in first.": marked("Sign in to buy this: it is for adults."),
    "The product is for members: sign in first.": marked("Sign in to buy this: it is for members."),
    "The product is for other members.": marked("This is sold to other members only."),
    "A guest says who they are.": marked("Please say who you are."),
    "The member id or the password is wrong.": marked("The member ID or the password is wrong."),
    "Too many attempts to sign in.": marked("Too many attempts. Please wait a little."),
    "Too many sign up from here.": marked("Too many people join from here. Please wait a little."),
    "This customer may not sign in.": marked("This member may not sign in."),
    "This customer may not buy.": marked("You may not buy here. Please ask the shop."),
    "The shop cannot be paid like this.": marked("The shop cannot be paid like this."),
    "The shop confirms purchases itself.": marked("The shop confirms purchases itself."),
    "The order does not await payment.": marked("This order does not wait for payment any more."),
    "You may not write on this board.": marked("You may not write on this board."),
    "Points are not spent together with coupons.": marked(
        "Points cannot be used together with coupons."
    ),
    "The key was used for another call.": marked(
        "This order was sent before with something else in it. Look at your orders first."
    ),
}
"""What the API says -> what a shopper is told instead."""

_FORMS: Final = (
    (re.compile(r"Expected `?str`? of length >= 1"), marked("Please fill this in.")),
    (re.compile(r"Expected integer(\.|, got)"), marked("Please write a whole number.")),
    (re.compile(r"Expected .*of length >= "), marked("This is too short.")),
    (re.compile(r"Expected .*of length <= "), marked("This is too long.")),
    (re.compile(r"Expected .*matching regex"), marked("Please write this in another form.")),
    (re.compile(r"Expected .*(>=|<=|from)"), marked("This number is out of bounds.")),
)

_STATUS: Final = {
    400: marked("This address or form is not complete."),
    403: marked("This is not allowed."),
    404: marked("There is no such page in this shop, or not any more."),
    405: marked("This page cannot be used like that."),
    413: marked("That was too much to be sent at once."),
    503: marked("The shop is not available for a moment. Please try again."),
    504: marked("That took too long. Please try again."),
}


def said_of(problem: ApiError) -> str:
    """Return what a shopper is told of a problem; what has no words here is as the API says it."""
    known = _SAID.get(problem.message)
    if known is not None:
        return known
    for form, words in _FORMS:
        if form.match(problem.message):
            return words
    return problem.message


def title_of(status: int) -> str:
    """Return what a page is headed by that cannot show what was asked for."""
    if status == 404:
        return marked("Not here")
    return marked("This did not work")


def of_status(problem: ApiError) -> str:
    """Return what a page says that cannot show what was asked for."""
    if problem.message in _SAID:
        return _SAID[problem.message]
    return _STATUS.get(problem.status, problem.message)
