"""The operations on a product's icons and on the period in which they are shown.

They are the product's own `icon` and `icon_show_period`: every change is an update of the product.
Specification: "Products icons".
"""

from collections.abc import Sequence
from typing import TypedDict, Unpack

from msgspec import UNSET

from openmall.commerce.product.icons import drawings
from openmall.commerce.product.icons.refusals import (
    ICON_DATES_MISSING,
    ICON_DATES_WITHOUT_PERIOD,
    ICONS_END_BEFORE_START,
)
from openmall.commerce.product.icons.shape import (
    AllIcons,
    Icon,
    IconChoice,
    IconPath,
    IconsChange,
    IconsDraft,
    ProductIcons,
    ProductIconsPath,
    RemovedIcon,
)
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import Product, Times
from openmall.commerce.product.products.takes import ProductUpdate
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.moments import seconds
from openmall.contract.params import EndDate, Flag, StartDate
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

_DATES = ("show_start_date", "show_end_date")


async def list_all(call: Call, params: AllIcons) -> Sequence[Icon]:
    """Retrieve a list of the icons there are."""
    return [_icon(call, code) for code in drawings.DRAWINGS]


async def retrieve(call: Call, params: ProductIconsPath) -> ProductIcons:
    """Retrieve a product's icons."""
    return _shown(call, await product_store.get(call, params.product_no))


async def set_icons(call: Call, draft: IconsDraft) -> ProductIcons:
    """Set a product's icons in place of those it has. The same ones are NotModified (409)."""
    return await _update(call, draft.product_no, icon=_codes(draft.image_list))


async def change(call: Call, params: IconsChange) -> ProductIcons:
    """Update a product's icons and when they are shown. Identical content is 409.

    Icons with `use_show_date` T need both dates, in order; without it a date is Invalid (422).
    """
    before = await product_store.get(call, params.product_no, to_change=True)
    values = _term(before.icon_show_period, params)
    if params.image_list is not UNSET:
        values["icon"] = _codes(params.image_list)
    return await _update(call, params.product_no, **values)


async def remove(call: Call, params: IconPath) -> RemovedIcon:
    """Delete an icon of a product. One it does not have is NotFound (404)."""
    before = await product_store.get(call, params.product_no, to_change=True)
    if params.code not in before.icon:
        raise NotFound(DOES_NOT_EXIST, parameter="code", resource=Phrase("icon"))
    left = [code for code in before.icon if code != params.code]
    await _update(call, params.product_no, icon=left)
    return RemovedIcon(shop_no=call.shop_no, code=params.code)


class _Term(TypedDict, total=False):
    """Fields of a product update."""

    use_icon_exposure_term: Flag
    icon_exposure_begin_datetime: StartDate
    icon_exposure_end_datetime: EndDate
    icon: list[str]


def _term(period: Times | None, params: IconsChange) -> _Term:
    """Return the fields of a product update that set when its icons are shown."""
    used = params.use_show_date
    if used is UNSET:
        used = "F" if period is None else "T"
    if used == "F":
        for name in _DATES:
            if getattr(params, name) not in (None, UNSET):
                raise Invalid(ICON_DATES_WITHOUT_PERIOD, parameter=name)
        return {} if params.use_show_date is UNSET else {"use_icon_exposure_term": "F"}
    begin, end = params.show_start_date, params.show_end_date
    if period is not None:
        begin = StartDate(seconds(period.start_date)) if begin is UNSET else begin
        end = EndDate(seconds(period.end_date)) if end is UNSET else end
    if not isinstance(begin, int):
        raise Invalid(ICON_DATES_MISSING, parameter="show_start_date")
    if not isinstance(end, int):
        raise Invalid(ICON_DATES_MISSING, parameter="show_end_date")
    if end < begin:
        raise Invalid(ICONS_END_BEFORE_START, parameter="show_end_date")
    return {
        "use_icon_exposure_term": "T",
        "icon_exposure_begin_datetime": begin,
        "icon_exposure_end_datetime": end,
    }


async def _update(call: Call, product_no: int, **values: Unpack[_Term]) -> ProductIcons:
    update = ProductUpdate(shop_no=call.shop_no, product_no=product_no, **values)
    return _shown(call, await product_rules.change(call, update))


def _codes(choices: list[IconChoice]) -> list[str]:
    return list(dict.fromkeys(choice.code for choice in choices))


def _shown(call: Call, product: Product) -> ProductIcons:
    period = product.icon_show_period
    return ProductIcons(
        shop_no=product.shop_no,
        use_show_date="F" if period is None else "T",
        show_start_date=None if period is None else period.start_date,
        show_end_date=None if period is None else period.end_date,
        image_list=[_icon(call, code) for code in product.icon],
    )


def _icon(call: Call, code: str) -> Icon:
    path = drawings.address(code)
    return Icon(code=code, path=path and call.origin + path)
