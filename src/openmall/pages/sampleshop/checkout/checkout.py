"""The checkout: buyer, receiver, discounts, payment method; and placing the order."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth import secrets
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.commerce.order.billing import paymentservices
from openmall.commerce.order.placement.checkout import estimate
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.commerce.order.placement.checkout.shape import Estimate
from openmall.commerce.personal.accounts import rules as account_rules
from openmall.commerce.personal.carts import rules as cart_rules
from openmall.contract.errors import ApiError, Invalid, PreconditionFailed
from openmall.contract.json_values import Encodable
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.pages.sampleshop import checkout_fields, entered_codes, policies
from openmall.pages.sampleshop.accounts import addresses
from openmall.pages.sampleshop.checkout import additional_fields, countries, gifts, order_bills
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.refusals import TOTAL_HAS_RISEN
from openmall.pages.sampleshop.themes.plain_data import data_of

METHODS: Final = {
    "card": marked("Card"),
    "tcash": marked("Real-time transfer"),
    "cash": marked("Bank transfer"),
    "icash": marked("Virtual account"),
    "cell": marked("Mobile phone"),
    "cvs": marked("Convenience store"),
    "etc": marked("Other"),
}
"""Payment method -> label, in the order in which a checkout lists them."""
PAID_BY: Final = {**METHODS, "point": marked("Points"), "credit": marked("Credits")}
"""Payment method -> label, of what an order was paid by: the shop's own points and credits, too."""
_FREE: Final = "point"
"""Sent for an order that costs nothing, where the shop offers no payment method."""
BUYER: Final = ("name", "email", "cellphone")
_NOT_PLACE: Final = ("name", "cellphone", "shipping_message")
RECEIVER: Final = (
    "name", "cellphone", "country_code", "zipcode", "address_state", "address_city",
    "address1", "address2", "shipping_message",
)  # fmt: skip
_PLACE: Final = tuple(each for each in RECEIVER if each not in _NOT_PLACE)
"""Fields of the receiver that say where an order is sent."""
_DATE: Final = "book-"
"""Name of the day of a booked variant, before the variant's code."""
_SHOWN_STATUSES: Final = (403, 404, 409, 422)
"""Error statuses that are shown on the page itself."""


async def show(context: PageContext) -> Response:
    """Show the checkout of the cart."""
    methods = await _methods(context)
    return await _show(context, await initial_fields(context, methods), methods=methods)


DEEDS: Final = Deeds("order", "estimate", "address", without="estimate")


async def submit(context: PageContext, form: Fields) -> Response:
    """Place the order of the cart, or only update its quote."""
    names = [f"buyer_{each}" for each in BUYER] + [f"receiver_{each}" for each in RECEIVER]
    names += ["coupon", "discount_code", "use_points", "use_credits", "payment_method", "once"]
    names += ["agree_withdrawal", "address_no", "keep_address", "seen"]
    values = {name: form.text(name).strip() for name in names}
    entered = additional_fields.sent_values(form)
    values |= entered
    dates = {name: form.text(name) for name in form.names() if name.startswith(_DATE)}
    values |= dates | gifts.sent_values(form)
    if form.deed == "address":
        # A chosen address replaces what was typed; the form is shown again for review.
        values |= await _of_address_book(context, values["address_no"])
    if form.deed != "order":
        return await _show(context, values)
    # All wrong fields are reported together: the discounts first, then the form.
    discounts: dict[str, Encodable] = {}
    refused: list[Invalid] = []
    try:
        discounts = _discounts(values)
    except Invalid as error:
        refused.append(error)
    try:
        checkout_fields.require_valid(
            values,
            refused=refused,
            is_guest=not context.member,
            must_agree=bool((await policies.of_ordering(context))["is_required"]),
            currency=context.shop.currency,
            methods={*METHODS, _FREE},
        )
    except Invalid as error:
        return await _show(context, values, problem=error)
    if await _has_risen(context, values):
        return await _show(context, values, problem=PreconditionFailed(TOTAL_HAS_RISEN))
    receiver = _section(values, "receiver", RECEIVER)
    draft: dict[str, Encodable] = {
        **discounts,
        "receiver": receiver,
        "payment_method": values["payment_method"],
    }
    if answers := additional_fields.answers(entered):
        draft["additional_order_info"] = answers
    if booked := {name: date for name, date in dates.items() if date}:
        draft["bookings"] = [
            {"variants_code": name.removeprefix(_DATE), "service_use_date": date}
            for name, date in booked.items()
        ]
    buyer = _section(values, "buyer", BUYER)
    if buyer:
        draft["buyer"] = buyer
    # a theme of the merchant's own may have no key: each of its forms is an order of its own
    key = f"checkout-{values['once']}" if values["once"] else ""
    try:
        response = await context.call(checkout_rules.order, draft, key=key)
    except ApiError as error:
        # Refusals by rules (stock, prices, coupons) belong beside the form; other errors to a page.
        if error.status in _SHOWN_STATUSES:
            return await _show(context, values, problem=error)
        raise
    entered_codes.forget(context)
    home = (await countries.of_shop(context)).home
    is_inland = values["receiver_country_code"] in ("", home)
    if context.member and is_inland and values["keep_address"] == "T":
        await addresses.keep(context, receiver)
    order = response.content
    path = f"/orders/{order.order_id}"
    return (
        context.redirect(f"{path}/payment")
        if order.payment_id
        else context.redirect(path, done="ordered")
    )


async def _has_risen(context: PageContext, values: dict[str, str]) -> bool:
    """Return whether the order costs more than the total that the form was shown with.

    Prices may have changed meanwhile, or the address that was typed has a surcharge. A theme of
    the merchant's own may not send the total, and a lower one needs no agreement.
    """
    seen = typed_numbers.amount(values["seen"])
    if seen is None:
        return False
    now, _ = await quote(context, values)
    return now is not None and now.order_amount.total_amount_due > seen


async def _show(
    context: PageContext,
    values: dict[str, str],
    *,
    problem: ApiError | None = None,
    methods: list[dict[str, str]] | None = None,
) -> Response:
    cart_items = await context.content(cart_rules.listing)
    if not cart_items:
        return await context.show(
            default_pages.CART,
            title=context.translate("Cart"),
            status=200 if problem is None else problem.status,
            problem=problem,
            lines=[],
            bill=None,
        )
    methods = await _methods(context) if methods is None else methods
    if values["payment_method"] not in [each["code"] for each in methods]:
        values = {**values, "payment_method": _first(methods)}
    asked = await countries.of_shop(context)
    if not values.get("receiver_country_code"):
        # a theme of the merchant's own may not ask for it
        first = asked.choices[0]["code"] if asked.choices else asked.home
        values = {**values, "receiver_country_code": first}
    estimate, quote_error = await quote(context, values)
    problem = problem or quote_error
    is_due = estimate is None or estimate.order_amount.total_amount_due > 0
    return await context.show(
        default_pages.CHECKOUT,
        title=context.translate("Checkout"),
        problem=problem,
        estimate=estimate,
        bill=None if estimate is None else order_bills.of_estimate(estimate, context.language),
        values=values,
        additional_fields=additional_fields.inputs(
            [] if estimate is None else estimate.additional_fields,
            values,
            none=context.translate("None"),
        ),
        gift_offers=gifts.inputs([] if estimate is None else estimate.gifts, values),
        methods=methods,
        payment_needed=is_due,
        orders_closed=is_due and not methods and not _pays_otherwise(context, estimate),
        policy=await policies.of_ordering(context),
        countries=asked.choices,
        asks_for_city=asked.asks_for_city,
        idempotency_token=secrets.generate(),
        addresses=await addresses.of_member(context) if context.member else [],
    )


def _pays_otherwise(context: PageContext, estimate: Estimate | None) -> bool:
    """Return whether a member may have points, credits or coupons that pay for an order."""
    if not context.member or estimate is None:
        return False
    amounts = (estimate.usable_points, estimate.usable_credits)
    return bool(estimate.usable_coupons) or any(each > 0 for each in amounts)


async def _methods(context: PageContext) -> list[dict[str, str]]:
    """Return the ways to pay that the shop offers: code, name, and interest-free installments."""
    options = await context.content(paymentservices.list_options)
    offered = {each.payment_method: each for each in options}
    found = []
    for code, name in METHODS.items():
        if code in offered:
            plans = offered[code].free_installments
            months = sorted({each for plan in plans for each in plan.installments})
            found.append(
                {
                    "code": code,
                    "name": offered[code].payment_method_name or context.translate(name),
                    "months": ", ".join(map(str, months)),
                }
            )
    return found


def _first(methods: list[dict[str, str]]) -> str:
    """Return the payment method that a checkout selects at first; empty: the shop offers none."""
    return methods[0]["code"] if methods else ""


async def quote(
    context: PageContext, values: dict[str, str]
) -> tuple[Estimate | None, ApiError | None]:
    """Quote the cart for the fields of a checkout.

    Return the estimate and the error, if any. When discounts are rejected, the
    estimate is without them; it is None when that is rejected as well.
    """
    draft = draft_of(values)
    first_error: ApiError | None = None
    for with_discounts in (True, False):
        try:
            discounts = _discounts(values) if with_discounts else {}
            response = await context.call(estimate.estimate, {**draft, **discounts})
        except ApiError as error:
            if error.status not in _SHOWN_STATUSES:
                raise
            first_error = first_error or error
        else:
            return response.content, first_error
    return None, first_error


def draft_of(values: dict[str, str]) -> dict[str, Encodable]:
    """Return what is estimated for the fields of a checkout, without its discounts."""
    receiver = _section(values, "receiver", _PLACE)
    draft: dict[str, Encodable] = {"receiver": receiver}
    if values.get("payment_method") in METHODS:
        draft["payment_method"] = values["payment_method"]
    return draft


def _discounts(values: dict[str, str]) -> dict[str, Encodable]:
    """Return the coupon, discount code, points and credits to use, and the chosen gifts."""
    discounts: dict[str, Encodable] = {}
    if chosen := gifts.chosen(values):
        discounts["gifts"] = chosen
    if values.get("discount_code"):
        discounts["discount_code"] = values["discount_code"]
    if values.get("coupon"):
        discounts["coupons"] = [{"issue_no": values["coupon"]}]
    for name in ("use_points", "use_credits"):
        if values.get(name, "") not in ("", "0"):
            discounts[name] = _parse_amount(values[name])
    return discounts


def _parse_amount(amount: str) -> str:
    """Return a typed amount without thousands separators; invalid text is returned unchanged."""
    number = typed_numbers.amount(amount)
    return amount if number is None else str(number)


def _section(values: dict[str, str], prefix: str, names: tuple[str, ...]) -> dict[str, str]:
    return {name: values[f"{prefix}_{name}"] for name in names if values.get(f"{prefix}_{name}")}


async def initial_fields(
    context: PageContext, methods: list[dict[str, str]] | None = None
) -> dict[str, str]:
    """Return the initial fields of a checkout, with the address of a member.

    `methods`: the ways to pay that the shop offers, where they were read already.
    """
    values = {f"receiver_{each}": "" for each in RECEIVER} | {f"buyer_{each}": "" for each in BUYER}
    values |= {
        "coupon": "",
        "agree_withdrawal": "",
        "discount_code": "",
        "use_points": "",
        "use_credits": "",
        "address_no": "",
        "keep_address": "",
    }
    values["payment_method"] = _first(await _methods(context) if methods is None else methods)
    if context.member:
        known = await addresses.of_member(context)
        customer = data_of(known[0] if known else await context.content(account_rules.retrieve))
        for name in RECEIVER:
            values[f"receiver_{name}"] = customer.get(name) or ""
        values["address_no"] = str(known[0].address_no) if known else ""
    return values | entered_codes.entered(context)


async def _of_address_book(context: PageContext, number: str) -> dict[str, str]:
    """Return the receiver of an address of the member's book; of none: that of their account."""
    known = {str(each.address_no): each for each in await addresses.of_member(context)}
    address = known.get(number)
    chosen = data_of(await context.content(account_rules.retrieve) if address is None else address)
    # an address book has addresses of the mall's country alone
    abroad = dict.fromkeys(
        ("receiver_country_code", "receiver_address_state", "receiver_address_city"), ""
    )
    return abroad | {f"receiver_{name}": chosen.get(name) or "" for name in addresses.PLACE}
