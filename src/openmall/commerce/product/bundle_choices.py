"""The choice of a bundle's parts: a variant of each, for a cart, an order or a subscription.

A bundle is bought as one line, of the variant that `variants/bundle_variant.py` names. Stock is
reserved and taken of the variants chosen here.
"""

from collections.abc import Collection, Sequence
from datetime import date
from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.commerce.product import availability, product_variant_store
from openmall.commerce.product.bundles import store
from openmall.commerce.product.bundles.refusals import (
    NO_VARIANT_OF_PART,
    PART_NOT_ON_SALE,
    PART_VARIANTS_MISSING,
)
from openmall.commerce.product.product_variant_store import ProductVariant
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.variants import bundle_variant
from openmall.commerce.product.variants.shape import ControlType, Variant
from openmall.commerce.product.variants.store import OptionNames
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.money import ZERO

_MOST_VARIANTS: Final = 100_000
"""Variants of the parts of all bundles that are read together."""


class PartVariant(Struct, frozen=True, kw_only=True):
    """A variant of a bundle's part, and how many units of it one bundle has."""

    product: Product
    names: list[OptionNames]
    variant: Variant
    reserved: int
    quantity: int

    @property
    def left(self) -> int | None:
        """Return how many units can be bought; None: any number."""
        return availability.left(self.variant, self.reserved)


class OfferedPart(Struct, frozen=True, kw_only=True):
    """A part of a bundle with its variants, in their order."""

    product: Product
    quantity: int
    variants: list[PartVariant]
    """Those on offer, in stock or not; none: the part is not sold."""
    buyable: frozenset[str]
    """Codes of variants with enough units for one bundle."""


class Choice(Struct, frozen=True, kw_only=True):
    """A variant of each part of a bundle."""

    bundle: Product
    parts: list[PartVariant]

    @property
    def additional_amount(self) -> Decimal:
        """Return the additional price of the options in one bundle."""
        return sum((each.variant.additional_amount * each.quantity for each in self.parts), ZERO)

    @property
    def left(self) -> int | None:
        """Return how many bundles of this choice can be bought; None: any number."""
        counts = [(each.left, each.quantity) for each in self.parts]
        return min((max(0, left) // units for left, units in counts if left is not None),
                   default=None)  # fmt: skip

    @property
    def variant(self) -> Variant:
        """Return the bundle's variant with the price and the stock of this choice."""
        at_once: ControlType = "B"
        if any(each.variant.inventory_control_type == "A" for each in self.parts):
            at_once = "A"
        return bundle_variant.variant_of(
            self.bundle.shop_no,
            self.bundle.product_code,
            left=self.left,
            additional_amount=self.additional_amount,
            inventory_control_type=at_once,
        )

    @property
    def text(self) -> str:
        """Return the parts as texts of an item show them: `Cup x2 (Colour=Sand), Plate x1`."""
        texts = []
        for each in self.parts:
            text = option_text(each.variant)
            chosen = f" ({text})" if text else ""
            texts.append(f"{each.product.product_name} x{each.quantity}{chosen}")
        return ", ".join(texts)

    @property
    def codes(self) -> list[str]:
        """Return the codes of the variants, in the order of the parts."""
        return [each.variant.variant_code for each in self.parts]


def option_text(variant: Variant) -> str:
    """Return the options of a variant: `Colour=Sand, Size=L`."""
    return ", ".join(f"{each.name}={each.value}" for each in variant.options or [])


async def offered_parts(call: Call, product_nos: Collection[int]) -> dict[int, list[OfferedPart]]:
    """Return the parts of bundles in the call's shop, in two statements: bundle -> parts."""
    wanted = sorted(set(product_nos))
    if not wanted:
        return {}
    made_of = await store.components(call, wanted)
    part_nos = {part.product_no for parts in made_of.values() for part in parts}
    found = await product_variant_store.of_products(call, part_nos, most=_MOST_VARIANTS)
    today = moment(call.clock.now()).date()
    return {
        number: [
            _offered(found[part.product_no], part.purchase_quantity, today)
            for part in parts
            if part.product_no in found
        ]
        for number, parts in made_of.items()
    }


def _offered(
    found: Sequence[tuple[ProductVariant, Variant]], quantity: int, today: date
) -> OfferedPart:
    product = found[0][0].product
    suffices_for = availability.suffices_for(
        product,
        [variant for _, variant in found],
        {variant.variant_code: each.reserved for each, variant in found},
        quantity=quantity,
        today=today,
    )
    sold = product.selling == "T" and not availability.is_withheld(product, today)
    return OfferedPart(
        product=product,
        quantity=quantity,
        variants=[
            PartVariant(
                product=product,
                names=each.names,
                variant=variant,
                reserved=each.reserved,
                quantity=quantity,
            )
            for each, variant in found
            if sold
            and availability.on_offer(variant)
            and not availability.costs_less_than_nothing(product, variant)
        ],
        buyable=frozenset(suffices_for),
    )


def choose(
    bundle: Product, parts: Sequence[OfferedPart], chosen: Collection[str], *, parameter: str
) -> Choice:
    """Return the chosen variant of each part, or the only one on offer.

    Raises Invalid (422), which names `parameter`, for a part that is not sold, without a choice or
    with two, and for variants of no part.
    """
    found = []
    for part in parts:
        named = [each for each in part.variants if each.variant.variant_code in chosen]
        candidates = named or part.variants
        if not candidates:
            raise Invalid(PART_NOT_ON_SALE, parameter=parameter)
        if len(candidates) != 1:
            raise Invalid(PART_VARIANTS_MISSING, parameter=parameter)
        found += candidates
    if not found:
        raise Invalid(PART_NOT_ON_SALE, parameter=parameter)
    if not set(chosen) <= {each.variant.variant_code for each in found}:
        raise Invalid(NO_VARIANT_OF_PART, parameter=parameter)
    return Choice(bundle=bundle, parts=found)


async def require_choice(
    call: Call, bundle: Product, chosen: Collection[str], *, parameter: str
) -> Choice:
    """Return the choice of one bundle. Raises as `choose` does."""
    parts = (await offered_parts(call, [bundle.product_no]))[bundle.product_no]
    return choose(bundle, parts, chosen, parameter=parameter)
