"""Transitional: wordings of refusals that have no constants yet, by their English messages."""

import re
from typing import Final

from openmall.commerce.order.placement.checkout.guest_lookup import NOT_FOUND
from openmall.commerce.personal.addresses.rules import FULL
from openmall.commerce.store.closing_setting import CLOSED
from openmall.contract.errors import ApiError
from openmall.http.web.languages import marked

_MESSAGES: Final = (
    (re.compile(re.escape("There are not enough in stock.")), marked("Not enough stock.")),
    (
        re.compile(re.escape("The variant is not for sale.")),
        marked("This product is currently not for sale."),
    ),
    (
        re.compile(re.escape("There is no such product on sale.")),
        marked("This product is currently not for sale."),
    ),
    (re.compile(re.escape("This is in stock.")), marked("This is in stock: you can order it now.")),
    (
        re.compile(re.escape("A guest says where to write to.")),
        marked("Please enter your email address."),
    ),
    (
        re.compile(re.escape("Too many notices are waited for.")),
        marked("You are waiting for too many products already."),
    ),
    (
        re.compile(re.escape("The shop sends no notices of this product.")),
        marked("The shop sends no restock notices of this product."),
    ),
    (
        re.compile(re.escape("The shop sends notices to members: sign in first.")),
        marked("Sign in to be told when it is back in stock."),
    ),
    (re.compile(re.escape("The cart is empty.")), marked("Your cart is empty.")),
    (
        re.compile(re.escape("The product is for adults: sign in first.")),
        marked("Sign in to buy this: it is for adults."),
    ),
    (
        re.compile(re.escape("The product is for members: sign in first.")),
        marked("Sign in to buy this: it is for members."),
    ),
    (
        re.compile(re.escape("The product is for other members.")),
        marked("This product is sold to certain members only."),
    ),
    (
        re.compile(re.escape("The shop sells to members: sign in first.")),
        marked("Sign in to buy here."),
    ),
    (
        re.compile(re.escape("A guest says who they are.")),
        marked("Please enter your contact details."),
    ),
    (
        re.compile(re.escape("The member id or the password is wrong.")),
        marked("The member ID or the password is wrong."),
    ),
    (
        re.compile(re.escape("Too many attempts to sign in.")),
        marked("Too many attempts. Please try again later."),
    ),
    (
        re.compile(re.escape("Too many wrong passwords.")),
        marked("Too many attempts. Please try again later."),
    ),
    (
        re.compile(re.escape("Too many sign up from here.")),
        marked("Too many sign-ups. Please try again later."),
    ),
    (
        re.compile(re.escape("This link is not valid any more.")),
        marked("This link is not valid any more."),
    ),
    (
        re.compile(re.escape("This sign-in is not valid any more.")),
        marked("This sign-in has expired. Please start again."),
    ),
    (
        re.compile(re.escape("The service did not confirm the sign-in.")),
        marked("The service did not confirm the sign-in. Please try again."),
    ),
    (
        re.compile(re.escape("The sign-in service does not answer. Try again later.")),
        marked(
            "The sign-in service is not available. Please try again later, or sign in another way."
        ),
    ),
    (
        re.compile(re.escape("The shop offers no sign-in with this service.")),
        marked("The shop does not offer this sign-in."),
    ),
    (
        re.compile(re.escape("The account is linked to another customer.")),
        marked("This account is connected to another customer of the shop."),
    ),
    (
        re.compile(re.escape("Set a password first: there is no other way to sign in.")),
        marked("Set a password first. Without it you could not sign in any more."),
    ),
    (
        re.compile(re.escape("Sign out and sign in again first: this needs a recent sign-in.")),
        marked("Please sign out, sign in again, and repeat this within ten minutes."),
    ),
    (
        re.compile(re.escape("This customer may not sign in.")),
        marked("This account cannot sign in."),
    ),
    (
        re.compile(re.escape("This customer may not buy.")),
        marked("You cannot buy here. Please contact the shop."),
    ),
    (re.compile(re.escape(CLOSED)), marked("The shop is closed and takes no orders now.")),
    (
        re.compile(re.escape("The shop cannot be paid like this.")),
        marked("This payment method is not available."),
    ),
    (
        re.compile(re.escape("The shop confirms purchases itself.")),
        marked("The shop confirms purchases itself."),
    ),
    (
        re.compile(re.escape("The shop has dealt with it already.")),
        marked("The shop is already dealing with this request."),
    ),
    (
        re.compile(re.escape("Nothing of the order was delivered.")),
        marked("This purchase is already confirmed."),
    ),
    (
        re.compile(re.escape("The order does not await payment.")),
        marked("This order is no longer waiting for payment."),
    ),
    (
        re.compile(re.escape("You may not write on this board.")),
        marked("You cannot write on this board."),
    ),
    (
        re.compile(re.escape(NOT_FOUND)),
        marked("There is no order with this number and contact. Check both."),
    ),
    (
        re.compile(re.escape("The gateway has not stored it yet.")),
        marked("This card is not stored yet."),
    ),
    (
        re.compile(re.escape("A subscription is paid with it.")),
        marked("A subscription is charged to this card."),
    ),
    (
        re.compile(re.escape("No gateway of the shop stores it.")),
        marked("The shop has no subscriptions by card."),
    ),
    (
        re.compile(re.escape("Points are not spent together with coupons.")),
        marked("Points cannot be used together with coupons."),
    ),
    (
        re.compile(re.escape("The shop has no such discount code.")),
        marked("There is no such code. Please check it."),
    ),
    (
        re.compile(re.escape("There is no such coupon code.")),
        marked("There is no such code. Please check it."),
    ),
    (
        re.compile(re.escape("The discount code would take nothing off.")),
        marked("This code takes nothing off your cart."),
    ),
    (
        re.compile(re.escape("The discount code does not hold yet.")),
        marked("This code cannot be used yet."),
    ),
    (
        re.compile(re.escape("The discount code does not hold any more.")),
        marked("This code has expired."),
    ),
    (
        re.compile(re.escape("The discount code cannot be used any more.")),
        marked("This code has been used up."),
    ),
    (
        re.compile(re.escape("Sign in first: the discount code is for members.")),
        marked("Sign in to use this code."),
    ),
    (
        re.compile(re.escape("Sign in first: the discount code is limited for each buyer.")),
        marked("Sign in to use this code."),
    ),
    (
        re.compile(re.escape("You have used this discount code.")),
        marked("You have used this code already."),
    ),
    (
        re.compile(re.escape("The coupon code has been used.")),
        marked("You have used this code already."),
    ),
    (
        re.compile(re.escape("You have had this coupon.")),
        marked("You have used this code already."),
    ),
    (
        re.compile(re.escape(FULL)),
        marked("Your address book is full. Remove an address to add another one."),
    ),
    (
        re.compile(re.escape("The key was used for another call.")),
        marked("This order was already submitted with other content. Check your orders first."),
    ),
)
_PATTERNS: Final = (
    (re.compile(r"The first possible day is "), marked("Please choose a later day.")),
    (
        re.compile(r"It is sold in subscriptions only: "),
        marked("It is sold in subscriptions only."),
    ),
    (re.compile(r"Expected an amount from"), marked("This number is out of range.")),
    (re.compile(r"Only \d+ were bought\."), marked("This number is out of range.")),
)
_OF_ITEMS: Final = re.compile(
    r"The shop takes no \w+ of an item in state |An item in state \w+ cannot be claimed\."
)
DEFECT: Final = re.compile(r"Internal error\. Quote (\S+) ")


def known(problem: ApiError) -> str | None:
    for pattern, message in _MESSAGES:
        if pattern.fullmatch(problem.message):
            return message
    return None


def general(problem: ApiError) -> str | None:
    for pattern, message in _PATTERNS:
        if pattern.match(problem.message):
            return message
    return None


def of_items(problem: ApiError) -> str | None:
    if _OF_ITEMS.match(problem.message):
        return marked("This cannot be requested for the item any more, or not yet.")
    return None
