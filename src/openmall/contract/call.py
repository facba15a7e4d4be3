"""One API call as handlers see it: `Call`, its mall and caller, its services, and its effects.

A call is frozen. What a handler leaves for the pipeline is in `effects`; what the pipeline keeps
for itself, in `call_state.py`, no handler can reach.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, Literal, NamedTuple, NoReturn, Protocol, Self

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from openmall.contract.approval import ApprovalRule
from openmall.contract.counters import Counters
from openmall.contract.events import Event
from openmall.contract.facts import Facts
from openmall.contract.json_values import Encodable
from openmall.contract.links import Links
from openmall.contract.moments import Ahead, Clock
from openmall.contract.outgoing import Outgoing
from openmall.contract.pictures import PictureWorkshop
from openmall.contract.plans import PlanOutcome
from openmall.contract.sandbox import Sandbox
from openmall.contract.tally import Tally
from openmall.contract.undo import NOT_RECORDED, UndoneWrites, UndoRetention
from openmall.database.seal import Seal
from openmall.database.session import Database, Session


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


class _Absent:
    """Stands for what a call was not given, so that using it is an error."""

    __slots__ = ()

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"the call was given nothing that has {name!r}")


ABSENT: Final[Any] = _Absent()


class PlanExecution(Protocol):
    """Applies plans of rehearsed calls; see `api/pipeline/plan_execution.py`."""

    async def apply(self, call: "Call", plan_no: int, token: str) -> PlanOutcome | None:
        """Execute the call of a plan, in a transaction of its own; None: it was applied before.

        `call`: that which applies it; the plan's is executed with its identity. Raises NotFound,
        Forbidden for a caller who may not make the plan's call, Invalid for another token,
        NotModified (409) for an expired plan or one that waits for approval, and PlanMoved (409).
        """
        ...

    async def combine(self, call: "Call", plan_nos: Sequence[int]) -> tuple[int, str]:
        """Make one plan of several, whose calls are carried out in one transaction, in that order.

        Return its number, and its token; the token of one that waits for approval is empty. Raises
        NotFound, Invalid, NotModified (409), and the ApiError of a call that fails.
        """
        ...

    async def execute_approved(self, call: "Call", plan_no: int) -> PlanOutcome:
        """Execute what was approved of a plan, once, as the caller who proposed it.

        `call`: of the manager who approved it. Raises NotModified (409) when another manager has
        executed it or the app is no longer entitled to it, and PlanMoved (409), whose fresh plan
        waits for approval.
        """
        ...


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

    def of_shared_responses(self) -> "Services":
        """Return those of a call whose response others may be given: see `cached_reads`."""
        return self._replace(
            counters=ABSENT, engine=ABSENT, database=ABSENT, outgoing=ABSENT, plans=ABSENT
        )


class Effects(Struct, eq=False):
    """What a handler leaves for the pipeline, beside its result and the rows that it wrote."""

    events: list[Event] = []
    """To be published in the transaction of the call; handlers add them with `Call.publish`."""
    first_event: int | None = None
    """The outbox number of the first event, where it was allocated with other numbers."""
    audit_entries: list[tuple[str, Mapping[str, tuple[Encodable, Encodable]]]] = []
    """Audit entries: subject, and field -> (before, after)."""
    more: bool = False
    """Set by a list handler when rows remain after the returned page."""
    modified: int | None = None
    """Last change of the resource in UTC seconds, for `Last-Modified`."""
    session: str = ""
    """The shopper session to send with the response; see `Call.sign_in`."""
    invalidates_caches: bool = False
    """Set by a handler that changes cached malls or apps: every worker's cache is invalidated
    after the commit and before the response. Only for operations of one object a call."""
    waited: float = 0.0
    """Seconds in which the handler waited for something to happen, and used no resources."""
    undoes: UndoneWrites | None = None
    """The recorded writes that the call undoes."""


class Call(Struct, frozen=True, eq=False):
    """The context of one handler call: who asks, which shop is meant, and the services.

    Nothing of it can be assigned to. It is in another shop for the block of `in_shop`, and `on`
    returns it in another transaction.
    """

    clock: Clock
    """The mall's clock."""
    db: Session = ABSENT
    """The transaction; none in calls of operations that do not read the store."""
    mall: Mall = ABSENT
    shop_no: int = 1
    """The shop that the call is about."""
    identity: Identity = NOBODY
    seal: Seal = ABSENT
    links: Links = ABSENT
    """Configured addresses, for links in messages and in anything that others receive."""
    outgoing: Outgoing = ABSENT
    """Requests to other services, for work of `prepare`."""
    shopper: Shopper | None = None
    """On the storefront, the shopper of the session that was sent; None: no session."""
    browser: int = 0
    """On the storefront, the number of the visitor's browser; 0: not known."""
    ip: str = ""
    """The client's IP address."""
    limited_by_address: bool = True
    """Whether what is written is limited by address: not where an app showed its key, nor where
    limits are only counted."""
    storefront: bool = False
    """Whether it is a call of the storefront API, whose callers do not manage the shop."""
    several: bool = False
    """Whether it may have several objects, each handled by itself."""
    dry_run: bool = False
    """The transaction will be rolled back: handlers must not call external services."""
    deadline: float = 0.0
    """time.monotonic() seconds at which the time budget of a read ends."""
    embed: frozenset[str] = frozenset()
    """The sub-resources that the client requested with `embed`."""
    origin: str = ""
    """`https://host[:port]` as the client sent it; the base of links in the response alone."""
    path: str = ""
    """The path as the client sent it."""
    staff: str = ""
    """The address of the mall's staff pages, without a slash at its end, as `origin` has it."""
    machine_clock: Clock = ABSENT
    """The machine's clock, for what is not of this mall alone: everything in `counters`."""
    pictures: PictureWorkshop = ABSENT
    tally: Tally = ABSENT
    counters: Counters = ABSENT
    """Counters for rate limits and failed attempts."""
    engine: Facts = ABSENT
    """The analytics engine with the facts of visits and sales."""
    database: Database = ABSENT
    """For work of `prepare`, outside the transaction of the call."""
    plans: PlanExecution = ABSENT
    """Applies plans of rehearsed calls, for work of `prepare`."""
    undo: UndoRetention = NOT_RECORDED
    """How the write is recorded, so that it can be undone."""
    settings: dict[tuple[int, str], str | None] = {}
    """Settings that `preload` has read: shop and name -> content; None: the shop has none."""
    effects: Effects = field(default_factory=Effects)

    @contextmanager
    def in_shop(self, shop_no: int) -> Iterator[None]:
        """Let the call be about another shop of the mall within the block."""
        before = self.shop_no
        force_setattr(self, "shop_no", shop_no)
        try:
            yield
        finally:
            force_setattr(self, "shop_no", before)

    def on(self, db: Session) -> Self:
        """Return the call in another transaction; its effects are those of this call."""
        return replace(self, db=db)

    def sign_in(self, shopper: Shopper | None, session: str) -> None:
        """Go on as `shopper`, and send them the session with the response."""
        force_setattr(self, "shopper", shopper)
        self.effects.session = session

    def embeds(self, name: str) -> bool:
        """Return whether the client requested the sub-resource `name` with `embed`."""
        return name in self.embed

    def publish(self, event: Event) -> None:
        """Add `event` to the outbox, in the same transaction as the change."""
        assert self.effects.first_event is None, "the events of this call were numbered before"
        self.effects.events.append(event)

    def journal(
        self, subject: str, changes: Mapping[str, tuple[Encodable, Encodable]] | None = None
    ) -> None:
        """Add an audit entry about `subject` to the call's row of the activity log.

        `changes`: field -> (before, after).
        """
        self.effects.audit_entries.append((subject, changes or {}))
