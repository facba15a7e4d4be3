"""The tracking setting of a shop."""

from msgspec import Struct

from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current
from openmall.contract.moments import Clock
from openmall.contract.params import Flag
from openmall.database.session import Database

LIFETIME = 30.0
"""Seconds for which a worker caches a setting."""
_MOST = 10_000


class TrackingSetting(Setting, frozen=True, kw_only=True):
    """How a shop tells its visitors apart; the defaults are what a new shop has."""

    respect_do_not_track: Flag = "T"
    """T: a browser that says DNT or GPC keeps nothing and is told apart within a day only."""


class _Cached(Struct, frozen=True):
    at: float
    setting: TrackingSetting


class Settings:
    """The settings of all shops, cached for LIFETIME."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._cached: dict[tuple[str, int], _Cached] = {}

    async def of(self, mall_id: str, shop_no: int) -> TrackingSetting:
        """Return the setting of a shop."""
        now = self._clock.now()
        cached = self._cached.get((mall_id, shop_no))
        if cached is not None and 0 <= now - cached.at < LIFETIME:
            return cached.setting
        async with self._database.reading(mall_id) as db:
            setting = await current(Call(self._clock, db, shop_no=shop_no), TrackingSetting)
        if len(self._cached) >= _MOST:
            self._cached.clear()
        self._cached[mall_id, shop_no] = _Cached(now, setting)
        return setting
