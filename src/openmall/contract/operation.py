"""Operations of the APIs, a row each: the columns of the specification, and the handler.

The constructors are generic over the parameter and response structs, so that the type checker
matches handler, parameters and response. The returned Operation is not generic, so that a list of
rows stays a plain list.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import (
    Any,
    Final,
    Generic,
    Literal,
    Required,
    TypedDict,
    TypeVar,
    Unpack,
    get_args,
    get_origin,
)

import msgspec
from msgspec import Struct

from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.declaration_error import DeclarationError
from openmall.contract.errors import ApiError
from openmall.contract.fields import Field, fields_of

Method = Literal["GET", "POST", "PUT", "DELETE"]
Answers = Literal["one", "many", "count", "nothing"]

P = TypeVar("P", bound=Struct)
A = TypeVar("A", bound=Struct)
Handler = Callable[[Call, Any], Awaitable[Any]]
Lock = Callable[[Call, P], Awaitable[object]]
"""Locks the resource that the parameters name until the transaction ends. Raises NotFound."""
Prepare = Callable[[Call, P], Awaitable[Callable[[], P] | Callable[[], Awaitable[P]]]]
"""Reads the inputs of long-running work and returns a function that does the work and returns the
parameters for the handler. A coroutine function calls other services; others run in a thread."""

_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
_EVERYWHERE: Final = frozenset({"fields", "embed"})
"""Query parameters that the pipeline handles for every operation."""
_SHOP_NO: Final = "shop_no"


class NoEffect(Struct, frozen=True):
    """Why a parameter of the specification has no effect; a call that asks for one is refused."""

    reason: str
    """A sentence for the page of the operation, without its full stop."""
    harmless: str = ""
    """The value that asks for nothing, besides `F`, null and what is empty."""


Refused = Mapping[str, NoEffect]


class Operation(Struct, frozen=True, kw_only=True):
    """One row of the registry. Build it with `get`, `listing`, `count`, `post`, `put`, ..."""

    method: Method
    path: str
    """Below the API's prefix: `products/{product_no}`."""
    handler: Handler
    prepare: Prepare[Any] | None
    """Runs before the transaction begins, with the work it returns. None: no work."""
    prepares: Callable[[Any], bool] | None
    """Whether a call with these parameters needs `prepare`; None: every call does."""
    takes: type[Struct]
    gives: type[Struct] | None
    answers: Answers
    key: str
    """The key of the response envelope."""
    lists_one: bool
    """The handler returns one resource, which a call for one object answers in a list."""
    scope: str
    limit: int
    """Capacity of this operation's own bucket."""
    objects: int
    """Maximum number of objects in one call; above 1 the body is `{"requests": [...]}`."""
    restricted: bool
    embeds: frozenset[str]
    links: bool
    """The list response has `links` to the next and previous page."""
    reads_store: bool
    """The handler reads the database; False: it is called without a session."""
    cacheable: bool
    """The response to a read without a session may be given to other clients for a second: see
    `api/pipeline/cached_reads.py`."""
    lock: Lock[Any] | None
    """Of a GET: locks the resource, so that writes of the same URL can be made conditional
    (`api/pipeline/preconditions.py`). None: its response has no entity tag."""
    tagged_with: frozenset[str]
    """The sub-resources that the entity tag covers: a response has one if it embeds just these."""
    lines: Callable[[Any], bytes] | None
    """Renders the response as JSON Lines, for a client that accepts these; None: it is JSON."""
    together: bool
    """The handler takes all objects of the call, in order, and returns the outcome of each."""
    shows: tuple[str, ...]
    """The only fields of the response; empty: all of `gives`."""
    refuses: Refused
    """Parameters of the specification without an effect; `a.b`: `b` in each object of `a`."""
    summary: str
    placeholders: tuple[str, ...]
    knows: frozenset[str]
    """Every parameter name the operation accepts."""
    contents: frozenset[str]
    """The parameters that say more than which object of which shop is meant."""
    chooses_shop: bool
    """`shop_no` chooses the multi-language shop; a list of shop numbers is a filter."""
    name: str
    """`GET products/{product_no}`: unique within an API."""
    writes: bool
    has_body: bool

    @property
    def fields(self) -> dict[str, Field]:
        """Return the parameters by wire name; the first time costs a millisecond."""
        return fields_of(self.takes)


class SharedColumns(TypedDict, total=False):
    """Columns that all rows of a resource may share; the fields of `Operation` say what each is."""

    limit: int
    objects: int
    restricted: bool
    embeds: tuple[str, ...]
    links: bool
    shows: tuple[str, ...]
    reads_store: bool
    cacheable: bool
    tagged_with: tuple[str, ...]


class Columns(SharedColumns, Generic[P], total=False):
    """Columns of a row that a resource does not decide."""

    lock: Lock[P] | None
    lines: Callable[[Any], bytes] | None
    prepare: Prepare[P] | None
    prepares: Callable[[P], bool] | None
    refuses: Refused


class ScopedColumns(Columns[P], Generic[P], total=False):
    """Columns of a row of no resource."""

    scope: Required[str]


class RowColumns(ScopedColumns[P], Generic[P], total=False):
    """Columns of a row of no resource that answers resources."""

    key: Required[str]


class ResourceColumns(Columns[P], Generic[P], total=False):
    """Columns of a row of a resource, which may have another key or scope."""

    key: str
    scope: str


def _row(
    method: Method,
    path: str,
    handler: Handler,
    takes: type[Struct],
    gives: type[Struct] | None,
    answers: Answers,
    *,
    key: str,
    lists_one: bool = False,
    scope: str,
    limit: int = 40,
    objects: int = 1,
    restricted: bool = False,
    embeds: tuple[str, ...] = (),
    links: bool = False,
    shows: tuple[str, ...] = (),
    reads_store: bool = True,
    cacheable: bool = False,
    lock: Lock[Any] | None = None,
    tagged_with: tuple[str, ...] = (),
    lines: Callable[[Any], bytes] | None = None,
    together: bool = False,
    prepare: Prepare[Any] | None = None,
    prepares: Callable[[Any], bool] | None = None,
    refuses: Refused = MappingProxyType({}),
) -> Operation:
    where = f"{method} {path}"
    if scope not in scope_names.SENTENCES:
        raise DeclarationError(f"{where}: there is no scope {scope!r}")
    # a row that contradicts itself is found when it is declared, not by the first call of it
    types = {field.encode_name: field.type for field in msgspec.structs.fields(takes)}
    placeholders = tuple(_PLACEHOLDER.findall(path))
    for name in placeholders:
        if name not in types:
            raise DeclarationError(f"{where}: {takes.__name__} has no field {name!r} of the path")
    if objects > 1 and method == "GET":
        raise DeclarationError(f"{where}: only a write takes several objects")
    if limit < 1 or objects < 1:
        raise DeclarationError(f"{where}: limit and objects start at 1")
    if together and objects == 1:
        raise DeclarationError(f"{where}: a handler of several objects needs their maximum number")
    known = set(gives.__struct_encode_fields__) if gives is not None else set()
    for name in (*shows, *embeds, *tagged_with):
        if name not in known:
            raise DeclarationError(f"{where}: {gives and gives.__name__} has no field {name!r}")
    for name in refuses:
        if name in types:
            raise DeclarationError(f"{where}: {name!r} is taken and refused")
    # a lock takes the one resource that a path names: of a list nothing could be locked alone
    if lock is not None and (method != "GET" or answers != "one"):
        raise DeclarationError(f"{where}: only what retrieves one resource has a lock")
    if links and not {"limit", "offset"} <= set(types):
        raise DeclarationError(f"{where}: links need limit and offset")
    document = handler.__doc__ or ""
    return Operation(
        method=method,
        path=path,
        handler=handler,
        prepare=prepare,
        prepares=prepares,
        takes=takes,
        gives=gives,
        answers=answers,
        key=key,
        lists_one=lists_one,
        scope=scope,
        limit=limit,
        objects=objects,
        restricted=restricted,
        embeds=frozenset(embeds),
        links=links,
        reads_store=reads_store,
        cacheable=cacheable,
        lock=lock,
        tagged_with=frozenset(tagged_with),
        lines=lines,
        together=together,
        shows=shows,
        refuses=refuses,
        summary=document.strip().split("\n")[0].rstrip("."),
        placeholders=placeholders,
        knows=frozenset(types) | _EVERYWHERE,
        contents=frozenset(types) - {_SHOP_NO, *placeholders},
        chooses_shop=_SHOP_NO in types and not _is_list(types[_SHOP_NO]),
        name=where,
        writes=method != "GET",
        has_body=method in ("POST", "PUT"),
    )


def _is_list(kind: Any) -> bool:
    """Return whether a field takes a list, or may take one."""
    return get_origin(kind) in (list, tuple) or any(_is_list(each) for each in get_args(kind))


def get(
    path: str,
    handler: Callable[[Call, P], Awaitable[A]],
    *,
    takes: type[P],
    gives: type[A],
    **columns: Unpack[RowColumns[P]],
) -> Operation:
    """Return the row of an operation that retrieves one resource."""
    return _row("GET", path, handler, takes, gives, "one", **columns)


def listing(
    path: str,
    handler: Callable[[Call, P], Awaitable[Sequence[A]]],
    *,
    takes: type[P],
    gives: type[A],
    **columns: Unpack[RowColumns[P]],
) -> Operation:
    """Return the row of an operation that retrieves a list."""
    return _row("GET", path, handler, takes, gives, "many", **columns)


def count(
    path: str,
    handler: Callable[[Call, P], Awaitable[int]],
    *,
    takes: type[P],
    **columns: Unpack[ScopedColumns[P]],
) -> Operation:
    """Return the row of an operation that answers `{"count": n}`."""
    return _row("GET", path, handler, takes, None, "count", key="count", **columns)


def post(
    path: str,
    handler: Callable[[Call, P], Awaitable[A]],
    *,
    takes: type[P],
    gives: type[A],
    plural: bool = False,
    **columns: Unpack[RowColumns[P]],
) -> Operation:
    """Return the row of an operation that creates; with `objects` above 1, several in one call.

    `plural`: one object is created, and returned in a list.
    """
    answers: Answers = "many" if plural or columns.get("objects", 1) > 1 else "one"
    lists_one = answers == "many"
    return _row(
        "POST",
        path,
        handler,
        takes,
        gives,
        answers,
        lists_one=lists_one,
        **columns,
    )


def post_list(
    path: str,
    handler: Callable[[Call, P], Awaitable[list[A]]],
    *,
    takes: type[P],
    gives: type[A],
    **columns: Unpack[RowColumns[P]],
) -> Operation:
    """Return the row of an operation that creates several at once, and returns them in a list."""
    return _row("POST", path, handler, takes, gives, "many", **columns)


def put(
    path: str,
    handler: Callable[[Call, P], Awaitable[A]],
    *,
    takes: type[P],
    gives: type[A],
    plural: bool = False,
    **columns: Unpack[RowColumns[P]],
) -> Operation:
    """Return the row of an operation that modifies; with `objects` above 1, several in one call.

    The handler is called once for each object, each in its own savepoint. `plural`: as for
    `post`.
    """
    answers: Answers = "many" if plural or columns.get("objects", 1) > 1 else "one"
    lists_one = answers == "many"
    return _row("PUT", path, handler, takes, gives, answers, lists_one=lists_one, **columns)


def put_together(
    path: str,
    handler: Callable[[Call, Sequence[P]], Awaitable[Sequence[A | ApiError]]],
    *,
    takes: type[P],
    gives: type[A],
    **columns: Unpack[RowColumns[P]],
) -> Operation:
    """Return the row of an operation that modifies up to `objects` resources in one handler call.

    The handler gets the valid objects in order, and returns the resource or the error of each. It
    writes nothing of an object that it returns an error for.
    """
    handler_: Handler = handler
    return _row("PUT", path, handler_, takes, gives, "many", together=True, **columns)


def delete(
    path: str,
    handler: Callable[[Call, P], Awaitable[A]],
    *,
    takes: type[P],
    gives: type[A],
    **columns: Unpack[RowColumns[P]],
) -> Operation:
    """Return the row of an operation that deletes and returns the key fields of the deleted."""
    return _row("DELETE", path, handler, takes, gives, "one", **columns)
