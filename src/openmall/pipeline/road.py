"""The road of every API call, its steps in order; each step lies in a file of its own.

transport     HTTPS 403; a trusted proxy is believed
addressing    which mall, which API
router        which row of the registry; 404
urls, body    percent-encoding and content type 400
identity      who calls 401, app installed 403
permission    scope and restricted operations 403
limiting      429, usage headers
calendar      which dated version
parsing       body shape 400, fields 422
handling      the handler, in one transaction: 404, 409, 422
answering     envelope, fields, embed, links
"""

import time
from typing import Any

from openmall.configuration import Configuration
from openmall.contract.call import Call, Identity, Mall
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.moments import Clock
from openmall.contract.operation import Operation
from openmall.database.session import Database
from openmall.journal import record
from openmall.limits.counters import Counters
from openmall.limits.policy import Limits
from openmall.oauth.directory import Directory
from openmall.pipeline import (
    answering,
    body,
    failure,
    handling,
    identity,
    parsing,
    permission,
    urls,
)
from openmall.pipeline.addressing import Address
from openmall.pipeline.answering import Shape
from openmall.pipeline.doors import Door, Doors
from openmall.pipeline.limiting import Gate
from openmall.pipeline.request import Answer, Headers, Request
from openmall.versions import calendar, changes

_VERSION_HEADER = calendar.HEADER.lower().encode()


class Road:
    """Takes API calls from request to answer."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        directory: Directory,
        doors: Doors,
        clock: Clock,
    ) -> None:
        self._configuration = configuration
        self._database = database
        self._directory = directory
        self._doors = doors
        self._clock = clock
        self._gate = Gate(
            counters,
            Limits(
                enforce=configuration.limits == "enforce",
                shop_capacity=configuration.shop_capacity,
                anonymous_capacity=configuration.anonymous_capacity,
                drain=configuration.shop_drain,
                abnormal_per_second=configuration.abnormal_calls,
                enforce_abnormal=configuration.refuse_abnormal,
                time_budget=configuration.time_budget,
                partner_per_minute=configuration.partner_per_minute,
                analytics_burst=configuration.analytics_burst,
                analytics_refill=configuration.shop_drain,
            ),
        )
        self._shapes: dict[tuple[str, str], Shape] = {}

    async def travel(self, request: Request, address: Address) -> Answer:
        """Answer an API call. Never raises."""
        headers: Headers = [(b"x-request-id", request.id.encode())]
        try:
            return await self._travel(request, address, headers)
        except Exception as error:
            return failure.answer(failure.as_api_error(error, request.id), headers)

    async def _travel(self, request: Request, address: Address, headers: Headers) -> Answer:
        urls.check(request.raw_path, request.query_string)
        segments = [urls.decoded(part) for part in request.raw_path.split(b"/")[1:]]
        door, below = self._doors.open(address, segments)
        found = door.router.find(below)
        query = urls.query(request.query_string)
        operation = found[0].get(request.method) if found else None
        if operation is not None and operation.has_body:
            body.require_json(request)

        now = self._clock.now()
        mall = await self._mall(address, door, query)
        caller, owner, proven = await self._identify(request, door, mall, now)
        if operation is None or found is None:
            self._count_elsewhere(headers, request, door, now)
            if found is not None:
                headers.append((b"allow", ", ".join(found[0]).encode()))
            raise NotFound("There is no such operation at this URL.")
        permission.require(operation, caller)
        self._count(headers, request, door, operation, mall, owner, now, proven=proven)
        version = self._version(request, caller, now)
        headers.append((_VERSION_HEADER, version.encode()))

        call = Call(self._clock)
        call.mall, call.identity, call.operation = mall, caller, operation
        call.version, call.ip, call.request_id = version, request.ip, request.id
        call.host, call.origin = request.host.decode("latin-1"), address.origin
        call.path, call.query = request.raw_path.decode("ascii"), query
        started = time.monotonic()
        try:
            handled = await self._handle(
                call,
                request,
                dict(zip(operation.placeholders, found[1], strict=True)),
                headers,
                door,
                started + self._configuration.call_seconds,
            )
        finally:
            if door.limited_by == "bucket":
                self._gate.leave_shop(
                    headers, mall_id=mall.mall_id, now=now, spent=time.monotonic() - started
                )
        return Answer(handled.status, handled.body, [answering.JSON, *headers])

    async def _mall(self, address: Address, door: Door, query: list[tuple[str, str]]) -> Mall:
        """Return the mall a call is about: of the host, of the query, or the default one."""
        if door.mall_from == "nowhere":
            return Mall("", "", "", {})
        mall_id = address.mall_id
        if door.mall_from == "query":
            mall_id = dict(query).get("mall_id", "")
            if not mall_id:
                raise Invalid("A required parameter is missing.", parameter="mall_id")
        if not mall_id:
            mall_id = self._configuration.default_mall or await self._directory.first_mall() or ""
        mall = await self._directory.mall(mall_id)
        if mall is None:
            raise NotFound("There is no shop at this host name.")
        return mall

    async def _identify(
        self, request: Request, door: Door, mall: Mall, now: float
    ) -> tuple[Identity, str, bool]:
        """Return the caller, whose bucket of the shop it uses, and whether it proved itself."""
        if door.credential == "bearer":
            caller = await identity.bearer(request, self._directory, mall.mall_id, now)
            shared = self._configuration.bucket_per == "shop"
            return caller, "" if shared else caller.app.client_id, True
        if door.credential == "storefront":
            caller, proven = await identity.storefront(request, self._directory, mall.mall_id)
            return caller, caller.app.client_id if proven else request.ip, proven
        return await identity.partner(request, self._directory), "", True

    def _count(
        self,
        headers: Headers,
        request: Request,
        door: Door,
        operation: Operation,
        mall: Mall,
        owner: str,
        now: float,
        *,
        proven: bool,
    ) -> None:
        if door.limited_by == "bucket":
            self._gate.enter_shop(
                headers,
                mall_id=mall.mall_id,
                owner=f"{door.name} {owner}",
                ip=request.ip,
                operation=operation,
                anonymous=not proven,
                now=now,
            )
        else:
            self._count_elsewhere(headers, request, door, now)

    def _count_elsewhere(self, headers: Headers, request: Request, door: Door, now: float) -> None:
        """Count a call of the APIs whose limit is by address, whatever the URL names."""
        if door.limited_by == "minute":
            self._gate.enter_partner(headers, ip=request.ip, now=now)
        elif door.limited_by == "tokens":
            path = request.raw_path.decode("ascii")
            self._gate.enter_analytics(headers, ip=request.ip, path=path, now=now)

    def _version(self, request: Request, caller: Identity, now: float) -> str:
        wanted = request.headers.get(_VERSION_HEADER)
        named = calendar.read(wanted.decode("latin-1")) if wanted else caller.app.version
        return calendar.in_effect(named, now)

    async def _handle(
        self,
        call: Call,
        request: Request,
        path: dict[str, str],
        headers: Headers,
        door: Door,
        deadline: float,
    ) -> handling.Handled:
        operation = call.operation
        if operation.has_body:
            received = await body.read(
                request,
                limit=self._configuration.body_limit,
                seconds=self._configuration.body_seconds,
            )
            envelope = body.decode(received)
            sent = [{**each, **path} for each in body.objects(operation, envelope)]
            asked = {**dict(call.query), **_fields_of(envelope)}
            ignored = [
                name for name, _ in call.query if name not in operation.knows and name not in path
            ]
        else:
            sent = [parsing.from_query(operation, path, call.query)]
            asked, ignored = sent[0], []
        shape = self._shape(call, door, asked)
        for each in sent:
            ignored += parsing.unknown(operation, each)
            for change in shape.changes:
                change.request(each)
        self._embed(call, asked, ignored)
        if ignored:
            if call.identity.app.strict:
                raise Invalid("The operation has no such parameter.", parameter=ignored[0])
            answering.warn(headers, list(dict.fromkeys(ignored)))
        if operation.objects > 1:
            self._shop(call, sent[0])
            return await handling.write_each(
                call, sent, self._database, shape, deadline, record.call
            )
        call.params = parsing.to_struct(operation, sent[0])
        self._shop(call, sent[0])
        if operation.writes:
            return await handling.write(call, self._database, shape, deadline, record.call)
        return await handling.read(call, self._database, shape, deadline)

    def _shape(self, call: Call, door: Door, asked: dict[str, Any]) -> Shape:
        key = (f"{door.name} {call.operation.name}", call.version)
        shape = self._shapes.get(key)
        if shape is None:
            shape = self._shapes[key] = Shape(
                changes.between(*key), frozenset(call.operation.shows), frozenset()
            )
        wanted = asked.get("fields")
        if not isinstance(wanted, str) or not wanted:
            return shape
        return Shape(shape.changes, shape.shows, frozenset(_names(wanted)))

    @staticmethod
    def _embed(call: Call, asked: dict[str, Any], ignored: list[str]) -> None:
        wanted = asked.get("embed")
        if isinstance(wanted, str) and wanted:
            names = _names(wanted)
            call.embed = frozenset(names) & call.operation.embeds
            ignored += [name for name in names if name not in call.operation.embeds]

    @staticmethod
    def _shop(call: Call, sent: dict[str, Any]) -> None:
        """Set the multi-language shop of a call; 404 for one the mall does not have."""
        number = getattr(call.params, "shop_no", None) or sent.get("shop_no", 1)
        try:
            call.shop_no = int(number)
        except (TypeError, ValueError):
            raise Invalid("Expected integer.", parameter="shop_no") from None
        if call.shop_no not in call.mall.shops and "shop_no" in call.operation.fields:
            raise NotFound("The mall has no such shop.", parameter="shop_no")


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if len(names) > 100:
        raise Invalid("A list holds at most 100 values.", parameter="fields")
    return [name for name in names if name]


def _fields_of(envelope: dict[str, Any]) -> dict[str, Any]:
    """Return `fields` and `embed` written beside `request`."""
    return {name: envelope[name] for name in ("fields", "embed") if name in envelope}
