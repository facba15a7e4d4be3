"""Reads and writes settings of a shop where there is no call: for pages."""

from typing import TypeVar

import msgspec
from msgspec import Struct

from openmall.contract.crud import settings
from openmall.contract.crud.settings import READ_SEVERAL, WRITE, Setting
from openmall.database.seal import Seal
from openmall.database.session import Session

S = TypeVar("S", bound=Setting)


class ShopSettings(Struct, frozen=True):
    """Settings of a shop as they are stored."""

    shop_no: int
    stored: dict[str, str]
    """Name of their struct -> JSON."""

    def of(self, kind: type[S]) -> S:
        """Return the settings `kind`, which was read; the defaults where the shop has none."""
        content = self.stored.get(kind.__name__)
        found = kind() if content is None else msgspec.json.decode(content, type=kind)
        return msgspec.structs.replace(found, shop_no=self.shop_no)


async def read(db: Session, shop_no: int, *kinds: type[Setting]) -> ShopSettings:
    """Read the settings `kinds` of a shop; for settings without secrets."""
    names = [kind.__name__ for kind in kinds]
    rows = await db.all(READ_SEVERAL, shop_no=shop_no, names=names)
    return ShopSettings(shop_no, dict(map(tuple, rows)))


async def write(db: Session, setting: Setting) -> None:
    """Write settings of a shop of the session's mall; for settings without secrets."""
    content = msgspec.json.encode(setting).decode()
    await db.run(WRITE, shop_no=setting.shop_no, name=type(setting).__name__, content=content)


async def read_with_secrets(db: Session, seal: Seal, shop_no: int, kind: type[S]) -> S:
    """Read the settings `kind` of a shop of the session's mall, with their secrets."""
    return settings.opened((await read(db, shop_no, kind)).of(kind), seal, db.mall_id)
