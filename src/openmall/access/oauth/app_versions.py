"""The versions an app has used, and how it is opened."""

from typing import Final

from msgspec import Struct
from sqlalchemy import BindParameter, Case, bindparam, case, select, update

from openmall.access.oauth.tables import APP
from openmall.database.session import Session
from openmall.database.statements import Statement

EMBEDDED: Final = "embedded"
SECTION: Final = "section"
_A: Final = APP.c
_VERSION: Final[BindParameter[str]] = bindparam("version")

EARLIER: Final[dict[str, Case[str]]] = {
    "initial_version": case(
        ((_A.initial_version == "") & (_A.version != _VERSION), _A.version),
        else_=_A.initial_version,
    ),
    "previous_version": case((_A.version != _VERSION, _A.version), else_=_A.previous_version),
}
"""What an update of `version` writes beside it."""

_FIND: Final = Statement(
    select(_A.version, _A.initial_version, _A.previous_version, _A.extension_type)
    .where(_A.client_id == bindparam("client_id"))
    .with_for_update()
)
_SET: Final = Statement(
    update(APP)
    .where(_A.client_id == bindparam("client_id"))
    .values(version=_VERSION, extension_type=bindparam("extension_type"), **EARLIER)
)


class AppVersions(Struct, frozen=True):
    """The versions of an app, and how it is opened."""

    version: str
    initial: str
    """The version it was registered with."""
    previous: str | None
    """The version before the present one; None: it never changed."""
    extension_type: str


async def find(db: Session, client_id: str) -> AppVersions:
    """Return the versions of a registered app, locked until the transaction ends."""
    row = await db.one(_FIND, client_id=client_id)
    assert row is not None, "the caller's app is registered"
    version, initial, previous, kind = row
    return AppVersions(version, initial or version, previous or None, kind or SECTION)


async def change(db: Session, client_id: str, *, version: str, extension_type: str) -> None:
    """Write version and kind of an app; the version it had becomes the previous one.

    Calls without a version use the new one after the caches were invalidated.
    """
    await db.run(_SET, client_id=client_id, version=version, extension_type=extension_type)
