"""Brands by name and SEO settings of imported products, which are no fields of a product."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from openmall.commerce.collection.brands import BRANDS, BrandDraft
from openmall.commerce.product import seo
from openmall.contract.call import Call, Mall
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.moments import Clock
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import TOO_LONG
from openmall.database.session import Session
from openmall.transfer.imports.columns import BRAND, SEO

MOST_BRAND: Final = 50
_LONGEST: Final = {"meta_title": 255, "meta_description": 2_000}


class _Row(Protocol):
    @property
    def fields(self) -> Mapping[str, Any]: ...


def brand_of(rows: Sequence[_Row]) -> str:
    """Return the name of a product's brand; empty: the rows have none. Raises Invalid."""
    name = next((str(row.fields[BRAND]) for row in rows if BRAND in row.fields), "")
    if len(name) > MOST_BRAND:
        raise Invalid(TOO_LONG, parameter=BRAND, expected=Phrase("string"), most=MOST_BRAND)
    return name


def seo_of(rows: Sequence[_Row]) -> dict[str, str]:
    """Return the SEO settings of a product, each from the first row that has it. Raises Invalid."""
    found: dict[str, str] = {}
    for row in rows:
        for name in SEO:
            if name in row.fields:
                found.setdefault(name, str(row.fields[name]))
    for name, text in found.items():
        if len(text) > _LONGEST[name]:
            raise Invalid(TOO_LONG, parameter=name, expected=Phrase("string"), most=_LONGEST[name])
    return found


async def brand_codes(
    db: Session, mall: Mall, clock: Clock, names: Iterable[str], *, dry_run: bool
) -> dict[str, str]:
    """Return the codes of brands by name. A missing one is made, except in a dry run."""
    wanted = {name.casefold(): name for name in names if name}
    if not wanted:
        return {}
    known = {
        brand.brand_name.casefold(): brand.brand_code
        for brand in reversed(await BRANDS.every(db, mall, clock))
    }
    for folded, name in wanted.items():
        if folded not in known and not dry_run:
            made = await BRANDS.add(db, mall, clock, BrandDraft(brand_name=name))
            known[folded] = made.brand_code
    return {name: known[folded] for folded, name in wanted.items() if folded in known}


async def write_seo(call: Call, product_no: int, values: Mapping[str, str]) -> None:
    """Change SEO settings of a product in the call's shop; what is there already stays."""
    sent: dict[str, Any] = {"shop_no": call.shop_no, "product_no": product_no, **values}
    change = seo.SeoChange(**sent)
    try:
        await seo.change(call, change)
    except NotModified:
        return
