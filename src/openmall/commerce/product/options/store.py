"""The appearance of a product's options, one row for each language that sets it."""

from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, select

from openmall.commerce.product.variants.shape import AdditionalOption, AttachedFile
from openmall.contract.call import Call
from openmall.contract.params import Flag
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import REVERTED

OPTION_LOOK: Final = shop_table(
    "option_look",
    number("product_no"),
    number("shop_no"),
    text("look"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("product_no", "shop_no"),
    wide=True,
)


class ValueLook(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The appearance of one value of an option."""

    option_image_file: str = ""
    option_link_image: str = ""
    option_color: str = ""


class OptionLook(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The appearance of one option; `values` by their texts."""

    option_display_type: str = "S"
    values: dict[str, ValueLook] = {}


class Look(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The appearance of a product's options in a language; `options` by their names."""

    option_list_type: str = "S"
    option_preset_code: str = ""
    option_preset_name: str = ""
    use_additional_option: Flag = "F"
    additional_options: list[AdditionalOption] = []
    use_attached_file_option: Flag = "F"
    attached_file_option: AttachedFile = AttachedFile()
    options: dict[str, OptionLook] = {}


_L: Final = OPTION_LOOK.c
_OF: Final = Statement(
    select(_L.product_no, _L.look).where(
        _L.mall_id == bindparam("mall_id"),
        InList(_L.product_no, "product_nos"),
        _L.shop_no == bindparam("shop_no"),
    )
)
_UPSERT_DISPLAY: Final = Statement(
    lambda insert: (
        adding := insert(OPTION_LOOK).values({c.name: bindparam(c.name) for c in _L})
    ).on_conflict_do_update(
        index_elements=["mall_id", "product_no", "shop_no"],
        set_={"look": adding.excluded.look},
    )
)
_DELETE_DISPLAY: Final = Statement(
    delete(OPTION_LOOK).where(
        _L.mall_id == bindparam("mall_id"), _L.product_no == bindparam("product_no")
    )
)
_LOOK: Final = msgspec.json.Decoder(Look)
PLAIN: Final = Look()


def look_from(text: str | None) -> Look:
    """Return the appearance of options from its column; None for a product without a row."""
    return PLAIN if text is None else _LOOK.decode(text)


async def looks(call: Call, product_nos: list[int]) -> dict[int, Look]:
    """Return the appearance of products' options in the call's shop, of those that set it."""
    rows = await call.db.all(_OF, product_nos=product_nos, shop_no=call.shop_no)
    return {product_no: look_from(look) for product_no, look in rows}


async def keep(call: Call, product_no: int, looks: dict[int, Look]) -> None:
    """Write the appearance of a product's options; shop_no -> look."""
    for shop_no, look in looks.items():
        encoded = msgspec.json.encode(look).decode()
        await call.db.run(_UPSERT_DISPLAY, product_no=product_no, shop_no=shop_no, look=encoded)


async def forget(call: Call, product_no: int) -> None:
    """Remove the appearance of a product's options, in every language."""
    await call.db.run(_DELETE_DISPLAY, product_no=product_no)
