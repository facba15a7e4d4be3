"""Board settings: what holds for all boards of a shop.

Specification: "Boards setting". The protection of posts from machines is the shop's own challenge
(`community/storefront_boards/challenge.py`); keys of an outside service are stored for a front end
of the shop's own.
"""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict, replace

from openmall.contract.call import Call
from openmall.contract.change import differences, sent_fields
from openmall.contract.crud.settings import Setting, current, read_setting, write_setting
from openmall.contract.errors import NotModified
from openmall.contract.labels import Label, Values
from openmall.contract.params import SECRET, Flag, Secret, ShopParams
from openmall.contract.refusals import IDENTICAL
from openmall.contract.resource import Resource

AdminName = Annotated[
    Literal["name", "nickname", "shopname", "storename"],
    Values(
        {
            "name": Label("Their name"),
            "nickname": Label("Their nickname"),
            "shopname": Label("Name of the mall"),
            "storename": Label("Name of the shop"),
        }
    ),
]
"""Author shown for replies of the staff; shopname the mall's name, storename the shop's."""
LinkedBoard = Annotated[
    Literal["F", "1"], Values({"F": Label("Not used"), "1": Label("Board number 1")})
]
ReviewButton = Annotated[
    Literal["all", "shipbegin_date", "shipend_date"],
    Values(
        {
            "all": Label("After payment"),
            "shipbegin_date": Label("After shipping has begun"),
            "shipend_date": Label("After delivery"),
        }
    ),
]
"""When an order offers to review its products."""
Protection = Annotated[
    Literal["S", "R"],
    Values({"S": Label("The shop's own challenge"), "R": Label("An outside service")}),
]
Key = Annotated[str, Meta(min_length=1, max_length=200)]
SecretKey = Annotated[str, Meta(min_length=1, max_length=200, extra=SECRET)]


class SpamProtection(Struct, frozen=True, kw_only=True):
    """How posts are protected from machines."""

    type: Protection = "S"
    site_key: str = ""


class BoardsSetting(Setting, frozen=True, kw_only=True):
    """Settings of all boards of a shop; the defaults are what a new shop has."""

    admin_name: AdminName = "name"
    password_rules: Flag = "F"  # noqa: S105 - a flag, no password
    """T: passwords of guests have 8 characters at least, a letter and a digit among them."""
    linked_board: LinkedBoard = "F"
    review_button_mode: ReviewButton = "all"
    spam_auto_prevention: SpamProtection = SpamProtection()
    spam_secret_key: Secret | None = None
    """Key of the outside service; never answered."""


class SpamProtectionChange(Struct, frozen=True, kw_only=True):
    """How posts are protected from machines."""

    type: Annotated[Protection, Label("Protection")] | UnsetType = UNSET
    site_key: Annotated[Key, Label("Site key")]
    secret_key: Annotated[SecretKey, Label("Secret key")]


class BoardsSettingChange(ShopParams, frozen=True, kw_only=True):
    """The changes to the settings of all boards; UNSET: left alone."""

    admin_name: Annotated[AdminName, Label("Author of the staff's replies")] | UnsetType = UNSET
    password_rules: Annotated[Flag, Label("Rules for passwords of guests")] | UnsetType = UNSET
    linked_board: Annotated[LinkedBoard, Label("Linked board")] | UnsetType = UNSET
    review_button_mode: (
        Annotated[ReviewButton, Label("Orders offer to review products")] | UnsetType
    ) = UNSET
    spam_auto_prevention: (
        Annotated[SpamProtectionChange, Label("Protection from machines")] | UnsetType
    ) = UNSET


async def change(call: Call, params: BoardsSettingChange) -> BoardsSetting:
    """Update board settings. Identical content is NotModified (409)."""
    before = await current(call, BoardsSetting, to_change=True)
    values = sent_fields(params)
    values.pop("shop_no", None)
    spam = params.spam_auto_prevention
    if isinstance(spam, SpamProtectionChange):
        kept = asdict(before.spam_auto_prevention)
        sent = {name: value for name, value in sent_fields(spam).items() if name in kept}
        values["spam_auto_prevention"] = SpamProtection(**{**kept, **sent})
        values["spam_secret_key"] = spam.secret_key
    after = replace(before, **values)
    if after == before:
        raise NotModified(IDENTICAL)
    await write_setting(call.db, call.seal, after)
    call.journal("boards setting", differences(before, after))
    return after


_SHOWN: Final = tuple(name for name in BoardsSetting.__struct_fields__ if name != "spam_secret_key")
_BOARDS: Final = Resource(BoardsSetting, area="store", key="board")

OPERATIONS = [
    _BOARDS.get("boards/setting", read_setting(BoardsSetting), takes=ShopParams, shows=_SHOWN),
    _BOARDS.put("boards/setting", change, takes=BoardsSettingChange, shows=_SHOWN),
]
