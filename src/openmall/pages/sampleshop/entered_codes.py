"""The coupon code that was typed in the cart: a cookie of the browser keeps it for the checkout."""

import base64
import re
from typing import Final

from openmall.commerce.order.placement.checkout import estimate
from openmall.commerce.promotion.code_uses.refusals import UNKNOWN_DISCOUNT_CODE
from openmall.commerce.promotion.discount_codes.takes import LONGEST_CODE
from openmall.commerce.promotion.serialcoupons import front as serial_front
from openmall.contract.errors import ApiError, Invalid
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import MISSING, TOO_LONG
from openmall.pages.sampleshop.page_context import PageContext

_SECONDS: Final = 86_400
_COOKIE: Final = re.compile(r"([ci])([A-Za-z0-9_-]{1,220}={0,2})")


def entered(context: PageContext) -> dict[str, str]:
    """Return the fields of the checkout that the entered code fills: a discount code or a coupon.

    A coupon is that of the member who entered its code: a guest has none.
    """
    match = _COOKIE.fullmatch(context.cookie(_name(context)))
    if match is None:
        return {}
    try:
        text = base64.urlsafe_b64decode(match[2]).decode()
    except ValueError:
        return {}
    if match[1] == "c":
        return {"discount_code": text}
    return {"coupon": text} if context.member else {}


async def enter(context: PageContext, typed: str, draft: dict[str, Encodable]) -> None:
    """Keep a code that takes something off the cart; `draft`: the rest of what is estimated.

    It is a discount code of the shop, or a code by which a member gets a coupon. Raises the error
    of the operation.
    """
    code = typed.strip()
    if not code:
        raise Invalid(MISSING, parameter="code")
    if len(code) > LONGEST_CODE:
        raise Invalid(TOO_LONG, parameter="code", expected=Phrase("string"), most=LONGEST_CODE)
    try:
        await context.call(estimate.estimate, {**draft, "discount_code": code})
    except ApiError as error:
        is_known = error.parameter == "discount_code" and error.refusal != UNKNOWN_DISCOUNT_CODE
        if is_known or error.status not in (404, 422) or not context.member:
            raise
    else:
        _keep(context, "c", code)
        return
    issued = await context.call(serial_front.redeem, {"serial_code": code})
    _keep(context, "i", issued.content.issue_no)


def forget(context: PageContext) -> None:
    """Delete the code that was entered, if there is one."""
    if context.cookie(_name(context)):
        context.set_cookie(_name(context), "", seconds=0)


def _keep(context: PageContext, kind: str, text: str) -> None:
    value = base64.urlsafe_b64encode(text.encode()).decode()
    context.set_cookie(_name(context), kind + value, seconds=_SECONDS)


def _name(context: PageContext) -> str:
    return f"__Host-openmall-code-{context.shop.shop_no}"
