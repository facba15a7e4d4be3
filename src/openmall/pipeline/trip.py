"""One request on the road: what each step has found out, for the steps after it."""

from typing import TYPE_CHECKING, Any

from openmall.contract.call import NOBODY, Call, Mall, Means, Shopper
from openmall.contract.operation import Operation
from openmall.pipeline.addressing import Address
from openmall.pipeline.doors import Door
from openmall.pipeline.request import Headers, Request

if TYPE_CHECKING:
    from openmall.pipeline.deferring import Preference
    from openmall.pipeline.repeating.rules import Repeatable


class Trip:
    """A request, and what is known of it so far."""

    __slots__ = (
        "address",
        "allowed",
        "browser",
        "caller",
        "door",
        "headers",
        "ignored",
        "located",
        "lost",
        "mall",
        "now",
        "operation",
        "owner",
        "path",
        "preference",
        "proven",
        "query",
        "received",
        "repeatable",
        "request",
        "sent",
        "shopper",
        "version",
        "wanted",
    )

    def __init__(self, request: Request, address: Address, now: float) -> None:
        self.request = request
        self.address = address
        self.now = now
        """By the machine's clock, for limits; `mall.clock` says what time it is in the mall."""
        self.headers: Headers = [(b"x-request-id", request.id.encode())]
        """Gathered for the answer, whatever it will be."""
        self.door: Door
        self.operation: Operation | None = None
        self.allowed: tuple[str, ...] = ()
        """Methods the URL knows when it does not know the one that was used."""
        self.path: dict[str, str] = {}
        """Values of the path's placeholders."""
        self.query: list[tuple[str, str]] = []
        self.mall: Mall
        self.located = False
        """Whether door and mall are known."""
        self.lost = False
        """Whether the client is to think that nobody answered: a fault of a sandbox."""
        self.caller = NOBODY
        self.owner = ""
        """Whose bucket of the mall the call fills."""
        self.proven = True
        """False for a storefront client that showed no key."""
        self.shopper: Shopper | None = None
        """On the storefront, who shops."""
        self.browser = 0
        """And in which browser; 0: not known."""
        self.version = ""
        self.received = b""
        """The body as it came."""
        self.sent: list[dict[str, Any]] = []
        """The objects of the call, by wire name, not yet believed."""
        self.preference: Preference | None = None
        """That the client wants the call carried out after it was answered."""
        self.repeatable: Repeatable | None = None
        """What its client named, to send it once more."""
        self.wanted: dict[str, Any] = {}
        """Where `fields` and `embed` are found."""
        self.ignored: list[str] = []
        """Names the operation does not know."""

    def call(self, operation: Operation, means: Means) -> Call:
        """Return the call as handlers see it."""
        call = Call(self.mall.clock(means.clock))
        call.seal, call.pictures, call.tally = means.seal, means.pictures, means.tally
        call.counters, call.engine = means.counters, means.engine
        call.mall, call.identity, call.operation = self.mall, self.caller, operation
        call.shopper, call.ip, call.browser = self.shopper, self.request.ip, self.browser
        call.storefront = self.door.credential == "storefront"
        call.version, call.origin = self.version, self.address.origin
        call.path, call.query = self.request.raw_path.decode("ascii"), self.query
        return call
