"""The occasions of automatic messages to customers, and their texts.

Each text is about as long as one text message; its sense is the same in every language.
"""

from typing import Final

from openmall.commerce.messages.shape import Occasion
from openmall.translations.catalogues import Message

_QUESTIONS: Final = Message("Questions: [SHOP_PHONE]")
_PLACED: Final = (
    "ITEMS",
    "SHIPPING_FEE",
    "DISCOUNTS",
    "ADJUSTMENT",
    "ORDER_TOTAL",
    "PAID_AMOUNT",
    "DUE_AMOUNT",
    "TRANSFER_ACCOUNT",
    "ADDRESS",
    "ORDER_URL",
)
_DELIVERY: Final = ("ITEMS", "ADDRESS", "ORDER_URL")
_SENT: Final = ("TRACKING_URL", *_DELIVERY)
_CHANGED: Final = ("ITEMS", "ORDER_URL")
_REFUNDED: Final = (
    "ITEMS",
    "SHIPPING_FEE",
    "DISCOUNTS",
    "ADJUSTMENT",
    "REFUND_AMOUNT",
    "ORDER_URL",
)
OCCASIONS: Final = (
    Occasion(
        code="joined",
        name=Message("Joined"),
        text=Message("[SHOP_NAME]: Welcome, [NAME]. You have joined with the id [MEMBER_ID]."),
    ),
    Occasion(
        code="password_reset",
        name=Message("Password reset"),
        text=Message(
            "[SHOP_NAME]: [NAME], set a new password for your account [MEMBER_ID] here: [RESET_URL]"
        ),
    ),
    Occasion(
        code="invitation",
        name=Message("Invitation to activate an account"),
        text=Message(
            "[SHOP_NAME]: [NAME], choose a password for your account [MEMBER_ID] here: [RESET_URL]"
        ),
    ),
    Occasion(
        code="contact_changed",
        name=Message("Contact details changed"),
        text=Message(
            "[SHOP_NAME]: [NAME], the email address or mobile phone of your account [MEMBER_ID] "
            "was changed."
        ),
        tail=Message("If this was not you, contact us: [SHOP_PHONE]"),
    ),
    Occasion(
        code="order_received",
        name=Message("Order received"),
        text=Message(
            "[SHOP_NAME]: [NAME], we have your order [ORDER_ID] of [PRODUCT] for [AMOUNT]."
        ),
        details=_PLACED,
    ),
    Occasion(
        code="payment_asked",
        name=Message("Payment asked for"),
        text=Message(
            "[SHOP_NAME]: [NAME], please transfer [AMOUNT] for order [ORDER_ID] by [DUE_DATE]."
        ),
        tail=Message("Account: [BANK] [ACCOUNT_NO]"),
        details=_PLACED,
    ),
    Occasion(
        code="payment_confirmed",
        name=Message("Payment confirmed"),
        text=Message(
            "[SHOP_NAME]: [NAME], your payment of [AMOUNT] for order [ORDER_ID] has arrived."
        ),
        details=_PLACED,
    ),
    Occasion(
        code="further_payment_asked",
        name=Message("Further payment asked for"),
        text=Message(
            "[SHOP_NAME]: [NAME], items were added to your order [ORDER_ID]. [AMOUNT] is still to "
            "be paid: [ORDER_URL]"
        ),
        details=("ITEMS", "DUE_AMOUNT", "TRANSFER_ACCOUNT"),
    ),
    Occasion(
        code="shipment_started",
        name=Message("Shipment started"),
        text=Message("[SHOP_NAME]: [NAME], [PRODUCT] is on its way with [CARRIER], [TRACKING_NO]."),
        details=_SENT,
    ),
    Occasion(
        code="delivered",
        name=Message("Delivered"),
        text=Message("[SHOP_NAME]: [NAME], [PRODUCT] of order [ORDER_ID] has been delivered."),
        details=_DELIVERY,
    ),
    Occasion(
        code="order_cancelled",
        name=Message("Order cancelled"),
        text=Message("[SHOP_NAME]: [NAME], [PRODUCT] of your order [ORDER_ID] is cancelled."),
        tail=_QUESTIONS,
        details=_REFUNDED,
    ),
    Occasion(
        code="cancellation_requested",
        name=Message("Cancellation requested"),
        text=Message(
            "[SHOP_NAME]: [NAME], you have asked to cancel [PRODUCT] of order [ORDER_ID]."
        ),
        tail=_QUESTIONS,
        details=_CHANGED,
    ),
    Occasion(
        code="exchange_requested",
        name=Message("Exchange requested"),
        text=Message(
            "[SHOP_NAME]: [NAME], you have asked to exchange [PRODUCT] of order [ORDER_ID]."
        ),
        tail=_QUESTIONS,
        details=_CHANGED,
    ),
    Occasion(
        code="return_requested",
        name=Message("Return requested"),
        text=Message(
            "[SHOP_NAME]: [NAME], you have asked to return [PRODUCT] of order [ORDER_ID]."
        ),
        tail=_QUESTIONS,
        details=_CHANGED,
    ),
    Occasion(
        code="exchange_accepted",
        name=Message("Exchange accepted"),
        text=Message("[SHOP_NAME]: [NAME], we will exchange [PRODUCT] of order [ORDER_ID]."),
        tail=_QUESTIONS,
        details=_CHANGED,
    ),
    Occasion(
        code="return_accepted",
        name=Message("Return accepted"),
        text=Message("[SHOP_NAME]: [NAME], we will take back [PRODUCT] of order [ORDER_ID]."),
        tail=_QUESTIONS,
        details=_REFUNDED,
    ),
    Occasion(
        code="refund_done",
        name=Message("Refund done"),
        text=Message("[SHOP_NAME]: [NAME], we have refunded [AMOUNT] of order [ORDER_ID]."),
        details=_REFUNDED,
    ),
    Occasion(
        code="coupon_issued",
        name=Message("Coupon issued"),
        text=Message("[SHOP_NAME]: [NAME], the coupon [COUPON] is yours until [EXPIRY_DATE]."),
    ),
    Occasion(
        code="coupon_expiring",
        name=Message("Coupon expiring"),
        text=Message("[SHOP_NAME]: [NAME], your coupon [COUPON] expires on [EXPIRY_DATE]."),
    ),
    Occasion(
        code="points_given",
        name=Message("Points given", "occasion"),
        text=Message(
            "[SHOP_NAME]: [NAME], you were given [POINTS] points. You have [POINT_BALANCE] now."
        ),
    ),
    Occasion(
        code="points_expiring",
        name=Message("Points expiring"),
        text=Message("[SHOP_NAME]: [NAME], [POINTS_LEFT] of your points expire on [EXPIRY_DATE]."),
    ),
    Occasion(
        code="birthday",
        name=Message("Birthday", "occasion"),
        text=Message("[SHOP_NAME]: [NAME], we wish you a happy birthday."),
    ),
    Occasion(
        code="restock_notice",
        name=Message("Restock notice"),
        text=Message("[SHOP_NAME]: [NAME], [PRODUCT] is back in stock."),
    ),
    Occasion(
        code="inquiry_answered",
        name=Message("Inquiry answered"),
        text=Message('[SHOP_NAME]: [NAME], your inquiry "[INQUIRY]" has been answered.'),
    ),
    Occasion(
        code="subscription_charge_failed",
        name=Message("Charge of a subscription failed"),
        text=Message(
            "[SHOP_NAME]: [NAME], order [ORDER_ID] of [PRODUCT] could not be charged ([AMOUNT]). "
            "It is tried again on [DUE_DATE]."
        ),
        details=_PLACED,
    ),
    Occasion(
        code="subscription_charge_ended",
        name=Message("Delivery of a subscription cancelled"),
        text=Message(
            "[SHOP_NAME]: [NAME], order [ORDER_ID] of your subscription to [PRODUCT] could not be "
            "charged and was cancelled."
        ),
        details=_CHANGED,
    ),
)
