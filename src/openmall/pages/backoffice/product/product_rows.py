"""Prices and quantities that are typed into the rows of the list of products and saved together."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.products.shape import ListedProduct, Product
from openmall.commerce.product.stock import office as stock_office
from openmall.commerce.product.variants.shape import Variant
from openmall.contract.embedded import embedded
from openmall.contract.errors import Invalid, PreconditionFailed
from openmall.contract.refusals import NO_DECIMAL
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.pages.backoffice import bulk_actions
from openmall.pages.backoffice.bulk_actions import Outcome
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import product_prices
from openmall.pages.backoffice.product.counted_quantities import counted
from openmall.pages.backoffice.refusals import CHANGED_MEANWHILE
from openmall.pages.backoffice.rendering import plain

FIELDS: Final = 7 * ROWS
"""Most fields of the form: six in each row, and those of every form."""
_KINDS: Final = {"price": marked("Price"), "quantity": marked("Stock")}


class Cell(Struct, frozen=True):
    """A changed field of a row."""

    kind: str
    """`price` or `quantity`."""
    row: str
    """The product's number, or the code of the variant whose quantity it is."""
    product: str
    typed: str
    shown: str
    """The value when the page was opened; empty: no price in the currency of the shop."""


class Saved(Struct, frozen=True):
    """What became of the changed fields."""

    changed: bool
    outcomes: list[Outcome]
    """Empty where all were saved."""
    refused: dict[tuple[str, str], str]
    """Kind and row of each field that was not saved -> what was typed."""


def only_variant(product: ListedProduct) -> Variant | None:
    """Return the variant whose quantity is typed in the product's row; None: there are several."""
    variants = embedded(product.variants)
    return variants[0] if len(variants) == 1 and variants[0].use_inventory == "T" else None


def read(form: Fields) -> list[Cell]:
    """Return the changed fields of the form, row by row."""
    found = []
    for at in range(ROWS):
        product = form.text(f"product-{at}")
        for kind, row in (("price", product), ("quantity", form.text(f"variant-{at}"))):
            typed, shown = form.text(f"{kind}-{at}").strip(), form.text(f"was-{kind}-{at}")
            if product.isdecimal() and row and typed != shown:
                found.append(Cell(kind, row, product, typed, shown))
    return found


async def save(context: PageContext, cells: Sequence[Cell]) -> Saved:
    """Save changed fields, each by itself: one that is refused does not hold up the others."""
    works: Mapping[str, Callable[[PageContext, Cell], Awaitable[None]]] = {
        "price": _set_price, "quantity": _set_quantity,
    }  # fmt: skip
    named = {f"{each.product} · {context.translate(_KINDS[each.kind])}": each for each in cells}

    async def work(name: str) -> None:
        await works[named[name].kind](context, named[name])

    entered = {name: each.typed for name, each in named.items()}
    outcomes = await bulk_actions.run_each(context, list(named), work, entered)
    refused = [named[each.name] for each in outcomes if each.message]
    return Saved(bool(cells), outcomes, {(each.kind, each.row): each.typed for each in refused})


async def _set_price(context: PageContext, cell: Cell) -> None:
    """Set the price of a product; a sale price stays as it is.

    Raises Invalid (422), PreconditionFailed (412) for a price that was changed meanwhile, and
    NotModified (409).
    """
    price = typed_numbers.amount(cell.typed)
    if price is None:
        raise Invalid(NO_DECIMAL, parameter="price")

    async def new_price(_: PageContext, product: Product) -> Decimal:
        now = plain(product.price)
        if cell.shown and now not in (cell.shown, plain(price)):
            raise PreconditionFailed(
                CHANGED_MEANWHILE, parameter="price", shown=cell.shown, stored=now
            )
        return price

    await product_prices.change(context, cell.product, new_price)


async def _set_quantity(context: PageContext, cell: Cell) -> None:
    """Set the quantity of a variant that has it still as it was shown.

    Raises Invalid (422), PreconditionFailed (412) and NotModified (409).
    """
    sent = {
        "variant_code": cell.row,
        "quantity": counted(cell.typed, "quantity"),
        "if_quantity": cell.shown,
        "reason": "counted",
    }
    await context.call(stock_office.adjust_stock, sent)
