"""Ready-made handlers for a resource that is one object of settings in each shop.

A setting is a field of a struct whose defaults are what a new shop has; only what a shop changed
is a row, so a setting that is added later has its default in every shop at once. Settings without
such defaults are created once, before they can be read. A field declared `Secret` is kept sealed.
Settings may be `of` an object of the shop, such as a supplier by its user's id.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeVar, Unpack, overload

import msgspec
from msgspec import Struct
from sqlalchemy import BigInteger, Text, bindparam, delete, select, tuple_, update

from openmall import declarations
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, patched, sent_fields
from openmall.contract.crud.named_handlers import SettingOperations
from openmall.contract.crud.refusals import CREATED_ALREADY, NOT_CREATED
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.fields import fields_of
from openmall.contract.operation import Refused, SharedColumns
from openmall.contract.params import ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.resource import Resource
from openmall.database.policies import no_personal_data, with_mall
from openmall.database.reencryption import BATCH_SIZE, EncryptedTable, ReencryptionCounts
from openmall.database.schema import number, shop_table, text
from openmall.database.seal import MARK, Seal
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import REVERTED

SETTING: Final = shop_table(
    "setting",
    number("shop_no"),
    text("name"),
    text("content"),
    backup=with_mall(watched=True),
    undo=REVERTED,
    personal_data=no_personal_data("how a shop is set up, by the people behind it"),
    key=("shop_no", "name"),
    wide=True,
)
"""Settings of a shop, by the name of their struct. `content` is JSON."""

_READ: Final = select(SETTING.c.content).where(
    SETTING.c.mall_id == bindparam("mall_id"),
    SETTING.c.shop_no == bindparam("shop_no"),
    SETTING.c.name == bindparam("name"),
)
_GET: Final = Statement(_READ)
_GET_TO_CHANGE: Final = Statement(_READ.with_for_update())
READ_SEVERAL: Final = Statement(
    select(SETTING.c.name, SETTING.c.content).where(
        SETTING.c.mall_id == bindparam("mall_id"),
        SETTING.c.shop_no == bindparam("shop_no"),
        InList(SETTING.c.name, "names"),
    )
)
WRITE: Final = Statement(
    lambda insert: (
        insert(SETTING)
        .values({c.name: bindparam(c.name) for c in SETTING.c})
        .on_conflict_do_update(
            index_elements=["mall_id", "shop_no", "name"], set_={"content": bindparam("content")}
        )
    )
)
_CLAIM: Final = Statement(
    lambda insert: (
        insert(SETTING)
        .values({c.name: bindparam(c.name) for c in SETTING.c})
        .on_conflict_do_nothing(index_elements=["mall_id", "shop_no", "name"])
    )
)
_CLAIMED: Final = "{}"
"""Content of a row that was added to be locked."""
_DELETE: Final = Statement(
    delete(SETTING).where(
        SETTING.c.mall_id == bindparam("mall_id"), SETTING.c.name == bindparam("name")
    )
)


class Setting(Struct, frozen=True, kw_only=True):
    """Settings of one shop. The defaults of its fields are what a new shop has."""

    shop_no: int = 1
    presets: ClassVar[Mapping[str, Callable[[str], Any]]] = {}
    # field -> what a new shop of a currency has, where that differs from the default
    called: ClassVar[Phrase] = Phrase("setting")  # in errors of settings that are created


class UnknownSetting(ValueError):
    """Settings are kept under a name that no struct has."""


S = TypeVar("S", bound=Setting)
A = TypeVar("A", bound=Struct)
C = TypeVar("C", bound=ShopParams)


def initial(kind: type[S], currency: str) -> S:
    """Return the settings `kind` of a new shop of a currency."""
    return kind(**{name: preset(currency) for name, preset in kind.presets.items()})


async def preload(call: Call, *kinds: type[Setting]) -> None:
    """Read several settings of the call's shop in one statement, for `current` of the same call.

    Those that were read before are not read again. For calls that write none of them.
    """
    names = [kind.__name__ for kind in kinds if (call.shop_no, kind.__name__) not in call.settings]
    if not names:
        return
    rows = await call.db.all(READ_SEVERAL, shop_no=call.shop_no, names=names)
    found = dict(map(tuple, rows))
    call.settings.update({(call.shop_no, name): found.get(name) for name in names})


async def current(call: Call, kind: type[S], *, to_change: bool = False, of: str = "") -> S:
    """Return the settings `kind` of the call's shop, or `of` a thing in it; `to_change` locks them.

    Raises NotFound (404) for settings that have to be created and are not.
    """
    if to_change and not _created_once(kind):
        # a row to lock must exist before two calls can take turns on it
        await call.db.run(_CLAIM, shop_no=call.shop_no, name=_name(kind, of), content=_CLAIMED)
    content = await _stored_content(call, _name(kind, of), to_change=to_change)
    if content is None and _created_once(kind):
        raise NotFound(NOT_CREATED, resource=kind.called)
    if content is None or content == _CLAIMED:
        stored = initial(kind, call.mall.shops[call.shop_no].currency) if kind.presets else kind()
    else:
        stored = msgspec.json.decode(content, type=kind)
    here = msgspec.structs.replace(stored, shop_no=call.shop_no)
    return opened(here, call.seal, call.db.mall_id) if _secrets(kind) else here


async def _stored_content(call: Call, name: str, *, to_change: bool) -> str | None:
    if not to_change and (call.shop_no, name) in call.settings:
        return call.settings[call.shop_no, name]
    statement = _GET_TO_CHANGE if to_change else _GET
    row = await call.db.one(statement, shop_no=call.shop_no, name=name)
    return None if row is None else row[0]


@overload
def read_setting(kind: type[S]) -> Callable[[Call, ShopParams], Awaitable[S]]: ...


@overload
def read_setting(
    kind: type[S], show: Callable[[S], A]
) -> Callable[[Call, ShopParams], Awaitable[A]]: ...


def read_setting(
    kind: type[S], show: Callable[[S], Any] | None = None
) -> Callable[[Call, ShopParams], Awaitable[Any]]:
    """Return the handler that retrieves the settings `kind`, or what `show` makes of them."""

    async def retrieve(call: Call, params: ShopParams) -> Any:
        settings = await current(call, kind)
        return settings if show is None else show(settings)

    retrieve.__doc__ = f"Retrieve {_readable_name(kind)}."
    return retrieve


def change_setting(
    kind: type[S], change: type[C], show: Callable[[S], S] | None = None
) -> Callable[[Call, C], Awaitable[S]]:
    """Return the handler that updates the settings `kind` with what a `change` holds.

    Absent fields are left alone, nested objects merged; identical content is 409.
    """

    async def update(call: Call, params: C) -> S:
        before = await current(call, kind, to_change=True)
        after = patched(before, params)
        await write_setting(call.db, call.seal, after)
        call.journal(_readable_name(kind), differences(before, after))
        return after if show is None else show(after)

    update.__doc__ = f"Update {_readable_name(kind)}."
    return update


def setting_operations(
    path: str,
    kind: type[S],
    change: type[C],
    *,
    area: str,
    key: str,
    put_limit: int | None = None,
    put_shows: tuple[str, ...] = (),
    put_refuses: Refused = MappingProxyType({}),
    **columns: Unpack[SharedColumns],
) -> SettingOperations[S, C]:
    """Return the rows that retrieve and update the settings `kind`, with their handlers.

    The rest is as of `Resource`; `put_limit`, `put_shows`, `put_refuses`: the columns `limit`,
    `shows` and `refuses` of the update.
    """
    resource = Resource(kind, area=area, key=key, **columns)
    changing: SharedColumns = {"shows": put_shows}
    if put_limit is not None:
        changing["limit"] = put_limit
    read, put = read_setting(kind), change_setting(kind, change)
    rows = [
        resource.get(path, read, takes=ShopParams),
        resource.put(path, put, takes=change, refuses=put_refuses, **changing),
    ]
    return SettingOperations(rows, retrieve=read, change=put)


def create_setting(kind: type[S], draft: type[C]) -> Callable[[Call, C], Awaitable[S]]:
    """Return the handler that creates the settings `kind` from a `draft`; twice is 422."""

    async def create(call: Call, params: C) -> S:
        created = kind(**{**sent_fields(params), "shop_no": call.shop_no})
        content = _content(call.db.mall_id, call.seal, created)
        inserted = await call.db.run(
            _CLAIM, shop_no=call.shop_no, name=kind.__name__, content=content
        )
        if not inserted:
            raise Invalid(CREATED_ALREADY, parameter="shop_no", resource=kind.called)
        call.journal(_readable_name(kind), differences_from_nothing(created))
        return created

    create.__doc__ = f"Create {_readable_name(kind)}."
    return create


async def write_setting(db: Session, seal: Seal | None, setting: Setting, *, of: str = "") -> None:
    """Write the settings of a shop of the session's mall, or `of` a thing in it; secrets sealed."""
    await db.run(
        WRITE,
        shop_no=setting.shop_no,
        name=_name(type(setting), of),
        content=_content(db.mall_id, seal, setting),
    )


async def delete_setting(db: Session, kind: type[Setting], *, of: str) -> None:
    """Delete the settings `of` a thing that is no more, in every shop of the session's mall."""
    await db.run(_DELETE, name=_name(kind, of))


def reseal(
    content: str, *, name: str, shop_no: int, before: tuple[str, Seal], after: tuple[str, Seal]
) -> str:
    """Return kept settings with their secrets sealed as of another mall, or by another key.

    `name`: under which they are kept; `was` and `becomes`: mall id and seal. Raises SealBroken,
    UnknownSetting.
    """
    values = msgspec.json.decode(content)
    kind = kind_of(name)
    for field in _secrets(kind):
        if value := values.get(field):
            secrets = before[1].open(value, about=_about(before[0], shop_no, kind, field))
            about = _about(after[0], shop_no, kind, field)
            values[field] = after[1].close(secrets, about=about)
    return msgspec.json.encode(values).decode()


def sealed(content: str, *, mall_id: str, name: str, shop_no: int) -> list[tuple[str, str]]:
    """Return the secrets of kept settings: what each is about, and its sealed text.

    Raises UnknownSetting.
    """
    values = msgspec.json.decode(content)
    kind = kind_of(name)
    return [
        (_about(mall_id, shop_no, kind, field), value)
        for field in _secrets(kind)
        if (value := values.get(field))
    ]


def _name(kind: type[Setting], of: str) -> str:
    return f"{kind.__name__} {of}" if of else kind.__name__


def _content(mall_id: str, seal: Seal | None, setting: Setting) -> str:
    assert seal or not _secrets(type(setting)), "settings with secrets need a seal"
    sealed = {
        name: seal.close(value, about=_about(mall_id, setting.shop_no, type(setting), name))
        for name in _secrets(type(setting))
        if seal and (value := getattr(setting, name)) is not None
    }
    return msgspec.json.encode(msgspec.structs.replace(setting, **sealed)).decode()


def opened(stored: S, seal: Seal, mall_id: str) -> S:
    """Return stored settings with their secrets as they were before they were sealed."""
    secrets = {
        name: seal.open(value, about=_about(mall_id, stored.shop_no, type(stored), name))
        for name in _secrets(type(stored))
        if (value := getattr(stored, name)) is not None
    }
    return msgspec.structs.replace(stored, **secrets)


def _about(mall_id: str, shop_no: int, kind: type[Setting], name: str) -> str:
    return f"{mall_id} {shop_no} {kind.__name__}.{name}"


@cache
def _secrets(kind: type[Setting]) -> tuple[str, ...]:
    return tuple(name for name, field in fields_of(kind).items() if field.secret)


@cache
def _created_once(kind: type[Setting]) -> bool:
    return any(field.required for field in fields_of(kind).values())


@cache
def kinds() -> dict[str, type[Setting]]:
    """Return every settings struct by its name, whichever of them were imported before."""
    declarations.load()
    return {kind.__name__: kind for kind in Setting.__subclasses__()}


def kind_of(name: str) -> type[Setting]:
    """Return the struct of settings kept under `name`. Raises UnknownSetting."""
    kind = kinds().get(name.partition(" ")[0])
    if kind is None:
        raise UnknownSetting(f"this program has no settings called {name!r}")
    return kind


_SEALED: Final = Statement(
    select(SETTING.c.shop_no, SETTING.c.name, SETTING.c.content)
    .where(
        SETTING.c.mall_id == bindparam("mall_id"),
        SETTING.c.content.contains(MARK),
        tuple_(SETTING.c.shop_no, SETTING.c.name)
        > tuple_(bindparam("after_shop", type_=BigInteger), bindparam("after_name", type_=Text)),
    )
    .order_by(SETTING.c.shop_no, SETTING.c.name)
    .limit(BATCH_SIZE)
    .with_for_update()
)
_RENEW: Final = Statement(
    update(SETTING)
    .where(
        SETTING.c.mall_id == bindparam("mall_id"),
        SETTING.c.shop_no == bindparam("this_shop"),
        SETTING.c.name == bindparam("this_name"),
    )
    .values(content=bindparam("content"))
)


async def _renew(
    db: Session, seal: Seal, tally: ReencryptionCounts, after: Sequence[str]
) -> Sequence[str] | None:
    shop, name = after or ("-1", "")
    rows = await db.all(_SEALED, after_shop=int(shop), after_name=name)
    for shop_no, name, content in rows:
        stored = msgspec.json.decode(content)
        kind = kind_of(name)
        renewed = {
            field: sealed
            for field in _secrets(kind)
            if (value := stored.get(field))
            and (sealed := tally.text(seal, value, _about(db.mall_id, shop_no, kind, field)))
        }
        if renewed:
            content = msgspec.json.encode({**stored, **renewed}).decode()
            await db.run(_RENEW, this_shop=shop_no, this_name=name, content=content)
    return (str(rows[-1][0]), rows[-1][1]) if rows else None


SEALED: Final = EncryptedTable(
    table=SETTING.name, columns=frozenset({"content"}), of_malls=True, renew=_renew
)
"""The secrets in settings."""


def _readable_name(kind: type[Setting]) -> str:
    """Return a struct's name in words: CouponsSetting is `coupons setting`."""
    name = kind.__name__
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
