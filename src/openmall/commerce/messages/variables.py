"""The variables of automatic messages, in the order they are listed.

Names and titles are cut to a length that fits a text message. Amounts, numbers and addresses are
not: half of one is worse than none.
"""

from typing import Final

from openmall.commerce.messages.shape import Variable
from openmall.translations.catalogues import Message

VARIABLES: Final = (
    Variable(
        name="NAME",
        description=Message("Customer name"),
        sample=Message("Haneul Kim"),
        length=20,
    ),
    Variable(
        name="SHOP_NAME",
        description=Message("Shop name"),
        sample=Message("Sky Store"),
        length="Char",
    ),
    Variable(
        name="SHOP_PHONE",
        description=Message("Customer service phone"),
        sample=Message("+82-2-0000-0000"),
        length="Char",
    ),
    Variable(
        name="MEMBER_ID",
        description=Message("Member id"),
        sample=Message("haneul01"),
        length=16,
    ),
    Variable(
        name="RESET_URL",
        description=Message("Address to set a new password at"),
        sample=Message("https://shop.example.com/reset/1a2b3c"),
        length="Variable",
    ),
    Variable(
        name="ORDER_ID",
        description=Message("Order number"),
        sample=Message("20261121-0000012"),
        length="Variable",
    ),
    Variable(
        name="PRODUCT",
        description=Message("Product name"),
        sample=Message("Linen apron"),
        length=30,
    ),
    Variable(
        name="AMOUNT",
        description=Message("Amount with its currency"),
        sample=Message("$38.00"),
        length="Variable",
    ),
    Variable(
        name="BANK",
        description=Message("Bank to transfer to"),
        sample=Message("Sky Bank"),
        length=20,
    ),
    Variable(
        name="ACCOUNT_NO",
        description=Message("Account to transfer to"),
        sample=Message("000-0000-000000"),
        length="Variable",
    ),
    Variable(
        name="DUE_DATE",
        description=Message("Last day to pay"),
        sample=Message("November 24"),
        length=40,
    ),
    Variable(
        name="CARRIER",
        description=Message("Shipping company"),
        sample=Message("Sky Express"),
        length=20,
    ),
    Variable(
        name="TRACKING_NO",
        description=Message("Tracking number"),
        sample=Message("600000000012"),
        length="Variable",
    ),
    Variable(
        name="TRACKING_URL",
        description=Message("Address at which the carrier tracks the parcel"),
        sample=Message("https://carrier.example.com/track?no=600000000012"),
        length="Variable",
        heading=Message("Track parcel", "mail"),
    ),
    Variable(
        name="COUPON",
        description=Message("Coupon name"),
        sample=Message("Autumn 10% off"),
        length=30,
    ),
    Variable(
        name="EXPIRY_DATE",
        description=Message("Last day of the coupon or of the points"),
        sample=Message("November 30"),
        length=40,
    ),
    Variable(
        name="POINTS",
        description=Message("Points given", "variable"),
        sample=Message("1,000"),
        length="Variable",
    ),
    Variable(
        name="POINT_BALANCE",
        description=Message("Points the customer has now"),
        sample=Message("3,500"),
        length="Variable",
    ),
    Variable(
        name="POINTS_LEFT",
        description=Message("Points that expire"),
        sample=Message("1,200"),
        length="Variable",
    ),
    Variable(
        name="INQUIRY",
        description=Message("Title of the inquiry"),
        sample=Message("Delivery date"),
        length=30,
    ),
    Variable(
        name="ITEMS",
        description=Message("Ordered items with options, quantity and price"),
        sample=Message("Linen apron (Color=Sand) × 1: $38.00"),
        length="Variable",
        heading=Message("Items", "mail"),
        has_lines=True,
    ),
    Variable(
        name="SHIPPING_FEE",
        description=Message("Shipping fee less its discounts", "variable"),
        sample=Message("$3.00"),
        length="Variable",
        heading=Message("Shipping", "mail"),
    ),
    Variable(
        name="DISCOUNTS",
        description=Message("Discounts, points and credits that the prices of items do not have"),
        sample=Message("-$2.00"),
        length="Variable",
        heading=Message("Discounts", "mail"),
    ),
    Variable(
        name="ADJUSTMENT",
        description=Message("Other changes of the amount, such as a return fee"),
        sample=Message("-$1.00"),
        length="Variable",
        heading=Message("Adjustment", "mail"),
    ),
    Variable(
        name="ORDER_TOTAL",
        description=Message("Total of the order, shipping included"),
        sample=Message("$41.00"),
        length="Variable",
        heading=Message("Total, shipping included"),
    ),
    Variable(
        name="PAID_AMOUNT",
        description=Message("Amount that is paid"),
        sample=Message("$3.00"),
        length="Variable",
        heading=Message("Paid", "mail"),
    ),
    Variable(
        name="REFUND_AMOUNT",
        description=Message("Amount that is refunded for the items"),
        sample=Message("$38.00"),
        length="Variable",
        heading=Message("Refund", "mail"),
    ),
    Variable(
        name="DUE_AMOUNT",
        description=Message("Amount that is still to be paid"),
        sample=Message("$38.00"),
        length="Variable",
        heading=Message("To pay", "mail"),
    ),
    Variable(
        name="TRANSFER_ACCOUNT",
        description=Message("Bank account to transfer to, with its holder"),
        sample=Message("Sky Bank 000-0000-000000 (Sky Store Ltd.)"),
        length="Variable",
        heading=Message("Transfer to"),
        has_lines=True,
    ),
    Variable(
        name="ADDRESS",
        description=Message("Delivery address", "variable"),
        sample=Message("Haneul Kim, 1 Sejong-daero, Seoul 04524"),
        length="Variable",
        heading=Message("Delivery address", "mail"),
        has_lines=True,
    ),
    Variable(
        name="ORDER_URL",
        description=Message("Address of the order's page in the shop"),
        sample=Message("https://shop.example.com/orders/20261121-0000012"),
        length="Variable",
        heading=Message("Your order"),
    ),
)
