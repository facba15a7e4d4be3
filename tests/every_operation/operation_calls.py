"""A mall in which every operation has something to act on, and the calls to it."""

import re
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from sqlalchemy import Text, bindparam, literal_column, select, union_all
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from openmall.api import registry
from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.contract import api_versions
from openmall.contract.fields import fields_of
from openmall.contract.journal.tables import ACTIVITY
from openmall.contract.operation import Operation
from openmall.database.schema import metadata
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.partner import programme_setup
from tests.every_operation import examples
from tests.every_operation.prerequisites import (
    CREATORS,
    EXISTING_FIRST,
    EXTRA_VALUES,
    EXTRA_VALUES_FROM_MALL,
    FRESH,
    OPERATION_CREATORS,
    REMOVED_FIRST,
    REQUIRED_STATE,
    SAMPLE_VALUES,
    VALUES_FROM_MALL,
    Row,
    Values,
    catalogue,
)
from tests.every_operation.prerequisites import shopping as made_shopping
from tests.of_malls import OfMalls
from tests.world import Installed, World

_TAKING_PART: OfMalls[bool] = OfMalls()
"""Malls whose first shop takes part in the partner programme."""
PREFIXES = {
    api.name: "".join(f"/{part}" for part in api.prefix)
    for api in registry.apis().all
    if api.operations
}
"""API that has operations -> the path above them."""


def things(world: World, row: Operation) -> Values:
    """Make what an operation's path names, and return its path parameters."""
    found: Values = {}
    path = ""
    if made_shopping.needs_member(row):
        made_shopping.member(world)
    for part in row.path.split("/"):
        path = f"{path}/{part}".lstrip("/")
        name = re.fullmatch(r"\{(\w+)\}", part)
        if name is None:
            continue
        if path not in CREATORS:
            pytest.fail(
                f"`{path}` is a new kind of object: add to CREATORS in tests/every_operation/"
                "operation_calls.py how to make one, so that the sweeps can call its operations"
            )
        make = OPERATION_CREATORS.get((row.name, path), CREATORS[path])
        found[name[1]] = make(world, found)
    if row.name in EXISTING_FIRST:
        EXISTING_FIRST[row.name](world)
    if row.name in REQUIRED_STATE:
        REQUIRED_STATE[row.name](world, found)
    return found


def least(world: World, row: Operation, path: Values) -> Values:
    """Return the fewest parameters a call needs, beside those of its path, to do something."""
    if row.name in REMOVED_FIRST:
        REMOVED_FIRST[row.name](world)
    values = {
        name: _made(world, path, name, field.type)
        for name, field in row.fields.items()
        if field.required and name not in row.placeholders
    }
    also = EXTRA_VALUES.get(row.name, {}).items()
    values |= {name: value for name, value in also if name in row.fields}
    if row.name in EXTRA_VALUES_FROM_MALL:
        values |= EXTRA_VALUES_FROM_MALL[row.name](world)
    if row.scope in programme_setup.SCOPES:
        values |= _published(world, row)
    if row.method == "PUT":
        values |= _change(world, row, path, values)
    return values


def _change(world: World, row: Operation, path: Values, values: Values) -> Values:
    """Return one optional parameter of an update whose value a new thing does not have."""
    new = fields_of(row.gives) if row.gives else {}
    same = []
    for name, field in row.fields.items():
        if field.required or name == "shop_no":
            continue
        value = values.get(name, _made(world, path, name, field.type))
        if name not in new or new[name].default != value:
            return {name: value}
        same.append((name, value, field.type))
    # where the first code is what a new one has, another one changes it
    return next(
        (
            {name: code}
            for name, value, kind in same
            for code in examples.codes(kind)
            if code != value
        ),
        {},
    )


def _published(world: World, row: Operation) -> Values:
    """Let the mall take part, and return what leaves out those of other tests."""
    tag = f"tag-{world.mall_id}"
    if world not in _TAKING_PART:
        _TAKING_PART[world] = True
        programme_setup.enrol(world, shop_tags=[tag])
    named: dict[str, Values] = {
        "shops": {"shop_tags": tag},
        "storeproducts": {"store_id": world.mall_id},
        "products/standardtags": {},
    }
    return named.get(row.path, {"shop_name": f"{world.mall_id} ko_KR"})


def _made(world: World, path: Values, name: str, kind: Any) -> Any:
    if name == "mall_id":
        return world.mall_id
    if name == "path":
        return f"/old/{next(FRESH)}"
    if name == "variant_code":
        return catalogue.variant(world, path)
    if name == "user_id":
        return f"user{next(FRESH)}"
    if name in VALUES_FROM_MALL:
        return VALUES_FROM_MALL[name](world)
    if name in SAMPLE_VALUES:
        return SAMPLE_VALUES[name]
    if name == "custom_properties":
        return [{"property_name": f"Property {next(FRESH)}"}]
    if name == "payment_method_code":
        return f"method-{next(FRESH)}"
    return examples.valid(kind)


def send(
    world: World,
    row: Row,
    values: Values,
    path: Values,
    *,
    app: Installed | None = None,
    **rest: Any,
) -> httpx.Response:
    """Call an operation with parameters wherever it takes them: in the body, or in the query.

    It speaks the newest version, the one the registry describes, unless `headers` name another.
    """
    rest["headers"] = {api_versions.HEADER: api_versions.NEWEST, **rest.get("headers", {})}
    api, operation = row
    if api.name == "storefront":
        session = made_shopping.session(world, operation, values.get("shop_no", 1))
        if session:
            rest["headers"].setdefault(made_shopping.HEADER, session)
    if operation.has_body and "json" not in rest and "content" not in rest:
        rest["json"] = envelope(operation, values)
    elif values and not operation.has_body:
        query = rest.get("params", {})
        rest["params"] = {name: query_text(value) for name, value in values.items()} | query
    return send_raw(world, api, operation.method, url(row, path), app=app, **rest)


def succeed(world: World, row: Row, values: Values, path: Values) -> httpx.Response:
    """Call an operation that has to succeed; where it does not, the test shows its answer."""
    answer = send(world, row, values, path)
    assert answer.is_success, f"{row[1].name} {values}: {answer.text}"
    return answer


def send_raw(
    world: World,
    api: ApiDefinition,
    method: str,
    path: str,
    *,
    app: Installed | None = None,
    **rest: Any,
) -> httpx.Response:
    """Send anything to an API, with the credentials it wants."""
    app = app or world.full
    if "auth" not in rest and "Authorization" not in rest.get("headers", {}):
        if api.credential == "bearer":
            rest["headers"] = {**app.headers, **rest.get("headers", {})}
        elif api.credential == "storefront":
            rest["auth"] = app.basic
        else:
            rest["auth"] = (app.credentials.client_id, app.credentials.client_secret)
    if "mall" in api.sites:
        return world.request(method, path, **rest)
    outside = f"https://{api.sites[0]}.openmall.localhost{path}"
    answer: httpx.Response = world.stage.client.request(method, outside, **rest)
    return answer


def url(row: Row, path: Values) -> str:
    """Return where an operation is, its placeholders filled."""
    api, operation = row
    quoted = {name: quote(str(value), safe="") for name, value in path.items()}
    return f"{PREFIXES[api.name]}/{operation.path.format(**quoted)}"


def envelope(operation: Operation, values: Values) -> Values:
    """Return the body of a write, `shop_no` where it belongs."""
    inner = {name: value for name, value in values.items() if name != "shop_no"}
    beside = {"shop_no": values["shop_no"]} if "shop_no" in values else {}
    return {**beside, **({"requests": [inner]} if operation.objects > 1 else {"request": inner})}


def query_text(value: Any) -> str:
    """Return a value as a query has it."""
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def outcome(answer: httpx.Response) -> tuple[int, str]:
    """Return status and message of a call."""
    return answer.status_code, answer.json()["error"]["message"] if answer.is_error else ""


class _InOneText(FunctionElement[str]):
    """Columns of a row as a JSON array."""

    inherit_cache = False
    type = Text()


@compiles(_InOneText, "sqlite")
def _sqlite_in_one_text(element: _InOneText, compiler: Any, **kw: Any) -> str:
    return f"json_array({compiler.process(element.clauses, **kw)})"


@compiles(_InOneText, "postgresql")
def _postgresql_in_one_text(element: _InOneText, compiler: Any, **kw: Any) -> str:
    return f"CAST(json_build_array({compiler.process(element.clauses, **kw)}) AS text)"


_TABLES = [table for table in metadata().sorted_tables if "mall_id" in table.c]
_AT_ONCE = 20
"""Tables asked by one statement: each by its own, or all by one, takes several times as long."""
_ROWS = [
    Statement(
        union_all(
            *(
                select(literal_column(f"'{table.name}'"), _InOneText(*table.c)).where(
                    table.c.mall_id == bindparam("mall_id")
                )
                for table in _TABLES[at : at + _AT_ONCE]
            )
        )
    )
    for at in range(0, len(_TABLES), _AT_ONCE)
]


def rows(world: World) -> dict[str, list[str]]:
    """Return every row the store has of a mall: two that are equal mean that nothing changed."""

    async def read(db: Session) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {table.name: [] for table in _TABLES}
        for statement in _ROWS:
            for name, row in await db.all(statement):
                found[name].append(row)
        return {name: sorted(each) for name, each in found.items()}

    return world.in_transaction(read)


_NOT_OF_MALLS = [
    Statement(select(literal_column(f"'{table.name}'"), _InOneText(*table.c)))
    for table in metadata().sorted_tables
    if "mall_id" not in table.c and not table.name.startswith("api_call")
]
"""Statements that read the tables of the installation, but for the log of calls."""


def installation_rows(world: World) -> dict[str, list[str]]:
    """Return every row of the installation's own tables."""

    async def read(db: Session) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for statement in _NOT_OF_MALLS:
            for name, row in await db.all(statement):
                found.setdefault(name, []).append(row)
        return {name: sorted(each) for name, each in found.items()}

    return world.in_transaction(read)


def lines(world: World) -> int:
    """Return how many lines the mall's activity log has."""
    return len(rows(world)[ACTIVITY.name])
