"""One API call as handlers see it: caller, shop, parameters, services and collected effects."""

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from msgspec import Struct

from openmall.contract.approval import ApprovalRule
from openmall.contract.counters import Counters
from openmall.contract.events import Event
from openmall.contract.facts import Facts
from openmall.contract.links import Links
from openmall.contract.moments import Ahead, Clock
from openmall.contract.outgoing import Outgoing
from openmall.contract.pictures import PictureWorkshop
from openmall.contract.plans import PlanExecution
from openmall.contract.sandbox import Sandbox
from openmall.contract.tally import Tally
from openmall.contract.undo import NOT_RECORDED, UndoneWrites, UndoRetention
from openmall.database.seal import Seal
from openmall.database.session import Database, Session

if TYPE_CHECKING:
    from openmall.contract.operation import Operation


class Shop(Struct, frozen=True):
    """One language of a mall, with its own names, prices and visibility."""

    shop_no: int
    name: str
    language: str
    currency: str
    in_programme: bool = False
    """It takes part in the partner programme; its changes update the partner projection."""


class Mall(Struct, frozen=True):
    """A merchant's place on this installation: one or more shops under one `mall_id`."""

    mall_id: str
    name: str
    country: str
    shops: dict[int, Shop]
    sandbox: Sandbox | None = None
    """Clock offset and injected faults of a sandbox mall; None for a production mall."""
    closed: str = ""
    """The notice shown to callers while the mall is closed; empty while it is open."""
    records_changes: bool = False
    """Its change feed is read: writes record what caused them."""
    limit_times: int = 1
    """Its rate limits: so many times those of the installation."""
    approval_rules: tuple[ApprovalRule, ...] = ()
    """Its writes that need a person's approval."""
    undo_days: int | None = None
    """Days for which its writes are recorded where the installation does not set them."""

    def clock(self, machine: Clock) -> Clock:
        """Return the mall's clock: `machine`, or in a sandbox one shifted by its offset."""
        return machine if self.sandbox is None else Ahead(machine, self.sandbox.ahead)


class App(Struct, frozen=True):
    """A registered client program, with the attributes that calls depend on."""

    client_id: str
    name: str
    version: str
    """The dated version of its calls without a version header."""
    strict: bool
    """Refuse unknown parameters instead of ignoring them."""
    restricted: bool
    """It may call operations marked restricted, by arrangement with the operator."""


class Identity(Struct, frozen=True):
    """The authenticated caller: the app, and for OAuth calls the token's user and scopes."""

    app: App
    scopes: frozenset[str] = frozenset()
    user_id: str = ""
    user_type: str = ""
    role_no: int = 0
    """The role of the user, of a sub-admin who has one."""


NOBODY: Final = Identity(App("", "", "", strict=False, restricted=False))
"""The identity of work without a caller: commands and periodic tasks."""


class Shopper(Struct, frozen=True, kw_only=True):
    """A storefront shopper: a signed-in member of the shop, or an anonymous guest."""

    shop_no: int
    """The only shop in which the session is valid."""
    kind: Literal["guest", "member"]
    name: str
    """The `member_id` of a member; random letters for a guest."""
    issued_at: int
    """UTC seconds."""
    expires_at: int
    """UTC seconds."""
    session_no: int = 0
    """The number that all sessions of a member had when this one began; a new password raises it.
    """
    session_id: str = ""
    """Tells the sessions of a member apart; empty for a guest."""

    @property
    def member_id(self) -> str:
        """Return the member's id; empty for a guest."""
        return self.name if self.kind == "member" else ""


class Services(NamedTuple):
    """The services that the application provides to every call."""

    clock: Clock
    seal: Seal
    pictures: PictureWorkshop
    tally: Tally
    counters: Counters
    engine: Facts
    database: Database
    outgoing: Outgoing
    plans: PlanExecution
    links: Links
    undo: UndoRetention = NOT_RECORDED


class Call:
    """The context of one handler call; the pipeline fills it in step by step.

    Handlers use `mall`, `shop_no`, `identity`, `shopper`, `ip`, `browser`, `clock`,
    `machine_clock`, `seal`, `pictures`, `tally`, `counters`, `engine`, `outgoing`, `plans`,
    `deadline`, `db`, `embeds()`, `publish()`, `journal()`, `dry_run`, `modified`, `more`,
    `session`, `invalidates_caches`, `origin`, `staff`, `links`, `limited_by_address`; the rest
    belongs to the pipeline.
    """

    __slots__ = (
        "audit_entries",
        "began_at",
        "browser",
        "clock",
        "counters",
        "database",
        "db",
        "deadline",
        "dry_run",
        "embed",
        "engine",
        "events",
        "first_event",
        "identity",
        "invalidates_caches",
        "ip",
        "limited_by_address",
        "lines",
        "links",
        "machine_clock",
        "mall",
        "modified",
        "more",
        "operation",
        "origin",
        "outgoing",
        "params",
        "path",
        "pictures",
        "plans",
        "publishes_later",
        "query",
        "seal",
        "session",
        "settings",
        "shop_no",
        "shopper",
        "staff",
        "storefront",
        "tally",
        "undo",
        "undoes",
        "version",
        "waited",
    )

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        """The mall's clock."""
        self.machine_clock: Clock
        """The machine's clock, for what is not of this mall alone: everything in `counters`."""
        self.db: Session
        self.seal: Seal
        self.tally: Tally
        self.counters: Counters
        """Counters for rate limits and failed attempts."""
        self.engine: Facts
        """The analytics engine with the facts of visits and sales."""
        self.database: Database
        """For work of `prepare`, outside the transaction of the call."""
        self.outgoing: Outgoing
        """Requests to other services, for work of `prepare`."""
        self.deadline = 0.0
        """time.monotonic() seconds at which the time budget of a read ends."""
        self.pictures: PictureWorkshop
        self.plans: PlanExecution
        """Applies plans of rehearsed calls, for work of `prepare`."""
        self.mall: Mall
        self.identity = NOBODY
        self.ip = ""
        """The client's IP address."""
        self.limited_by_address = True
        """Whether what is written is limited by address: not where an app showed its key, nor where
        limits are only counted."""
        self.browser = 0
        """On the storefront, the number of the visitor's browser; 0: not known."""
        self.shopper: Shopper | None = None
        """On the storefront, the shopper of the session that was sent; None: no session."""
        self.storefront = False
        """Whether it is a call of the storefront API, whose callers do not manage the shop."""
        self.settings: dict[tuple[int, str], str | None] = {}
        """Settings that `preload` has read: shop and name -> content; None: the shop has none."""
        self.session = ""
        """The shopper session to send with the response; set by handlers that create one."""
        self.operation: Operation
        self.params: Any = None
        self.shop_no = 1
        self.version = ""
        self.invalidates_caches = False
        """Set by a handler that changes cached malls or apps: every worker's cache is invalidated
        after the commit and before the response. Only for operations of one object a call."""
        self.origin = ""
        """`https://host[:port]` as the client sent it; the base of links in the response alone."""
        self.staff = ""
        """The address of the mall's staff pages, without a slash at its end, as `origin` has it."""
        self.links: Links
        """Configured addresses, for links in messages and in anything that others receive."""
        self.path = ""
        self.query: list[tuple[str, str]] = []
        self.embed: frozenset[str] = frozenset()
        self.lines = False
        """The client accepts JSON Lines, and the operation can render them."""
        self.dry_run = False
        """The transaction will be rolled back: handlers must not call external services."""
        self.modified: int | None = None
        """Last change of the resource in UTC seconds, for `Last-Modified`; set by the handler."""
        self.more = False
        """Set by a list handler when rows remain after the returned page."""
        self.events: list[Event] = []
        self.first_event: int | None = None
        """The outbox number of the first event, where it was allocated with other numbers."""
        self.publishes_later = False
        """Whoever commits the transaction publishes events of its own after those of the call."""
        self.began_at = 0
        """UTC milliseconds at which the transaction of a write began; see `journal/changes.py`."""
        self.waited = 0.0
        """Seconds in which the handler waited for something to happen, and used no resources."""
        self.undo = NOT_RECORDED
        """How the write is recorded, so that it can be undone."""
        self.undoes: UndoneWrites | None = None
        """The recorded writes that the call undoes."""
        self.audit_entries: list[tuple[str, dict[str, tuple[Any, Any]]]] = []
        """Audit entries: subject, and field -> (before, after)."""

    def embeds(self, name: str) -> bool:
        """Return whether the client requested the sub-resource `name` with `embed`."""
        return name in self.embed

    def publish(self, event: Event) -> None:
        """Add `event` to the outbox, in the same transaction as the change."""
        assert self.first_event is None, "the events of this call were numbered before"
        self.events.append(event)

    def journal(self, subject: str, changes: dict[str, tuple[Any, Any]] | None = None) -> None:
        """Add an audit entry about `subject` to the call's row of the activity log.

        `changes`: field -> (before, after).
        """
        self.audit_entries.append((subject, changes or {}))
