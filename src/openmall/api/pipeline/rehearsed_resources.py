"""The resources that a rehearsed write changes, before and after, in terms of the API.

Rows of the resources of the change feed are rendered by its functions. Others are read by the
operation that retrieves what the write is about. What is before is read outside the transaction,
which sees what is committed; what is after, in it.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from openmall.api.pipeline import parsing
from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.api.pipeline.operation_execution import HandlerResult
from openmall.api.pipeline.rehearsed_effects import RECORDS, kind
from openmall.api.pipeline.request_context import RequestContext
from openmall.commerce.changes import resources as feed_resources
from openmall.contract import scopes as scope_names
from openmall.contract.call import Call, Services
from openmall.contract.errors import ApiError
from openmall.contract.operation import Operation
from openmall.contract.tally import Tally
from openmall.database.capture import RowChange
from openmall.database.change_triggers import Tracked
from openmall.database.session import Session
from openmall.database.tracked_tables import TRACKED
from openmall.events.plans.shape import PlannedChange
from openmall.http import json_body

_TRACKED: Final = {each.table: each for each in TRACKED}
_DEEPER: Final = re.compile(r"/\{(\w+)\}")
Content = dict[str, Any]
Place = tuple[str, int, str]
"""Resource, shop and id."""
Sessions = tuple[Session, Session]
"""Before, and after."""


async def changed(
    context: RequestContext,
    services: Services,
    changes: list[RowChange],
    handler_result: HandlerResult,
    sessions: Sessions,
) -> list[PlannedChange]:
    """Return the resources that a rehearsed call changes, each with the fields that differ."""
    call = context.handled
    assert call is not None
    changes = [each for each in changes if each.table not in RECORDS]
    found = await _of_feed(call, changes, sessions)
    if not changes or (found and all(each.table in _TRACKED for each in changes)):
        return found
    contents = _answered(call.operation, handler_result)
    known = {(each.resource, each.object) for each in found}
    found += await _of_operation(context, services, contents, sessions, known)
    # what no operation retrieves: the response is all that is known of it
    return found or [_of_answer(call, context.path, content) for content in contents]


def _answered(operation: Operation, handler_result: HandlerResult) -> list[Content]:
    """Return the resources of a response, without objects that were refused."""
    contents = msgspec.json.decode(handler_result.body)[operation.key]
    if not isinstance(contents, list):
        contents = [contents]
    if handler_result.status == 207:  # Multi-Status
        return [each for each in contents if each["status"] < 400]  # refused
    return [each for each in contents if isinstance(each, dict)]


async def _of_feed(
    call: Call, changes: Iterable[RowChange], sessions: Sessions
) -> list[PlannedChange]:
    """Return the changed resources of the change feed."""
    places: dict[tuple[str, int], set[str]] = {}
    for change in changes:
        tracked = _TRACKED.get(change.table)
        if tracked is None or (not change.changed & {*tracked.fields} and change.before):
            continue
        resource, shop_no, named = _place(call, tracked, change)
        if resource not in feed_resources.RESOURCES:
            continue  # a claim that the feed does not have
        places.setdefault((resource, shop_no), set()).add(named)
    found = []
    for (resource, shop_no), ids in sorted(places.items()):
        was, will_be = [
            await _rows(call, resource, shop_no, sorted(ids), each) for each in sessions
        ]
        readable = scope_names.permits(
            call.identity.scopes, feed_resources.RESOURCES[resource].scope
        )
        found += [
            planned((resource, shop_no, each), was.get(each), will_be.get(each), readable=readable)
            for each in sorted(ids)
            if was.get(each) != will_be.get(each)
        ]
    return found


def _place(call: Call, tracked: Tracked, change: RowChange) -> Place:
    row = change.after or change.before or {}
    literal = tracked.resource.startswith("'")
    resource = tracked.resource.strip("'") if literal else row[tracked.resource.split(".")[1]]
    described = feed_resources.RESOURCES.get(resource)
    per_shop = described is not None and described.per_shop
    shop_no = row.get("shop_no", call.shop_no) if per_shop else call.shop_no
    return resource, shop_no, str(row[tracked.object])


async def _rows(
    call: Call, resource: str, shop_no: int, ids: list[str], db: Session
) -> dict[str, Content]:
    kept = call.db, call.shop_no
    call.db, call.shop_no = db, shop_no
    try:
        rows = await feed_resources.rows(call, resource, ids)
    finally:
        call.db, call.shop_no = kept
    return {each: _plain(row) for each, row in rows.items()}


def retrieving(definition: ApiDefinition, operation: Operation) -> Operation | None:
    """Return the operation that retrieves what a write is about; None: there is none."""
    reads = [each for each in definition.operations if _reads_one(each)]
    for each in reads:
        if each.path == operation.path:
            return each
    for each in reads:
        rest = each.path.removeprefix(operation.path)
        if rest != each.path and _DEEPER.fullmatch(rest):
            return each
    return None


def _reads_one(operation: Operation) -> bool:
    return operation.method == "GET" and operation.answers == "one" and operation.reads_store


async def _of_operation(
    context: RequestContext,
    services: Services,
    contents: list[Content],
    sessions: Sessions,
    known: set[tuple[str, str]],
) -> list[PlannedChange]:
    """Return the changes of what the operation is about, for each object that it answers.

    `known`: resources of the change feed, with their ids, that are shown already.
    """
    call = context.handled
    assert call is not None
    read = retrieving(context.api, call.operation)
    if read is None:
        return []
    # what is read does not count as seen
    services = services._replace(tally=Tally())
    readable = scope_names.permits(call.identity.scopes, read.scope)
    found: dict[Place, PlannedChange] = {}
    for content in contents:
        shop_no = content.get("shop_no") or call.shop_no
        values = {**context.path, **_named(read, content)}
        if not {*read.placeholders} <= {*values}:
            continue
        collection = _DEEPER.sub("", read.path).rpartition("/")[2]
        if read.placeholders and (collection, str(values[read.placeholders[-1]])) in known:
            continue
        place = (call.operation.key, shop_no, ",".join(str(values[n]) for n in read.placeholders))
        values["shop_no"] = shop_no
        was, will_be = [await _read(context, services, read, values, each) for each in sessions]
        if was != will_be:
            found[place] = planned(place, was, will_be, readable=readable)
    context.handled = call
    return list(found.values())


def _named(read: Operation, content: Content) -> Content:
    return {name: content[name] for name in read.placeholders if content.get(name) is not None}


def _of_answer(call: Call, path: Content, content: Content) -> PlannedChange:
    operation = call.operation
    place = (operation.key, content.get("shop_no") or call.shop_no, ",".join(path.values()))
    if operation.method == "DELETE":
        return planned(place, content, None, readable=True)
    created = planned(place, None, content, readable=True)
    return msgspec.structs.replace(
        created, change="created" if operation.method == "POST" else "updated"
    )


async def _read(
    context: RequestContext, services: Services, operation: Operation, values: Content, db: Session
) -> Content | None:
    call = context.call(operation, services)
    call.db, call.dry_run = db, True
    known = {name: value for name, value in values.items() if name in operation.knows}
    try:
        call.params = parsing.to_struct(operation, known)
        parsing.choose_shop(call)
        return _plain(await operation.handler(call, call.params))
    except ApiError:
        return None


def _plain(row: Any) -> Content:
    plain: Content = msgspec.json.decode(json_body.encode(row))
    return plain


def planned(
    place: Place, before: Content | None, after: Content | None, *, readable: bool
) -> PlannedChange:
    """Return the change of a resource; of an update only the fields that differ."""
    resource, shop_no, named = place
    fields = sorted(_different(before, after))
    return PlannedChange(
        resource=resource,
        object=named,
        shop_no=shop_no,
        change=kind(before, after),
        fields=fields,
        before=_only(before, fields) if readable else None,
        after=_only(after, fields) if readable else None,
    )


def _different(before: Content | None, after: Content | None) -> Iterator[str]:
    for name in {**(before or {}), **(after or {})}:
        if before is None or after is None or before.get(name) != after.get(name):
            yield name


def _only(content: Content | None, fields: list[str]) -> Content | None:
    return None if content is None else {name: content.get(name) for name in fields}
