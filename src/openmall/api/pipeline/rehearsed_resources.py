"""The resources that a rehearsed write changes, before and after, in terms of the API.

Rows of the resources of the change feed are rendered by its functions. Others are read by the
operation that retrieves what the write is about. What is after is read in the transaction, and what
is before once it was rolled back, so that a rehearsal never holds two connections.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from openmall.api.pipeline import parsing
from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.api.pipeline.operation_execution import HandlerResult
from openmall.api.pipeline.rehearsed_effects import RECORDS, kind
from openmall.api.pipeline.request_context import RequestContext
from openmall.commerce.changes import resources as feed_resources
from openmall.contract.call import Call, Services
from openmall.contract.call_state import CallState
from openmall.contract.errors import ApiError
from openmall.contract.operation import Operation
from openmall.contract.tally import Tally
from openmall.database.capture import RowChange
from openmall.database.change_triggers import Tracked
from openmall.database.session import Session
from openmall.database.tracked_tables import tracked_tables
from openmall.events.plans.shape import StoredChange
from openmall.http import json_body

_DEEPER: Final = re.compile(r"/\{(\w+)\}")
Content = dict[str, Any]


class Place(Struct, frozen=True):
    """Where a resource is."""

    resource: str
    shop_no: int
    object: str
    scope: str
    """The scope that reads it."""


Shown = dict[Place, Content | None]
"""Resources as they are shown; None: there is no such resource."""


class ChangedResources:
    """The resources that a rehearsed call changes; looked at in its transaction, and without it."""

    def __init__(
        self,
        context: RequestContext,
        services: Services,
        changes: list[RowChange],
        handler_result: HandlerResult,
    ) -> None:
        assert context.handled is not None
        self._context = context
        self._state = context.handled
        # what is read does not count as seen
        self._services = services._replace(tally=Tally())
        self._changes = [each for each in changes if each.table not in RECORDS]
        self._contents = _answered(self._state.operation, handler_result)

    async def look(self, db: Session) -> Shown:
        """Return the resources as a session sees them."""
        call = self._state.call.on(db)
        call.settings.clear()  # those of the handler are of its transaction
        shown = await _of_feed(call, self._changes)
        if any(each.table not in tracked_tables() for each in self._changes) or not shown:
            shown |= await self._of_operation(db, {(each.resource, each.object) for each in shown})
        return shown

    def answered(self) -> list[StoredChange]:
        """Return the response as changes: all that is known of what no operation retrieves."""
        if not self._changes:
            return []
        return [_of_answer(self._state, self._context.path, each) for each in self._contents]

    async def _of_operation(self, db: Session, known: set[tuple[str, str]]) -> Shown:
        """Return what the operation is about, for each object that it answers.

        `known`: resources of the change feed, with their ids, that are shown already.
        """
        state, context = self._state, self._context
        read = retrieving(context.api, state.operation)
        if read is None:
            return {}
        collection = _DEEPER.sub("", read.path).rpartition("/")[2]
        shown: Shown = {}
        for content in self._contents:
            shop_no = content.get("shop_no") or state.shop_no
            values = {**context.path, **_named(read, content)}
            if not {*read.placeholders} <= {*values}:
                continue
            ids = [str(values[name]) for name in read.placeholders]
            if ids and (collection, ids[-1]) in known:
                continue
            place = Place(state.operation.key, shop_no, ",".join(ids), read.scope)
            values["shop_no"] = shop_no
            shown[place] = await _read(context, self._services, read, values, db)
        context.handled = state
        return shown


def compare(before: Shown, after: Shown) -> list[StoredChange]:
    """Return the resources that differ, each with the fields that do."""
    return [
        planned(place, before.get(place), after.get(place))
        for place in {**before, **after}
        if before.get(place) != after.get(place)
    ]


def _answered(operation: Operation, handler_result: HandlerResult) -> list[Content]:
    """Return the resources of a response, without objects that were refused."""
    contents = msgspec.json.decode(handler_result.body)[operation.key]
    if not isinstance(contents, list):
        contents = [contents]
    if handler_result.status == 207:  # Multi-Status
        return [each for each in contents if each["status"] < 400]  # refused
    return [each for each in contents if isinstance(each, dict)]


async def _of_feed(call: Call, changes: Iterable[RowChange]) -> Shown:
    """Return the changed resources of the change feed."""
    places: dict[tuple[str, int], set[str]] = {}
    for change in changes:
        tracked = tracked_tables().get(change.table)
        if tracked is None or (change.before and not change.changed & {*tracked.fields}):
            continue
        resource, shop_no, named = _place(call, tracked, change)
        if resource not in feed_resources.RESOURCES:
            continue  # a claim that the feed does not have
        places.setdefault((resource, shop_no), set()).add(named)
    shown: Shown = {}
    for (resource, shop_no), ids in sorted(places.items()):
        # 9 before 10
        in_order = sorted(ids, key=lambda each: (len(each), each))
        rows = await _rows(call, resource, shop_no, in_order)
        scope = feed_resources.RESOURCES[resource].scope
        shown |= {Place(resource, shop_no, each, scope): rows.get(each) for each in in_order}
    return shown


def _place(call: Call, tracked: Tracked, change: RowChange) -> tuple[str, int, str]:
    """Return resource, shop and id of a changed row."""
    row = change.after or change.before or {}
    literal = tracked.resource.startswith("'")
    resource = tracked.resource.strip("'") if literal else row[tracked.resource.split(".")[1]]
    described = feed_resources.RESOURCES.get(resource)
    per_shop = described is not None and described.per_shop
    shop_no = row.get("shop_no", call.shop_no) if per_shop else call.shop_no
    return resource, shop_no, str(row[tracked.object])


async def _rows(call: Call, resource: str, shop_no: int, ids: list[str]) -> dict[str, Content]:
    with call.in_shop(shop_no):
        rows = await feed_resources.rows(call, resource, ids)
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


def _named(read: Operation, content: Content) -> Content:
    return {name: content[name] for name in read.placeholders if content.get(name) is not None}


def _of_answer(state: CallState, path: Content, content: Content) -> StoredChange:
    operation = state.operation
    shop_no = content.get("shop_no") or state.shop_no
    place = Place(operation.key, shop_no, ",".join(path.values()), operation.scope)
    if operation.method == "DELETE":
        return planned(place, content, None)
    created = planned(place, None, content)
    return msgspec.structs.replace(
        created, change="created" if operation.method == "POST" else "updated"
    )


async def _read(
    context: RequestContext, services: Services, operation: Operation, values: Content, db: Session
) -> Content | None:
    state = context.call(operation, services)
    state.db, state.dry_run = db, True
    known = {name: value for name, value in values.items() if name in operation.knows}
    try:
        state.params = parsing.to_struct(operation, known)
        parsing.choose_shop(state)
        return _plain(await operation.handler(state.call, state.params))
    except ApiError:
        return None


def _plain(row: Any) -> Content:
    plain: Content = msgspec.json.decode(json_body.encode(row))
    return plain


def planned(place: Place, before: Content | None, after: Content | None) -> StoredChange:
    """Return the change of a resource; of an update only the fields that differ."""
    fields = sorted(_different(before, after))
    return StoredChange(
        resource=place.resource,
        object=place.object,
        shop_no=place.shop_no,
        change=kind(before, after),
        fields=fields,
        before=_only(before, fields),
        after=_only(after, fields),
        scope=place.scope,
    )


def _different(before: Content | None, after: Content | None) -> Iterator[str]:
    for name in {**(before or {}), **(after or {})}:
        if before is None or after is None or before.get(name) != after.get(name):
            yield name


def _only(content: Content | None, fields: list[str]) -> Content | None:
    return None if content is None else {name: content.get(name) for name in fields}
