"""The state of one request in the pipeline, which each step adds to."""

from typing import Final

from msgspec import Struct

from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.contract.call import NOBODY, Call, Identity, Mall, Services, Shopper
from openmall.contract.call_state import CallState
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.contract.undo import NOT_RECORDED
from openmall.http import json_body
from openmall.http.addressing import Address
from openmall.http.request import Headers, Request

_RECORDED: Final = frozenset({"admin", "office pages"})
"""APIs whose writes are recorded, so that they can be undone: those that manage a shop."""


class Preference(Struct, frozen=True):
    """The `respond-async` preference of a client (RFC 7240)."""

    wait: int | None
    """Seconds it waits for the call's own response; None: not sent."""


class Key(Struct, frozen=True, kw_only=True):
    """The scope of an idempotency key: owner, operation, and the key the client sent."""

    owner: str
    operation: str
    key: str


class IdempotentRequest(Struct, frozen=True):
    """A call with an idempotency key."""

    key: Key
    digests: tuple[str, ...]
    """Digests of the call's content, one for each key of the installation."""
    secret: bool
    """The response has secret fields."""


class KnownClient(Struct, frozen=True):
    """The client of a storefront call that was identified before the pipeline."""

    identity: Identity
    owner: str
    """Whose bucket of the mall the call counts in."""


class RequestContext:
    """A request, and the results of the steps so far."""

    __slots__ = (
        "address",
        "api",
        "body",
        "browser",
        "caller",
        "dropped",
        "handled",
        "headers",
        "idempotent_request",
        "ignored",
        "key_verified",
        "known_client",
        "limited_by_address",
        "mall",
        "mall_found",
        "methods",
        "now",
        "objects",
        "operation",
        "owner",
        "path",
        "plan_path",
        "preference",
        "proposes",
        "query",
        "rehearses",
        "request",
        "selection",
        "shopper",
        "version",
    )

    def __init__(self, request: Request, address: Address, now: float) -> None:
        self.request = request
        self.address = address
        self.now = now
        """Time of the machine's clock, for rate limits; `mall.clock` is the mall's own time."""
        self.headers: Headers = [(b"x-request-id", request.id.encode())]
        """Headers of the response, on success and error."""
        self.api: ApiDefinition
        self.operation: Operation | None = None
        self.methods: dict[str, Operation] = {}
        """The operations of the URL by method, in any version."""
        self.path: dict[str, str] = {}
        """Values of the path's placeholders."""
        self.query: list[tuple[str, str]] = []
        self.mall: Mall
        self.mall_found = False
        """Whether API and mall are known."""
        self.dropped = False
        """Whether to drop the connection instead of responding: an injected fault."""
        self.caller = NOBODY
        self.owner = ""
        """The client whose bucket of the mall is used."""
        self.key_verified = True
        """False for a storefront client without its key."""
        self.known_client: KnownClient | None = None
        """The client of a storefront call that a component of ours makes for a shopper."""
        self.limited_by_address = True
        """See `Call.limited_by_address`."""
        self.shopper: Shopper | None = None
        """The shopper, on the storefront."""
        self.browser = 0
        """Number of the visitor's browser, on the storefront; 0: not known."""
        self.version = ""
        self.body = b""
        """The raw body."""
        self.objects: list[dict[str, Encodable]] = []
        """The objects of the call, by wire name, not yet validated."""
        self.preference: Preference | None = None
        """Set when the call is to be executed asynchronously."""
        self.rehearses = False
        """The call is executed, and rolled back."""
        self.proposes = ""
        """Why the call waits for approval: `scope` or `request`; empty: it may be carried out."""
        self.plan_path = ""
        """Where a plan finds the operation again, of a call of our own pages; empty: the path."""
        self.idempotent_request: IdempotentRequest | None = None
        """Set when the call has an idempotency key."""
        self.selection: dict[str, Encodable] = {}
        """The parameters that contain `fields` and `embed`."""
        self.handled: CallState | None = None
        """The call of the handler, once there is one."""
        self.ignored: list[str] = []
        """Parameter names unknown to the operation."""

    @property
    def waited(self) -> float:
        """Return the seconds in which the handler waited without using anything of the shop."""
        return 0.0 if self.handled is None else self.handled.call.effects.waited

    def call(self, operation: Operation, services: Services) -> CallState:
        """Return the call, whose parameters are still to be parsed."""
        clock, shared = self.mall.clock(services.clock), operation.cacheable
        if shared:
            services = services.of_shared_responses()
        call = Call(
            clock,
            mall=self.mall,
            identity=self.caller,
            seal=services.seal,
            links=services.links,
            outgoing=services.outgoing,
            shopper=self.shopper,
            browser=0 if shared else self.browser,
            ip="" if shared else self.request.ip,
            limited_by_address=shared or self.limited_by_address,
            storefront=self.api.credential == "storefront",
            several=operation.objects > 1,
            dry_run=self.rehearses,
            origin=self.address.origin,
            path=self.request.raw_path.decode("ascii"),
            staff=self.address.staff,
            machine_clock=services.clock,
            pictures=services.pictures,
            tally=services.tally,
            counters=services.counters,
            engine=services.engine,
            database=services.database,
            plans=services.plans,
            undo=(
                services.undo.of_mall(self.mall.undo_days)
                if self.api.name in _RECORDED
                else NOT_RECORDED
            ),
        )
        lines = False
        if operation.lines is not None:
            accepted = self.request.headers.get(b"accept", b"")
            lines = any(kind in accepted for kind in json_body.LINES_KINDS)
        self.handled = CallState(
            call, operation, version=self.version, query=self.query, lines=lines
        )
        return self.handled
