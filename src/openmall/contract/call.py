"""One call on its way down the road: who asks, of which shop, and what happened so far."""

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from msgspec import Struct

from openmall.contract.events import Event
from openmall.contract.facts import Facts
from openmall.contract.moments import Ahead, Clock
from openmall.contract.pictures import PictureWorkshop
from openmall.contract.sandbox import Sandbox
from openmall.contract.tally import Tally
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.limits.counters import Counters

if TYPE_CHECKING:
    from openmall.contract.operation import Operation


class Shop(Struct, frozen=True):
    """One language of a mall, with its own names, prices and visibility."""

    shop_no: int
    name: str
    language: str
    currency: str
    in_programme: bool = False
    """It takes part in the partner programme: what changes in it is told there."""


class Mall(Struct, frozen=True):
    """A merchant's place on this installation: one or more shops under one `mall_id`."""

    mall_id: str
    name: str
    country: str
    shops: dict[int, Shop]
    sandbox: Sandbox | None = None
    """What a mall made to try things out may do; None: it is for people."""
    closed: str = ""
    """What whoever comes is told while it is closed; empty: it is open."""

    def clock(self, machine: Clock) -> Clock:
        """Return the clock everything in this mall goes by; `machine`: that of all others."""
        return machine if self.sandbox is None else Ahead(machine, self.sandbox.ahead)


class App(Struct, frozen=True):
    """A registered client program, as a call needs to know it."""

    client_id: str
    name: str
    version: str
    """The dated version its calls speak when they name none."""
    strict: bool
    """Refuse parameters the operation does not list, rather than ignore them."""
    restricted: bool
    """Operations marked restricted are open to it, by arrangement with the operator."""


class Identity(Struct, frozen=True):
    """Who calls: the app, and for OAuth calls the token's holder and scopes."""

    app: App
    scopes: frozenset[str] = frozenset()
    user_id: str = ""
    user_type: str = ""


NOBODY: Final = Identity(App("", "", "", strict=False, restricted=False))
"""Who acts where nobody calls: a command, a routine of the server."""


class Shopper(Struct, frozen=True, kw_only=True):
    """Who shops on the storefront: a member of the shop, or a guest it knows no name of."""

    shop_no: int
    """The shop that knows them; in others they are strangers."""
    kind: Literal["guest", "member"]
    name: str
    """Of a member the `member_id`; of a guest random letters."""
    issued_at: int
    """UTC seconds from which the session holds, and until which."""
    expires_at: int

    @property
    def member_id(self) -> str:
        """Empty for a guest."""
        return self.name if self.kind == "member" else ""


class Means(NamedTuple):
    """What the application gives to every call."""

    clock: Clock
    seal: Seal
    pictures: PictureWorkshop
    tally: Tally
    counters: Counters
    engine: Facts


class Call:
    """Everything a handler may know and do; the pipeline fills it in as it goes.

    Handlers use `mall`, `shop_no`, `identity`, `shopper`, `ip`, `browser`, `clock`, `seal`,
    `pictures`, `tally`, `counters`, `engine`, `deadline`, `db`, `embeds()`, `announce()`,
    `journal()`, `rehearsing`, `modified`, `more`, `session`, `outdates` and `origin`; the rest
    belongs to the pipeline.
    """

    __slots__ = (
        "browser",
        "clock",
        "counters",
        "db",
        "deadline",
        "deeds",
        "embed",
        "engine",
        "events",
        "identity",
        "ip",
        "mall",
        "modified",
        "more",
        "operation",
        "origin",
        "outdates",
        "params",
        "path",
        "pictures",
        "query",
        "rehearsing",
        "seal",
        "session",
        "shop_no",
        "shopper",
        "storefront",
        "tally",
        "version",
    )

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.db: Session
        self.seal: Seal
        self.tally: Tally
        self.counters: Counters
        """How often somebody did what is not to be done often."""
        self.engine: Facts
        """Where the facts of visits and sales are."""
        self.deadline = 0.0
        """time.monotonic() seconds at which the time budget of a read is spent."""
        self.pictures: PictureWorkshop
        self.mall: Mall
        self.identity = NOBODY
        self.ip = ""
        """From where the client called."""
        self.browser = 0
        """On the storefront, the number of the visitor's browser; 0: not known."""
        self.shopper: Shopper | None = None
        """On the storefront, whoever showed a session; None: nobody did."""
        self.storefront = False
        """Whether it came to the storefront, where nobody who calls manages the shop."""
        self.session = ""
        """Set by a handler that gives the shopper a session, which goes out with the answer."""
        self.operation: Operation
        self.params: Any = None
        self.shop_no = 1
        self.version = ""
        self.outdates = False
        """Set by a handler that changes what workers remember of malls and apps: all of them
        forget it after the commit, before the answer. For operations of one object a call."""
        self.origin = ""
        """`https://host[:port]` as the client wrote it, to make links with."""
        self.path = ""
        self.query: list[tuple[str, str]] = []
        self.embed: frozenset[str] = frozenset()
        self.rehearsing = False
        """The transaction will be undone: a handler asks nobody outside of the database."""
        self.modified: int | None = None
        """Set by a handler that knows when what it answers was last changed, in UTC seconds."""
        self.more = False
        """Set by a list handler when rows remain behind the page it answers."""
        self.events: list[Event] = []
        self.deeds: list[tuple[str, dict[str, tuple[Any, Any]]]] = []
        """What was done to what: subject, and field -> (before, after)."""

    def embeds(self, name: str) -> bool:
        """Say whether the client asked for the sub-resource `name` with `embed`."""
        return name in self.embed

    def announce(self, event: Event) -> None:
        """Tell subscribers that `event` happened; kept in the same transaction as the change."""
        self.events.append(event)

    def journal(self, subject: str, changes: dict[str, tuple[Any, Any]] | None = None) -> None:
        """Say what this call did to what, for its line in the shop's activity log.

        `changes`: field -> (before, after).
        """
        self.deeds.append((subject, changes or {}))
