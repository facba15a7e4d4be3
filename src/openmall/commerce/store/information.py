"""Texts that inform customers: guides of the shop, and what product pages say unless a product
says it itself.

Specification: "Information". Guides are on one page of the sample shop; the other texts are on its
product pages.
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from openmall.commerce.store.refusals import CLEARED_TEXT_WITH_CONTENT
from openmall.contract.call import Call
from openmall.contract.change import differences
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.labels import Label
from openmall.contract.params import Flag, ShopParams
from openmall.contract.refusals import IDENTICAL
from openmall.contract.resource import Resource
from openmall.contract.scopes import READ_STORE
from openmall.database.values import BoundValue

Text = Annotated[str, Meta(max_length=100_000)]
"""HTML."""
Guide = Literal["MEMBERSHIP", "PAYMENT", "SHIPPING", "EXCHANGE"]
"""Guides of the shop: membership, ways to pay, shipping, exchanges and returns."""
Type = Literal[
    "MEMBERSHIP",
    "PAYMENT",
    "SHIPPING",
    "EXCHANGE",
    "PAYMENT_INFORMATION",
    "SHIPPING_INFORMATION",
    "EXCHANGE_INFORMATION",
    "SERVICE_INFORMATION",
]
GUIDES: Final[tuple[str, ...]] = get_args(Guide)
TYPES: Final[tuple[str, ...]] = get_args(Type)


class StoreText(Struct, frozen=True, kw_only=True):
    """One of the texts as a shop has changed it."""

    display_mobile: Flag | None = None
    use: Flag | None = None
    content: str = ""


class InformationTexts(Setting, frozen=True, kw_only=True):
    """The texts that a shop has changed, by their type."""

    texts: dict[str, StoreText] = {}


class Information(Struct, frozen=True, kw_only=True):
    """A text that informs customers."""

    shop_no: int
    type: str
    display_mobile: Flag | None
    """F: it is not shown on phones. Null for texts of product pages until it is set."""
    use: Flag | None
    """T: it is shown. Null for guides until it is set; those are shown."""
    content: str


class InformationChange(ShopParams, frozen=True, kw_only=True):
    """The changes to a text; UNSET: left alone."""

    type: Type
    display_mobile: Annotated[Flag, Label("Show on phones")] | UnsetType = UNSET
    use: Annotated[Flag, Label("Show")] | UnsetType = UNSET
    save_type: Literal["S", "C"] | UnsetType = UNSET
    """S saves `content`, C clears the text; without it `content` is saved."""
    content: Annotated[Text, Label("Text (HTML)")] | UnsetType = UNSET


async def list_texts(call: Call, params: ShopParams) -> Sequence[Information]:
    """Retrieve store policies: guides of the shop and texts of product pages."""
    texts = (await current(call, InformationTexts)).texts
    return [_shown(call, kind, texts.get(kind, StoreText())) for kind in TYPES]


async def list_displayed(call: Call, params: ShopParams) -> Sequence[Information]:
    """Retrieve the texts that pages show: guides with content, and the texts in use of product
    pages.
    """
    return [each for each in await list_texts(call, params) if each.content and each.use != "F"]


async def change(call: Call, params: InformationChange) -> Information:
    """Update store policies, one text after another.

    Raises Invalid (422) for content of a text that is cleared, NotModified (409) for identical
    content.
    """
    if params.save_type == "C" and params.content is not UNSET:
        raise Invalid(CLEARED_TEXT_WITH_CONTENT, parameter="content")
    before = await current(call, InformationTexts, to_change=True)
    stored = before.texts.get(params.type, StoreText())
    sent: dict[str, BoundValue] = {
        name: value
        for name in ("display_mobile", "use", "content")
        if (value := getattr(params, name)) is not UNSET
    }
    if params.save_type == "C":
        sent["content"] = ""
    text = replace(stored, **sent)
    if text == stored:
        raise NotModified(IDENTICAL)
    after = replace(before, texts={**before.texts, params.type: text})
    await write_setting(call.db, call.seal, after)
    call.journal(f"information {params.type}", differences(stored, text))
    return _shown(call, params.type, text)


def _shown(call: Call, kind: str, text: StoreText) -> Information:
    guide = kind in GUIDES
    return Information(
        shop_no=call.shop_no,
        type=kind,
        display_mobile=text.display_mobile or ("T" if guide else None),
        use=text.use or (None if guide else "F"),
        content=text.content,
    )


_INFORMATION: Final = Resource(Information, area="store", key="information")

OPERATIONS = [
    _INFORMATION.listing("information", list_texts, takes=ShopParams),
    _INFORMATION.put("information", change, takes=InformationChange, objects=8),
]

FRONT_OPERATIONS = [
    _INFORMATION.listing(
        "information", list_displayed, takes=ShopParams, scope=READ_STORE, cacheable=True
    ),
]
