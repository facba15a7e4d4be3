"""Privacy notices: what customers are asked to agree to when they join, order, or write on boards.

Specification: "Privacy join", "Privacy orders", "Privacy boards". Every shop has the same notices;
what they say, and whether they are shown, is its own.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Final, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import asdict

from openmall.commerce.store.policy import Text
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.errors import NotFound
from openmall.contract.labels import Label, Values
from openmall.contract.operation import NoEffect
from openmall.contract.params import EntityNo, Flag, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.translations.catalogues import Message

Form = Annotated[
    Literal["JOIN", "SIMPLE_ORDER_JOIN", "SHOPPING_PAY_EASY_JOIN"],
    Values(
        {
            "JOIN": Label("on the sign-up page"),
            "SIMPLE_ORDER_JOIN": Label("when signing up while ordering"),
            "SHOPPING_PAY_EASY_JOIN": Label("when signing up while paying"),
        }
    ),
]
"""Place of joining: its own page, the order form, the payment."""

_COLLECTION: Final = Message("Collection and use of personal data")
_THIRD_PARTIES: Final = Message("Provision of personal data to third parties")
_PROCESSORS: Final = Message("Processing of personal data by others")
_MARKETING: Final = Message("Use of personal data for marketing")
AGREEMENTS: Final = (_COLLECTION, _THIRD_PARTIES, _PROCESSORS, _MARKETING)
"""Names of the agreements."""


class JoinNotice(Setting, frozen=True, kw_only=True):
    """Notices shown on joining; the defaults are those of a new shop."""

    use: Flag = "F"
    required: Flag = "F"
    display: list[Form] = field(default_factory=lambda: list[Form](["JOIN"]))
    content: Text = ""


class OrderNotice(Setting, frozen=True, kw_only=True):
    """Notices shown on ordering; the defaults are those of a new shop."""

    use: Flag = "F"
    use_member: Flag = "T"
    use_non_member: Flag = "T"
    content: Text = ""


class BoardNotice(Setting, frozen=True, kw_only=True):
    """Notices shown on writing on a board; the defaults are those of a new shop."""

    use: Flag = "F"
    content: Text = ""


class Join(JoinNotice, frozen=True, kw_only=True):
    no: int
    name: str


class Orders(OrderNotice, frozen=True, kw_only=True):
    no: int
    name: str


class Boards(BoardNotice, frozen=True, kw_only=True):
    no: int
    name: str


class NoticeChange(ShopParams, frozen=True, kw_only=True):
    """The changes to any notice; UNSET: left alone."""

    no: EntityNo
    use: Annotated[Flag, Label("Use")] | UnsetType = UNSET
    content: Annotated[Text, Label("Text")] | UnsetType = UNSET


class JoinChange(NoticeChange, frozen=True, kw_only=True):
    required: Annotated[Flag, Label("Required")] | UnsetType = UNSET
    display: Annotated[list[Form], Meta(max_length=3), Label("Shown")] | UnsetType = UNSET


class OrdersChange(NoticeChange, frozen=True, kw_only=True):
    use_member: Annotated[Flag, Label("Ask members")] | UnsetType = UNSET
    use_non_member: Annotated[Flag, Label("Ask guests")] | UnsetType = UNSET


NAMES: Final[dict[type[Setting], tuple[Message, ...]]] = {
    JoinNotice: (_COLLECTION, _THIRD_PARTIES, _PROCESSORS, _MARKETING),
    OrderNotice: (_COLLECTION, _THIRD_PARTIES),
    BoardNotice: (_COLLECTION, _THIRD_PARTIES),
}
"""The notices of a kind; the first is number 1."""

S = TypeVar("S", bound=Setting)
A = TypeVar("A", bound=Struct)
C = TypeVar("C", bound=NoticeChange)


def _read(
    kind: type[S], shown: type[A], what: str
) -> Callable[[Call, ShopParams], Awaitable[Sequence[A]]]:
    async def retrieve(call: Call, params: ShopParams) -> Sequence[A]:
        numbers = range(1, len(NAMES[kind]) + 1)
        return [_named(call, await current(call, kind, of=str(no)), shown, no) for no in numbers]

    retrieve.__doc__ = f"Retrieve privacy notices for {what}."
    return retrieve


def _change(
    kind: type[S], change: type[C], shown: type[A], what: str
) -> Callable[[Call, C], Awaitable[A]]:
    async def update(call: Call, params: C) -> A:
        if params.no > len(NAMES[kind]):
            raise NotFound(DOES_NOT_EXIST, parameter="no", resource=Phrase("privacy notice"))
        before = await current(call, kind, to_change=True, of=str(params.no))
        after = patched(before, params)
        await write_setting(call.db, call.seal, after, of=str(params.no))
        call.journal(f"privacy notice {params.no} for {what}", differences(before, after))
        return _named(call, after, shown, params.no)

    update.__doc__ = f"Update privacy notices for {what}. Identical content is NotModified (409)."
    return update


def _named(call: Call, notice: Setting, shown: type[A], no: int) -> A:
    name = NAMES[type(notice)][no - 1].translate(call.mall.shops[call.shop_no].language)
    return shown(**asdict(notice), no=no, name=name)


_SAVED_AS_SENT: Final = {"save_type": NoEffect("Texts are stored as they are sent", harmless="S")}
_JOIN: Final = Resource(Join, area="store", key="join")
_ORDERS: Final = Resource(Orders, area="store", key="orders")
_BOARDS: Final = Resource(Boards, area="store", key="boards")

OPERATIONS = [
    _JOIN.listing("privacy/join", _read(JoinNotice, Join, "signup"), takes=ShopParams),
    _JOIN.put(
        "privacy/join",
        _change(JoinNotice, JoinChange, Join, "signup"),
        takes=JoinChange,
        objects=10,
        refuses=_SAVED_AS_SENT,
    ),
    _ORDERS.listing("privacy/orders", _read(OrderNotice, Orders, "checkout"), takes=ShopParams),
    _ORDERS.put(
        "privacy/orders",
        _change(OrderNotice, OrdersChange, Orders, "checkout"),
        takes=OrdersChange,
        objects=2,
        refuses=_SAVED_AS_SENT,
    ),
    _BOARDS.listing(
        "privacy/boards", _read(BoardNotice, Boards, "posting on boards"), takes=ShopParams
    ),
    _BOARDS.put(
        "privacy/boards",
        _change(BoardNotice, NoticeChange, Boards, "posting on boards"),
        takes=NoticeChange,
        objects=2,
        refuses=_SAVED_AS_SENT,
    ),
]
