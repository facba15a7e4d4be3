"""SQL of the endpoints of apps' payment gateways, and their sealed keys."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import bindparam, select, update

from openmall.access.oauth.tables import APP, INSTALLATION
from openmall.commerce.store.paymentgateway.shape import FeeType
from openmall.commerce.store.paymentgateway.store import GATEWAY, METHOD
from openmall.database.policies import no_personal_data, with_same_mall
from openmall.database.reencryption import EncryptedTable, ReencryptionCounts
from openmall.database.schema import number, shop_table, text
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import Reverted
from openmall.events.webhooks.signing import Keys

ENDPOINTS: Final = shop_table(
    "payment_gateway_endpoints",
    text("client_id"),
    text("start_url"),
    text("confirm_url"),
    text("refund_url"),
    text("reconciliation_url"),
    text("secret"),
    text("old_secret"),
    number("old_until"),
    backup=with_same_mall("belongs to an app of the mall"),
    undo=Reverted(
        kinds=frozenset({"updated"}),
        only=frozenset({"start_url", "confirm_url", "refund_url", "reconciliation_url"}),
    ),
    personal_data=no_personal_data("addresses of the programs of apps"),
    key=("client_id",),
    wide=True,
)
"""The endpoints of an app in a mall. `secret` and `old_secret` are sealed; the old one signs along
until `old_until` (UTC seconds). Rows outlive the removal of their app: payments that it took are
still reconciled and given back."""
_E: Final = ENDPOINTS.c
_NAMES: Final = tuple(column.name for column in _E if column.name != "mall_id")
_THIS: Final = (_E.mall_id == bindparam("mall_id"), _E.client_id == bindparam("client_id"))
_FIND: Final = select(*(_E[name] for name in _NAMES)).where(*_THIS)
_GET: Final = Statement(_FIND)
_GET_TO_CHANGE: Final = Statement(_FIND.with_for_update())
_PUT: Final = Statement(
    lambda insert: (
        insert(ENDPOINTS)
        .values({column.name: bindparam(column.name) for column in _E})
        .on_conflict_do_update(
            index_elements=["mall_id", "client_id"],
            set_={name: bindparam(name) for name in _NAMES if name != "client_id"},
        )
    )
)
_REGISTERED: Final = Statement(
    select(
        GATEWAY.c.client_id,
        INSTALLATION.c.installed_at,
        APP.c.name,
        GATEWAY.c.service_limit_type,
        GATEWAY.c.membership_fee_type,
    )
    .join(
        INSTALLATION,
        (INSTALLATION.c.mall_id == GATEWAY.c.mall_id)
        & (INSTALLATION.c.client_id == GATEWAY.c.client_id),
    )
    .join(APP, APP.c.client_id == GATEWAY.c.client_id)
    .join(ENDPOINTS, (_E.mall_id == GATEWAY.c.mall_id) & (_E.client_id == GATEWAY.c.client_id))
    .where(
        GATEWAY.c.mall_id == bindparam("mall_id"),
        GATEWAY.c.shop_no == bindparam("shop_no"),
        INSTALLATION.c.deleted_at.is_(None),
    )
    .order_by(APP.c.app_no)
)
_METHODS: Final = Statement(
    select(
        METHOD.c.client_id,
        METHOD.c.payment_method,
        METHOD.c.available_shop_no,
        METHOD.c.payment_method_name,
        METHOD.c.payment_method_url,
    )
    .where(METHOD.c.mall_id == bindparam("mall_id"), InList(METHOD.c.client_id, "client_ids"))
    .order_by(METHOD.c.client_id, METHOD.c.payment_method_code)
)


class StoredEndpoints(Struct, frozen=True, kw_only=True):
    """Endpoints as they are stored; the secrets are sealed."""

    client_id: str
    start_url: str
    confirm_url: str
    refund_url: str
    reconciliation_url: str
    secret: str
    old_secret: str = ""
    old_until: int = 0


class ShownMethod(Struct, frozen=True, kw_only=True):
    """How an app presents a payment method at checkout."""

    name: str
    url: str
    """Address of its picture."""


class RegisteredGateway(Struct, frozen=True, kw_only=True):
    """The gateway of an installed app with endpoints, in one shop."""

    client_id: str
    name: str
    """The app's."""
    installed_at: int
    """UTC seconds; the app may have been removed and installed again."""
    methods: tuple[str, ...]
    """Payment methods that it offers in the shop, sorted."""
    shown: Mapping[str, ShownMethod]
    """How it presents each; of several of a kind, the one whose code is the first."""
    members_only: bool
    """Its payment methods are for customers with an account of the shop."""
    membership_fee_type: FeeType | None


async def find(db: Session, client_id: str, *, to_change: bool = False) -> StoredEndpoints | None:
    """Return the endpoints of an app in the session's mall; None: there are none."""
    row = await db.one(_GET_TO_CHANGE if to_change else _GET, client_id=client_id)
    return None if row is None else StoredEndpoints(**dict(zip(_NAMES, row, strict=True)))


async def put(db: Session, endpoints: StoredEndpoints) -> None:
    """Write the endpoints of an app."""
    await db.run(_PUT, **asdict(endpoints))


async def registered(db: Session, shop_no: int) -> list[RegisteredGateway]:
    """Return the gateways of installed apps with endpoints in a shop, the oldest app first."""
    rows = await db.all(_REGISTERED, shop_no=shop_no)
    methods: dict[str, dict[str, ShownMethod]] = {row[0]: {} for row in rows}
    if rows:
        for app, method, shops, name, url in await db.all(_METHODS, client_ids=list(methods)):
            if str(shop_no) in shops.split(","):
                methods[app].setdefault(method, ShownMethod(name=name, url=url))
    return [
        RegisteredGateway(
            client_id=client_id,
            name=name,
            installed_at=installed_at,
            methods=tuple(sorted(methods[client_id])),
            shown=methods[client_id],
            members_only=limit == "M",
            membership_fee_type=fee,
        )
        for client_id, installed_at, name, limit, fee in rows
    ]


def closed(seal: Seal, mall_id: str, client_id: str, secret: str) -> str:
    """Return a secret sealed for the gateway of an app."""
    return seal.close(secret, about=_about(mall_id, client_id))


def opened(seal: Seal, mall_id: str, stored: StoredEndpoints, *, now: float) -> Keys:
    """Return the keys that are valid at `now` (UTC seconds). Raises SealBroken."""
    about = _about(mall_id, stored.client_id)
    old = stored.old_secret if stored.old_secret and stored.old_until > now else ""
    return Keys(
        api_key="",
        secret=seal.open(stored.secret, about=about),
        old_secret=seal.open(old, about=about) if old else "",
    )


def _about(mall_id: str, client_id: str) -> str:
    return f"payment gateway {client_id} of {mall_id}"


_SEALED: Final = Statement(
    select(_E.client_id, _E.secret, _E.old_secret)
    .where(_E.mall_id == bindparam("mall_id"), _E.client_id > bindparam("after"))
    .order_by(_E.client_id)
    .limit(100)
)
_RESEAL: Final = Statement(
    update(ENDPOINTS)
    .where(
        _E.mall_id == bindparam("mall_id"),
        _E.client_id == bindparam("this"),
        _E.secret == bindparam("was"),
    )
    .values(secret=bindparam("becomes"), old_secret=bindparam("old_becomes"))
)


async def _renew(
    db: Session, seal: Seal, tally: ReencryptionCounts, after: Sequence[str]
) -> Sequence[str] | None:
    rows = list(await db.all(_SEALED, after="".join(after)))
    for client_id, secret, old in rows:
        about = _about(db.mall_id, client_id)
        renewed = tally.text(seal, secret, about)
        old_renewed = old and tally.text(seal, old, about)
        if renewed or old_renewed:
            values = {"becomes": renewed or secret, "old_becomes": old_renewed or old}
            await db.run(_RESEAL, this=client_id, was=secret, **values)
    return (rows[-1][0],) if rows else None


SEALED: Final = EncryptedTable(
    table=ENDPOINTS.name, columns=frozenset({"secret", "old_secret"}), of_malls=True, renew=_renew
)
"""The keys with which requests to gateways of apps are signed."""
