"""The address book of a member: the addresses they have parcels sent to."""

from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.commerce.personal.addresses import rules as address_rules
from openmall.commerce.personal.addresses.rules import MOST
from openmall.commerce.personal.addresses.shape import Address
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.themes.plain_data import data_of

PLACE: Final = ("name", "cellphone", "zipcode", "address1", "address2")
"""Fields of an address that an order has as well."""
_FIELDS: Final = ("address_name", *PLACE)
_REQUIRED: Final = ("name", "address1")
_MAX_DIGITS: Final = 19


async def of_member(context: PageContext) -> Sequence[Address]:
    """Return the addresses of the member. Raises Unauthorized (401) for a guest."""
    return await context.content(address_rules.listing)


async def show(context: PageContext) -> Response:
    """Show the address book, and a form that adds an address or changes the one of `?edit=`."""
    number = context.visit.query.text("edit")
    if not number:
        return await _show(context, {}, "")
    for each in await of_member(context):
        if str(each.address_no) == number:
            return await _show(context, data_of(each), number)
    raise NotFound(DOES_NOT_EXIST, parameter="address_no", resource=Phrase("address"))


DEEDS: Final = Deeds("save", "default", "remove", without="save")


async def change(context: PageContext, form: Fields) -> Response:
    """Add, change or remove an address, or make it the one that the checkout begins with."""
    number, act = form.text("address_no"), form.deed
    if number and not (number.isascii() and number.isdecimal() and len(number) < _MAX_DIGITS):
        raise Invalid(DOES_NOT_EXIST, parameter="address_no", resource=Phrase("address"))
    if act == "remove":
        await context.call(address_rules.remove, {"address_no": number})
        return context.redirect("/account/addresses", done="address-removed")
    values = {name: form.text(name).strip() for name in _FIELDS}
    values["is_default"] = form.text("is_default") or "F"
    if act == "default":
        [values] = [
            {name: getattr(each, name) for name in _FIELDS} | {"is_default": "T"}
            for each in await of_member(context)
            if str(each.address_no) == number
        ] or [values]
    try:
        await _save(context, values, number)
    except NotModified:
        return context.redirect("/account/addresses", done="same")
    except ApiError as error:
        if error.status == 422:
            return await _show(context, values, number, problem=error)
        raise
    return context.redirect("/account/addresses", done="address")


async def keep(context: PageContext, receiver: dict[str, str]) -> None:
    """Add the receiver of an order to the address book, unless it is there or the book is full."""
    known = await of_member(context)
    values = {name: receiver.get(name, "") for name in PLACE}
    if len(known) < MOST and values not in [
        {name: getattr(each, name) for name in PLACE} for each in known
    ]:
        await _save(context, {**values, "address_name": "", "is_default": "F"}, "")


async def _save(context: PageContext, values: dict[str, str], number: str) -> None:
    # what is empty and required is missing
    sent = {name: value for name, value in values.items() if value or name not in _REQUIRED}
    if number:
        await context.call(address_rules.change, {**sent, "address_no": number})
    else:
        await context.call(address_rules.add, sent)


async def _show(
    context: PageContext,
    values: dict[str, str],
    number: str,
    *,
    problem: ApiError | None = None,
) -> Response:
    addresses = await of_member(context)
    return await context.show(
        default_pages.ADDRESSES,
        title=context.translate("Address book"),
        counted=False,
        problem=problem,
        addresses=addresses,
        values={name: values.get(name, "") for name in (*_FIELDS, "is_default")},
        edited=number,
        is_full=len(addresses) >= MOST,
    )
