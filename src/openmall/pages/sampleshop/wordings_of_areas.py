"""What the shop says for what the areas of the business refuse."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from openmall.access.refusals import LINK_NOT_VALID
from openmall.api.pipeline.idempotency.refusals import KEY_OF_ANOTHER_CALL
from openmall.api.pipeline.refusals import AMOUNT_OUT_OF_BOUNDS
from openmall.commerce.community.refusals import TOO_MANY_POST_PASSWORDS
from openmall.commerce.community.storefront_boards.refusals import (
    BOARD_NOT_WRITABLE,
    TOO_MANY_PICTURES,
)
from openmall.commerce.customer.customers.refusals import (
    RECENT_SIGN_IN_NEEDED,
    SIGN_IN_BLOCKED,
    WRONG_CREDENTIALS,
)
from openmall.commerce.customer.refusals import ACCOUNT_LINKED_ELSEWHERE
from openmall.commerce.mileage.entries.refusals import BALANCE_TOO_SMALL
from openmall.commerce.notification.restock.refusals import (
    ALREADY_IN_STOCK,
    NO_RESTOCK_NOTICES,
    NOTICE_WITHOUT_ADDRESS,
    RESTOCK_NOTICES_FOR_MEMBERS,
    TOO_MANY_RESTOCK_NOTICES,
)
from openmall.commerce.notification.subscribers.refusals import NEWSLETTER_WITHOUT_ADDRESS
from openmall.commerce.order.billing.payments.refusals import ORDER_NOT_AWAITING_PAYMENT
from openmall.commerce.order.billing.refusals import PAYMENT_METHOD_NOT_OFFERED
from openmall.commerce.order.billing.stored_methods.refusals import (
    METHOD_NOT_STORED_YET,
    METHOD_PAYS_SUBSCRIPTION,
    NO_GATEWAY_STORES_METHOD,
)
from openmall.commerce.order.claims.refusals import ITEM_NOT_CLAIMABLE, MORE_THAN_BOUGHT
from openmall.commerce.order.placement.checkout.refusals import (
    CART_EMPTY,
    GUEST_ORDER_NOT_FOUND,
    GUEST_UNKNOWN,
    MEMBERS_ONLY_SHOP,
    POINTS_BESIDE_COUPONS,
)
from openmall.commerce.order.placement.placing.refusals import NO_VARIANT_WITH_CODE
from openmall.commerce.order.placement.refusals import CUSTOMER_MAY_NOT_BUY
from openmall.commerce.order.placement.subscription_rules.refusals import (
    DELIVERY_CYCLE_NOT_OFFERED,
    DELIVERY_LIMIT_NOT_OFFERED,
)
from openmall.commerce.order.placement.subscriptions.refusals import DELIVERY_DAY_TOO_EARLY
from openmall.commerce.order.refusals import CLAIM_NOT_WITHDRAWABLE
from openmall.commerce.order.selfservice.refusals import (
    CLAIM_DECIDED,
    CLAIM_NOT_TAKEN_NOW,
    NOTHING_DELIVERED,
    SHOP_CONFIRMS_PURCHASES,
)
from openmall.commerce.personal.addresses.refusals import ADDRESS_BOOK_FULL
from openmall.commerce.personal.carts.refusals import (
    SIGN_IN_FOR_ADULT_PRODUCT,
    SOLD_IN_SUBSCRIPTIONS_ONLY,
    SOLD_TO_MEMBERS,
    SOLD_TO_OTHER_MEMBERS,
    VARIANT_NOT_FOR_SALE,
)
from openmall.commerce.personal.social.refusals import (
    ONLY_WAY_TO_SIGN_IN,
    SIGN_IN_EXPIRED,
    SIGN_IN_NOT_CONFIRMED,
    SIGN_IN_SERVICE_AWAY,
    SIGN_IN_SERVICE_NOT_OFFERED,
)
from openmall.commerce.product.refusals import OUT_OF_STOCK
from openmall.commerce.promotion.code_uses.refusals import (
    CODE_TAKES_NOTHING_OFF,
    DISCOUNT_CODE_EXPIRED,
    DISCOUNT_CODE_FOR_MEMBERS,
    DISCOUNT_CODE_LIMITED_BY_BUYER,
    DISCOUNT_CODE_NOT_YET_VALID,
    DISCOUNT_CODE_USED_BY_BUYER,
    DISCOUNT_CODE_USED_UP,
    UNKNOWN_DISCOUNT_CODE,
)
from openmall.commerce.promotion.serialcoupons.refusals import COUPON_CODE_USED, COUPON_HAD_ALREADY
from openmall.commerce.store.refusals import SHOP_CLOSED, TOO_MANY_SIGN_UPS
from openmall.contract.refusal import Value
from openmall.contract.refusals import TOO_MANY_SIGN_INS
from openmall.http.web.languages import marked
from openmall.http.web.wordings import Wordings


def _balance(values: Mapping[str, Value]) -> str:
    if not Decimal(str(values["amount"])):
        return marked("You have no {pot}.")
    return marked("You have only {amount} {currency} in {pot}.")


WORDINGS: Final[Wordings] = {
    BALANCE_TOO_SMALL: _balance,
    OUT_OF_STOCK: marked("Not enough stock."),
    NO_VARIANT_WITH_CODE: marked("A product in your cart is no longer sold. Please remove it."),
    VARIANT_NOT_FOR_SALE: marked("This product is currently not for sale."),
    ALREADY_IN_STOCK: marked("This is in stock: you can order it now."),
    NEWSLETTER_WITHOUT_ADDRESS: marked("Please enter your email address."),
    NOTICE_WITHOUT_ADDRESS: marked("Please enter your email address."),
    TOO_MANY_RESTOCK_NOTICES: marked("You are waiting for too many products already."),
    NO_RESTOCK_NOTICES: marked("The shop sends no restock notices of this product."),
    RESTOCK_NOTICES_FOR_MEMBERS: marked("Sign in to be told when it is back in stock."),
    CART_EMPTY: marked("Your cart is empty."),
    SIGN_IN_FOR_ADULT_PRODUCT: marked("Sign in to buy this: it is for adults."),
    SOLD_TO_MEMBERS: marked("Sign in to buy this: it is for members."),
    SOLD_TO_OTHER_MEMBERS: marked("This product is sold to certain members only."),
    MEMBERS_ONLY_SHOP: marked("Sign in to buy here."),
    GUEST_UNKNOWN: marked("Please enter your contact details."),
    WRONG_CREDENTIALS: marked("The member ID or the password is wrong."),
    TOO_MANY_SIGN_INS: marked("Too many attempts. Please try again later."),
    TOO_MANY_POST_PASSWORDS: marked("Too many attempts. Please try again later."),
    TOO_MANY_PICTURES: marked("You have attached many pictures lately. Please try again later."),
    TOO_MANY_SIGN_UPS: marked("Too many sign-ups. Please try again later."),
    SIGN_IN_EXPIRED: marked("This sign-in has expired. Please start again."),
    SIGN_IN_NOT_CONFIRMED: marked("The service did not confirm the sign-in. Please try again."),
    SIGN_IN_SERVICE_AWAY: marked(
        "The sign-in service is not available. Please try again later, or sign in another way."
    ),
    SIGN_IN_SERVICE_NOT_OFFERED: marked("The shop does not offer this sign-in."),
    ACCOUNT_LINKED_ELSEWHERE: marked("This account is connected to another customer of the shop."),
    ONLY_WAY_TO_SIGN_IN: marked("Set a password first. Without it you could not sign in any more."),
    RECENT_SIGN_IN_NEEDED: marked(
        "Please sign out, sign in again, and repeat this within ten minutes."
    ),
    SIGN_IN_BLOCKED: marked("This account cannot sign in."),
    CUSTOMER_MAY_NOT_BUY: marked("You cannot buy here. Please contact the shop."),
    PAYMENT_METHOD_NOT_OFFERED: marked("This payment method is not available."),
    CLAIM_DECIDED: marked("The shop is already dealing with this request."),
    NOTHING_DELIVERED: marked("This purchase is already confirmed."),
    ORDER_NOT_AWAITING_PAYMENT: marked("This order is no longer waiting for payment."),
    BOARD_NOT_WRITABLE: marked("You cannot write on this board."),
    GUEST_ORDER_NOT_FOUND: marked("There is no order with this number and contact. Check both."),
    METHOD_NOT_STORED_YET: marked("This card is not stored yet."),
    METHOD_PAYS_SUBSCRIPTION: marked("A subscription is charged to this card."),
    NO_GATEWAY_STORES_METHOD: marked("The shop has no subscriptions by card."),
    POINTS_BESIDE_COUPONS: marked("Points cannot be used together with coupons."),
    UNKNOWN_DISCOUNT_CODE: marked("There is no such code. Please check it."),
    CODE_TAKES_NOTHING_OFF: marked("This code takes nothing off your cart."),
    DISCOUNT_CODE_NOT_YET_VALID: marked("This code cannot be used yet."),
    DISCOUNT_CODE_EXPIRED: marked("This code has expired."),
    DISCOUNT_CODE_USED_UP: marked("This code has been used up."),
    DISCOUNT_CODE_FOR_MEMBERS: marked("Sign in to use this code."),
    DISCOUNT_CODE_LIMITED_BY_BUYER: marked("Sign in to use this code."),
    DISCOUNT_CODE_USED_BY_BUYER: marked("You have used this code already."),
    COUPON_CODE_USED: marked("You have used this code already."),
    COUPON_HAD_ALREADY: marked("You have used this code already."),
    ADDRESS_BOOK_FULL: marked("Your address book is full. Remove an address to add another one."),
    KEY_OF_ANOTHER_CALL: marked(
        "This order was already submitted with other content. Check your orders first."
    ),
    SOLD_IN_SUBSCRIPTIONS_ONLY: marked("It is sold in subscriptions only."),
    CLAIM_NOT_WITHDRAWABLE: marked("This request is no longer open."),
    CLAIM_NOT_TAKEN_NOW: marked("This cannot be requested for the item any more, or not yet."),
    ITEM_NOT_CLAIMABLE: marked("This cannot be requested for the item any more, or not yet."),
    SHOP_CLOSED: SHOP_CLOSED.message,
    SHOP_CONFIRMS_PURCHASES: SHOP_CONFIRMS_PURCHASES.message,
    LINK_NOT_VALID: LINK_NOT_VALID.message,
}
"""What shoppers are told where the API speaks to programs."""
OF_ANY_FIELD: Final[Wordings] = {
    DELIVERY_DAY_TOO_EARLY: marked("Please choose a later day."),
    AMOUNT_OUT_OF_BOUNDS: marked("Please enter a number from {least} to {most}."),
    MORE_THAN_BOUGHT: marked("Please enter {quantity} or less."),
    DELIVERY_CYCLE_NOT_OFFERED: marked("Please choose one of the options."),
    DELIVERY_LIMIT_NOT_OFFERED: marked("Please choose one of the options."),
}
"""Wordings that suit any field: the alert names the one that is meant."""
