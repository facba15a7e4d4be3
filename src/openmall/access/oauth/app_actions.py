"""Pages and actions that apps declare for the back office: what they are called and where they are.

An action of kind `open` is a page of the app, one of kind `call` a request to it. Both are signed
with the secret of the app's webhooks.
"""

from typing import Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import bindparam, delete, insert, select

from openmall.access.oauth import secrets
from openmall.access.oauth.refusals import (
    ACTION_ADDRESS_TOO_LONG,
    ACTION_LABEL_TOO_LONG,
    FIELD_EMPTY,
    TOO_MANY_ACTIONS,
)
from openmall.access.oauth.tables import APP_ACTION
from openmall.contract.errors import Invalid
from openmall.contract.moments import Clock
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

Place = Literal["app", "product", "order", "customer", "products", "orders", "customers"]
"""Where it is shown: beside the app itself, on the page of a product, an order, a customer, or
above a list of them, for the rows that are selected."""
Kind = Literal["open", "call"]
PLACES: Final[tuple[Place, ...]] = get_args(Place)
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
MOST: Final = 20
"""Actions of an app."""
LONGEST_LABEL: Final = 40
LONGEST_ADDRESS: Final = 500
_A: Final = APP_ACTION.c
_COLUMNS: Final = (
    _A.client_id, _A.action_id, _A.place, _A.kind, _A.label, _A.label_ko, _A.address,
)  # fmt: skip
_ORDERED: Final = (_A.created_at, _A.action_id)
_OF_APP: Final = Statement(
    select(*_COLUMNS).where(_A.client_id == bindparam("client_id")).order_by(*_ORDERED)
)
_AT: Final = Statement(
    select(*_COLUMNS)
    .where(InList(_A.client_id, "client_ids"), _A.place == bindparam("place"))
    .order_by(_A.client_id, *_ORDERED)
)
_ADD: Final = Statement(insert(APP_ACTION).values({c.name: bindparam(c.name) for c in _A}))
_REMOVE: Final = Statement(
    delete(APP_ACTION).where(
        _A.client_id == bindparam("client_id"), _A.action_id == bindparam("action_id")
    )
)


class AppAction(Struct, frozen=True):
    """A page or an action of an app."""

    client_id: str
    action_id: str
    place: str
    kind: str
    label: str
    label_ko: str
    """Empty: `label` in every language."""
    address: str

    def label_in(self, language: str) -> str:
        """Return what the button says in a language."""
        return self.label_ko if language == "ko" and self.label_ko else self.label


async def of_app(db: Session, client_id: str) -> list[AppAction]:
    """Return the actions of an app, in the order in which they were added."""
    return [AppAction(*row) for row in await db.all(_OF_APP, client_id=client_id)]


async def at(db: Session, place: Place, client_ids: list[str]) -> list[AppAction]:
    """Return the actions of some apps at a place."""
    return [AppAction(*row) for row in await db.all(_AT, place=place, client_ids=client_ids)]


async def add(db: Session, clock: Clock, action: AppAction) -> AppAction:
    """Add an action with a new id. Raises Invalid (422)."""
    for name, value, known in (
        ("place", action.place, PLACES),
        ("kind", action.kind, KINDS),
    ):
        if value not in known:
            raise Invalid(NO_SUCH, parameter=name, resource=Phrase("choice"))
    for name in ("label", "label_ko"):
        text = getattr(action, name)
        if len(text) > LONGEST_LABEL or (text and not text.isprintable()):
            raise Invalid(ACTION_LABEL_TOO_LONG, parameter=name)
    if not action.label:
        raise Invalid(FIELD_EMPTY, parameter="label")
    if len(action.address) > LONGEST_ADDRESS:
        raise Invalid(ACTION_ADDRESS_TOO_LONG, parameter="address")
    if len(await of_app(db, action.client_id)) >= MOST:
        raise Invalid(TOO_MANY_ACTIONS, parameter="label")
    values = {**asdict(action), "action_id": secrets.generate(12)}
    await db.run(_ADD, created_at=int(clock.now()), **values)
    return AppAction(**values)


async def remove(db: Session, client_id: str, action_id: str) -> bool:
    """Remove an action of an app; False: there is none."""
    return await db.run(_REMOVE, client_id=client_id, action_id=action_id) > 0
