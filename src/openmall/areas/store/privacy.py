"""Privacy notices: what customers are asked to agree to when they join, order, or write on boards.

Specification: "Privacy join", "Privacy orders", "Privacy boards". Every shop has the same notices;
what they say, and whether they are shown, is its own.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Final, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import asdict

from openmall.areas.store.policy import Text
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.errors import NotFound
from openmall.contract.languages import Words
from openmall.contract.operation import listing, put
from openmall.contract.params import EntityNo, Flag, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, current, keep

Form = Literal["JOIN", "SIMPLE_ORDER_JOIN", "SHOPPING_PAY_EASY_JOIN"]
"""Where somebody joins: on the page for it, while ordering, while paying."""

_COLLECTION: Final = Words(
    ko="개인정보 수집 및 이용",
    en="Collection and use of personal data",
    ja="個人情報の収集および利用",
)
_THIRD_PARTIES: Final = Words(
    ko="개인정보 제3자 제공",
    en="Provision of personal data to third parties",
    ja="個人情報の第三者提供",
)
_PROCESSORS: Final = Words(
    ko="개인정보 처리 위탁", en="Processing of personal data by others", ja="個人情報の取扱委託"
)
_MARKETING: Final = Words(
    ko="마케팅 목적의 개인정보 수집 및 이용",
    en="Use of personal data for marketing",
    ja="マーケティング目的の個人情報の利用",
)


class JoinNotice(Setting, frozen=True, kw_only=True):
    """What is agreed to when joining; the defaults are what a new shop has."""

    use: Flag = "F"
    required: Flag = "F"
    display: list[Form] = field(default_factory=lambda: list[Form](["JOIN"]))
    content: Text = ""


class OrderNotice(Setting, frozen=True, kw_only=True):
    """What is agreed to when ordering; the defaults are what a new shop has."""

    use: Flag = "F"
    use_member: Flag = "T"
    use_non_member: Flag = "T"
    content: Text = ""


class BoardNotice(Setting, frozen=True, kw_only=True):
    """What is agreed to when writing on a board; the defaults are what a new shop has."""

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
    """What may be sent to change any notice; UNSET: not sent, left alone."""

    no: EntityNo
    use: Flag | UnsetType = UNSET
    content: Text | UnsetType = UNSET


class JoinChange(NoticeChange, frozen=True, kw_only=True):
    required: Flag | UnsetType = UNSET
    display: Annotated[list[Form], Meta(max_length=3)] | UnsetType = UNSET


class OrdersChange(NoticeChange, frozen=True, kw_only=True):
    use_member: Flag | UnsetType = UNSET
    use_non_member: Flag | UnsetType = UNSET


NAMES: Final[dict[type[Setting], tuple[Words, ...]]] = {
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
            raise NotFound("The privacy notice does not exist.", parameter="no")
        before = await current(call, kind, to_change=True, of=str(params.no))
        after = patched(before, params)
        await keep(call.db, call.seal, after, of=str(params.no))
        call.journal(f"privacy notice {params.no} for {what}", differences(before, after))
        return _named(call, after, shown, params.no)

    update.__doc__ = f"Update privacy notices for {what}. Identical content is NotModified (409)."
    return update


def _named(call: Call, notice: Setting, shown: type[A], no: int) -> A:
    name = NAMES[type(notice)][no - 1].spoken(call.mall.shops[call.shop_no].language)
    return shown(**asdict(notice), no=no, name=name)


OPERATIONS = [
    listing(
        "privacy/join",
        _read(JoinNotice, Join, "signup"),
        takes=ShopParams,
        gives=Join,
        key="join",
        scope=READ_STORE,
    ),
    put(
        "privacy/join",
        _change(JoinNotice, JoinChange, Join, "signup"),
        takes=JoinChange,
        gives=Join,
        key="join",
        scope=WRITE_STORE,
        objects=10,
    ),
    listing(
        "privacy/orders",
        _read(OrderNotice, Orders, "checkout"),
        takes=ShopParams,
        gives=Orders,
        key="orders",
        scope=READ_STORE,
    ),
    put(
        "privacy/orders",
        _change(OrderNotice, OrdersChange, Orders, "checkout"),
        takes=OrdersChange,
        gives=Orders,
        key="orders",
        scope=WRITE_STORE,
        objects=2,
    ),
    listing(
        "privacy/boards",
        _read(BoardNotice, Boards, "posting on boards"),
        takes=ShopParams,
        gives=Boards,
        key="boards",
        scope=READ_STORE,
    ),
    put(
        "privacy/boards",
        _change(BoardNotice, NoticeChange, Boards, "posting on boards"),
        takes=NoticeChange,
        gives=Boards,
        key="boards",
        scope=WRITE_STORE,
        objects=2,
    ),
]
