"""What programs send to create and steer test malls, and what they are answered."""

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from openmall.access.oauth.tokens import TokenAnswer
from openmall.access.sandbox.clock import FURTHEST
from openmall.access.sandbox.shape import SandboxClock, Script
from openmall.apptesting.prepared import Contents
from openmall.contract.params import LARGEST_INTEGER
from openmall.contract.sandbox import Fault

Text = Annotated[str, Meta(max_length=200)]
Texts = Annotated[list[Text], Meta(max_length=200)]
ShopNo = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Number = Annotated[int, Meta(ge=1, le=2**53 - 1)]


class Empty(Struct, frozen=True, forbid_unknown_fields=True):
    """A request without parameters."""


class WebhookDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the app's webhooks go."""

    address: Annotated[str, Meta(max_length=500)] = ""
    """An https address, or http at this machine where the installation allows that network. Not
    sent: the program fetches them."""
    events: Texts = field(default_factory=list)
    """Names or numbers of the events; none: all that its scopes allow."""


class AppDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The app of a test mall, registered with it."""

    name: Annotated[str, Meta(min_length=1, max_length=100)] = "Test app"
    scopes: Texts | None = None
    """Not sent: every scope."""
    redirect_uris: Texts = field(default_factory=lambda: ["http://127.0.0.1/callback"])
    version: str | None = None
    """Dated version of its calls; not sent: the newest."""
    restricted: bool = True
    """It may call operations by arrangement."""


class MallDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A test mall with an app in it."""

    mall_id: Annotated[str, Meta(max_length=50)] = ""
    """Not sent: an unused one."""
    name: Annotated[str, Meta(min_length=1, max_length=100)] = "Test mall"
    contents: Contents = "catalogue"
    """`catalogue`: products, customers, coupons, and an order in every state; `empty`: neither."""
    app: AppDraft = AppDraft()
    webhooks: WebhookDraft | None = None


class TokenDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose access token is issued."""

    client_id: Text = ""
    """Not sent: the mall's own app, which is the only one."""
    scopes: Texts | None = None
    """Not sent: all that the mall granted the app."""
    user_id: Text = ""
    """The manager the app acts for; not sent: a head administrator."""
    shop_no: ShopNo = 1


class ConsentDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A manager's decision about an authorization request."""

    url: Annotated[str, Meta(min_length=1, max_length=8_000)]
    """The address to which the app would send the manager's browser."""
    allow: bool = True
    user_id: Text = ""
    """The manager; not sent: a head administrator."""


class ClockDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """By how much a clock is advanced: one of the two."""

    forward: str | Annotated[int, Meta(ge=1, le=FURTHEST)] | None = None
    """Seconds, or `3d`, `12h`, `90m`, `45s`, `1d12h`."""
    to: Text | None = None
    """A date, or a date-time with offset."""


class FaultsDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The script of faults."""

    rules: Annotated[list[Fault], Meta(max_length=50)]


class TriggerDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to happen, and to what."""

    event: Text
    """One of the triggers that `GET /_test` lists."""
    shop_no: ShopNo = 1
    order_id: Text = ""
    """An order that is moved on; not sent: one is placed and moved on from the beginning."""
    product_no: Number | None = None
    """Not sent: the first product on sale."""
    member_id: Text = ""
    """The customer; not sent: of orders a guest."""
    quantity: Annotated[int, Meta(ge=0, le=1_000)] = 1
    """Units that are ordered, at least one, or the stock of `stock_changed`."""


class DeliveriesQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which deliveries are fetched."""

    after: Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)] | None = None
    """Number of the last event that is known; not sent: none are listed."""


class FetchedDelivery(Struct, frozen=True, kw_only=True):
    """A webhook as it would be sent."""

    sequence: int
    """Number of its event."""
    headers: dict[str, str]
    body: str
    """As it was signed."""


class Deliveries(Struct, frozen=True, kw_only=True):
    """Webhooks of the mall's app, the oldest first."""

    head: int
    """Number of the last event of the mall, with or without subscribers."""
    deliveries: list[FetchedDelivery]


class MallFacts(Struct, frozen=True, kw_only=True):
    """A test mall, and where it is."""

    mall_id: str
    name: str
    url: str
    """Its address by name."""
    local_url: str
    """Its address without a name, for programs of the same machine."""
    contents: str
    client_id: str
    user_id: str
    """Its head administrator."""
    member_id: str
    """A customer who can sign in."""
    password: str
    """Of both."""
    orders: list[str]
    """Ids of its orders, the oldest first."""


class Credentials(Struct, frozen=True, kw_only=True):
    """The app's credentials; of an app that was registered before, only its client id."""

    client_id: str
    client_secret: str
    front_api_key: str
    redirect_uris: list[str]
    scopes: list[str]
    webhook_api_key: str
    webhook_secret: str
    """Empty without `webhooks`."""


class Created(Struct, frozen=True, kw_only=True):
    """A new test mall; secrets are shown this once."""

    mall: MallFacts
    app: Credentials
    token: TokenAnswer


class Reset(Struct, frozen=True, kw_only=True):
    """A test mall as it was when it was created, with a new token; earlier ones are unknown."""

    mall: MallFacts
    token: TokenAnswer


class MallList(Struct, frozen=True, kw_only=True):
    """All test malls, the oldest first."""

    malls: list[str]


class Deleted(Struct, frozen=True, kw_only=True):
    """A test mall that was deleted."""

    mall_id: str


class Issued(Struct, frozen=True, kw_only=True):
    """A new access token."""

    token: TokenAnswer


class Consented(Struct, frozen=True, kw_only=True):
    """Where the manager's browser goes now."""

    redirect: str
    """With `code` and `state`, or with `error`."""
    code: str
    """Empty when the manager did not consent."""
    state: str


class ClockAnswer(Struct, frozen=True, kw_only=True):
    """The clock of a sandbox."""

    clock: SandboxClock


class FaultsAnswer(Struct, frozen=True, kw_only=True):
    """The faults of a sandbox."""

    faults: Script


class HappenedEvent(Struct, frozen=True, kw_only=True):
    """An event that was announced."""

    sequence: int
    event_no: int
    name: str
    resource: dict[str, Any]


class Triggered(Struct, frozen=True, kw_only=True):
    """What has happened; webhooks are delivered and messages written."""

    event: str
    order_id: str
    product_no: int | None
    member_id: str
    events: list[HappenedEvent]


class About(Struct, frozen=True, kw_only=True):
    """The server, and what it can do."""

    version: str
    mall_url: str
    """Address of a mall, with `{mall_id}` in it."""
    triggers: dict[str, str]
    """Trigger -> what happens."""
    authority: str
    """PEM of the installation's own authority; empty when the operator gave a certificate."""
