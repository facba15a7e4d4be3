"""The edit page of an order: quantities, and products to add, with the amounts that follow.

A preview executes the edit and rolls it back, so no amount is calculated here. What is saved is
compared with the preview that was shown, and rolled back where it differs. Nothing needs a script:
each button sends the form, which is shown again.
"""

import hashlib
import hmac
from typing import Final

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth import secrets
from openmall.access.oauth.form_fields import Fields
from openmall.api.pipeline.operation_call import Read
from openmall.commerce.order.items import edits as order_edits
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import ListedProduct
from openmall.commerce.product.variants.shape import Variant
from openmall.contract.embedded import embedded
from openmall.contract.errors import ApiError, Invalid, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import EXPECTED_TYPE, TOO_GREAT, TOO_SMALL
from openmall.http.web import typed_numbers
from openmall.http.web.bills import Bill
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.orders.order_summaries import EMBEDDED, summarize_order
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import NOTHING_CHANGED, render_page

PREFIX: Final = "edit-"
DEEDS: Final = tuple(f"{PREFIX}{each}" for each in ("find", "add:*", "drop:*", "preview", "save"))
"""What the buttons of this page's form ask for, about a variant or about the whole order."""
MOST_ADDED: Final = 20
"""Maximum number of variants that one form adds."""
_MOST_FOUND: Final = 10
_MOST_UNITS: Final = 9_999
_CHANGED: Final = marked("The result has changed meanwhile. Please check it again.")


class EditValues(Struct, kw_only=True):
    """The form as it was sent."""

    quantities: dict[str, str]
    """Code of an item -> the wanted number of units, as typed."""
    added: dict[str, str]
    """Code of a variant to add -> units, as typed."""
    find: str = ""
    seen: str = ""
    """The digest of the preview that was shown."""
    once: str = ""
    """The key of the form: sent twice, it is executed once."""

    def parameters(self) -> dict[str, Encodable]:
        """Return the parameters of the operation."""
        return {
            "items": [
                {"order_item_code": code, "quantity": _number(typed, f"quantity-{code}")}
                for code, typed in self.quantities.items()
            ],
            "added": [
                {"variant_code": code, "quantity": _number(typed, f"added-{code}")}
                for code, typed in self.added.items()
            ],
        }


class EditPreview(Struct, frozen=True, kw_only=True):
    """The order as it is once the edit is saved."""

    order: Order

    @property
    def digest(self) -> str:
        """Return a hash of the amounts and items, to compare previews."""
        items = [
            [
                getattr(each, name)
                for name in ("variant_code", "quantity", "order_status", "payment_amount")
            ]
            for each in embedded(self.order.items)
        ]
        facts = [self.order.actual_order_amount, self.order.paid, items]
        return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()


class PreviewOutdated(Exception):
    """The execution of an edit differs from its preview."""


def _number(typed: str, field: str) -> int:
    number = typed_numbers.plain(typed)
    if not (number.isascii() and number.removeprefix("-").isdigit() and len(number) < 20):
        raise Invalid(EXPECTED_TYPE, parameter=field, expected=Phrase("integer"))
    if int(number) < 0:
        raise Invalid(TOO_SMALL, parameter=field, expected=Phrase("integer"), least=0)
    if int(number) > _MOST_UNITS:
        raise Invalid(TOO_GREAT, parameter=field, expected=Phrase("integer"), most=_MOST_UNITS)
    return int(number)


async def show(context: PageContext, order_id: str) -> Response:
    """Show the form with the quantities as they are."""
    order = await _fetch_order(context, order_id)
    values = EditValues(
        quantities={each.order_item_code: str(each.quantity) for each in _editable(order)},
        added={},
    )
    return await _page(context, order, values)


async def change(context: PageContext, form: Fields, order_id: str) -> Response:
    """Handle a button of the form."""
    order = await _fetch_order(context, order_id)
    values = _read(form, order)
    verb, _, code = form.deed.removeprefix(PREFIX).partition(":")
    if verb == "add" and code not in values.added and len(values.added) < MOST_ADDED:
        values.added[code] = "1"
        values.find = ""
    elif verb == "drop":
        values.added.pop(code, None)
    if verb not in ("preview", "save"):
        return await _page(context, order, values)
    try:
        if verb == "save":
            await _save(context, order_id, values)
            done = address(context, f"{context.page.path}/{order_id}", done="edit")
            return redirect(done)
        preview = await _preview(context, order_id, values)
    except PreviewOutdated:
        preview = await _preview(context, order_id, values)
        message = context.translate(_CHANGED)
        return await _page(context, order, values, preview, message=message, status=409)
    except NotModified:
        message = context.translate(NOTHING_CHANGED)
        return await _page(context, order, values, message=message)
    except ApiError as error:
        return await _page(
            context,
            order,
            values,
            message=form_errors.error_message(
                context, error, typed="".join(form.texts(error.parameter or "")[:1])
            ),
            field=error.parameter or "",
            status=error.status,
        )
    return await _page(context, order, values, preview)


def _read(form: Fields, order: Order) -> EditValues:
    """Return the sent values: of items that the order still has, and of variants to add."""
    codes = [each.order_item_code for each in _editable(order)]
    added = [form.text(f"variant-{row}") for row in range(MOST_ADDED)]
    return EditValues(
        quantities={
            code: form.text(f"quantity-{code}").strip()
            for code in codes
            if form.text(f"quantity-{code}")
        },
        added={code: form.text(f"added-{code}").strip() for code in added if code},
        find=form.text("find").strip(),
        seen=form.text("seen"),
        once=form.text("once"),
    )


def _editable(order: Order) -> list[Item]:
    """Return the items whose quantity can be changed: those that await their payment."""
    return [
        each for each in embedded(order.items) if each.order_status == "N00" and each.gift != "T"
    ]


async def _fetch_order(context: PageContext, order_id: str) -> Order:
    return (
        await context.call(
            order_view.retrieve, {**shop_parameters(context), "order_id": order_id}, embed=EMBEDDED
        )
    ).content


async def _preview(context: PageContext, order_id: str, values: EditValues) -> EditPreview:
    previews: list[EditPreview] = []

    async def inspect(answer: Order, read: Read) -> None:
        previews.append(await _outcome(context, order_id, read))

    await context.dry_run(
        order_edits.edit,
        {**values.parameters(), **shop_parameters(context), "order_id": order_id},
        inspect,
    )
    return previews[0]


async def _outcome(context: PageContext, order_id: str, read: Read) -> EditPreview:
    shop = shop_parameters(context)
    return EditPreview(
        order=await read(order_view.retrieve, {**shop, "order_id": order_id}, EMBEDDED)
    )


async def _save(context: PageContext, order_id: str, values: EditValues) -> None:
    async def inspect(answer: Order, read: Read) -> None:
        preview = await _outcome(context, order_id, read)
        if not hmac.compare_digest(values.seen.encode(), preview.digest.encode()):
            raise PreviewOutdated

    await context.call(
        order_edits.edit,
        {**values.parameters(), **shop_parameters(context), "order_id": order_id},
        key=f"edit-{values.once}" if values.once.isalnum() else "",
        inspect=inspect,
    )


async def _page(
    context: PageContext,
    order: Order,
    values: EditValues,
    preview: EditPreview | None = None,
    *,
    message: str = "",
    field: str = "",
    status: int = 200,
) -> Response:
    bill: Bill | None = None
    if preview is not None:
        bill = summarize_order(context, preview.order)
    items = _editable(order)
    codes = {each.order_item_code for each in items}
    return render_page(
        context,
        "order_edit.html",
        status=status,
        order=order,
        currency=order.currency,
        items=items,
        fixed=[each for each in embedded(order.items) if each.order_item_code not in codes],
        values=values,
        added=await _variants(context, list(values.added)),
        found=await _search(context, values.find) if values.find else [],
        before=summarize_order(context, order),
        bill=bill,
        preview=preview,
        seen=preview.digest if preview else "",
        once=secrets.generate(),
        message=message,
        problem_field=field,
        address=address(context, f"{context.page.path}/{order.order_id}"),
    )


class OfferedVariant(Struct, frozen=True, kw_only=True):
    """A variant that can be added: its product, its options, and today's price."""

    code: str
    name: str
    price: str


async def _search(context: PageContext, typed: str) -> list[OfferedVariant]:
    """Return variants of the products whose names contain the text."""
    search: dict[str, Encodable] = {"product_name": [typed], "limit": _MOST_FOUND}
    return await _offered(context, search)


async def _variants(context: PageContext, codes: list[str]) -> list[OfferedVariant]:
    """Return the variants with these codes, in their order."""
    if not codes:
        return []
    by_code = {
        each.code: each
        for each in await _offered(
            context, {"product_code": sorted({code[:8] for code in codes}), "limit": MOST_ADDED}
        )
    }
    return [by_code.get(code, OfferedVariant(code=code, name=code, price="0")) for code in codes]


async def _offered(context: PageContext, search: dict[str, Encodable]) -> list[OfferedVariant]:
    try:
        response = await context.call(
            product_rules.listing, {**search, **shop_parameters(context)}, embed=("variants",)
        )
    except ApiError:
        return []
    return [
        OfferedVariant(
            code=variant.variant_code,
            name=_name(product, variant),
            price=str(product.price + variant.additional_amount),
        )
        for product in response.content
        for variant in embedded(product.variants)
    ]


def _name(product: ListedProduct, variant: Variant) -> str:
    options = ", ".join(each.value for each in variant.options or [])
    return f"{product.product_name} ({options})" if options else product.product_name
