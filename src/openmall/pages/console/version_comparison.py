"""Makes the last reads of an app in two versions, and compares what they are answered.

Only names of fields are shown: what a merchant's shop holds is not for the page. Writes are not
made again, nor are calls whose address is masked in the log.
"""

import time
from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qsl

from msgspec import Struct

from openmall.api.pipeline.operation_call import InternalCaller
from openmall.contract import scopes as scope_names
from openmall.contract.errors import ApiError
from openmall.contract.journal.record import MASK
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.database.session import DeadlinePassed
from openmall.events.request_log import search as request_log_search
from openmall.events.request_log.search import CallLine
from openmall.pages.console.page_context import PageContext

MOST_CALLS: Final = 12
"""Calls that are compared: the last one of each operation with the same parameters."""
RECENT: Final = 200
"""Newest calls of the log among which they are chosen."""
SECONDS: Final = 10.0
"""After which no further call is made."""
MOST_NAMES: Final = 50
"""Names that are shown of one call."""
_API: Final = "admin"
_PREFIX: Final = "/api/v2/admin/"


class Comparison(Struct, frozen=True, kw_only=True):
    """A call, and how its responses differ; names are paths such as `products[].price`."""

    number: int
    """Of the call in the log."""
    operation: str
    mall_id: str
    added: list[str]
    """Only the other version answers them."""
    removed: list[str]
    """Only the version of today answers them."""
    changed: list[str]
    """Both answer them, with different values."""
    problem: str
    """The other version refuses the call with this message; empty: it does not."""

    @property
    def is_same(self) -> bool:
        """Return whether nothing differs."""
        return not (self.added or self.removed or self.changed or self.problem)


async def compare(context: PageContext, current: str, target: str) -> list[Comparison]:
    """Compare the last reads of the current app in two versions; calls that fail are left out."""
    async with context.database.reading("") as db:
        filters = {"class": 2}
        page = await request_log_search.calls(db, context.app.client_id, filters, rows=RECENT)
    operations = {
        f"{api} {operation.name}": operation
        for api, operation in context.services.client.operations()
        if api == _API and operation.method == "GET"
    }
    until = time.monotonic() + SECONDS
    found: list[Comparison] = []
    for line in _chosen(page.lines, operations):
        if len(found) == MOST_CALLS or time.monotonic() > until:
            break
        compared = await _compared(context, line, operations[line.operation], current, target)
        if compared is not None:
            found.append(compared)
    return found


def _chosen(lines: list[CallLine], operations: dict[str, Operation]) -> Iterator[CallLine]:
    """Yield the last call of each operation with the same parameters."""
    seen = set()
    for line in lines:
        named = frozenset(name for name, _ in parse_qsl(line.query))
        key = (line.operation, line.mall, named)
        masked = MASK in line.path or MASK in line.query
        if line.operation in operations and key not in seen and not masked:
            seen.add(key)
            yield line


async def _compared(
    context: PageContext, line: CallLine, operation: Operation, current: str, target: str
) -> Comparison | None:
    """Make a call in both versions; None where the app may not make it any more, or it fails."""
    directory = context.services.directory
    mall = await directory.mall(line.mall)
    client = await directory.client(line.mall, context.app.client_id)
    if mall is None or mall.closed or client is None or not client.installed:
        return None
    identity = client.identity
    if not scope_names.permits(identity.scopes, operation.scope) or (
        operation.restricted and not identity.app.restricted
    ):
        return None
    caller = InternalCaller(
        request=context.request, address=context.address, mall=mall, identity=identity
    )
    path = line.path.removeprefix(_PREFIX)
    query = parse_qsl(line.query, keep_blank_values=True)
    read = context.services.client.read_in_version
    try:
        before = await read(caller, _API, path, query, current)
    except (ApiError, DeadlinePassed, LookupError):
        return None
    problem, after = "", before
    try:
        after = await read(caller, _API, path, query, target)
    except ApiError as error:
        problem = error.text()
    except DeadlinePassed:
        return None
    added: set[str] = set()
    removed: set[str] = set()
    changed: set[str] = set()
    _walk(before, after, "", added, removed, changed)
    return Comparison(
        number=line.number,
        operation=line.operation,
        mall_id=line.mall,
        added=sorted(added)[:MOST_NAMES],
        removed=sorted(removed)[:MOST_NAMES],
        changed=sorted(changed)[:MOST_NAMES],
        problem=problem,
    )


def _walk(
    before: Encodable,
    after: Encodable,
    path: str,
    added: set[str],
    removed: set[str],
    changed: set[str],
) -> None:
    """Collect the paths at which two JSON values differ."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in before.keys() | after.keys():
            below = f"{path}.{name}" if path else name
            if name not in before:
                added.add(below)
            elif name not in after:
                removed.add(below)
            else:
                _walk(before[name], after[name], below, added, removed, changed)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for one, other in zip(before, after, strict=True):
            _walk(one, other, f"{path}[]", added, removed, changed)
    elif before != after:
        changed.add(path)
