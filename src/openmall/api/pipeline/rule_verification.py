"""Commits a write only if the rules of the merchant still let it pass.

A rule is compared with what a rehearsal has captured. Another write can come before the call is
executed, and the same new price may be a different change then.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeVar

from msgspec import Struct

from openmall.api.pipeline import approval_rules
from openmall.api.pipeline.earlier_price_store import earlier_prices
from openmall.api.pipeline.refusals import CONCURRENT_WRITES
from openmall.contract.approval import ApprovalRule
from openmall.contract.errors import NotModified
from openmall.contract.moments import Clock
from openmall.contract.operation import Operation
from openmall.database.capture import RowChange
from openmall.database.session import Database, Session
from openmall.database.verified_database import VerifiedDatabase

T = TypeVar("T")
_ATTEMPTS: Final = 3
"""Rehearsals of a call whose rows other writes keep changing."""


class RuleConcerns(Exception):
    """A rule of the merchant concerns what the transaction has changed."""


class PassedRules(Struct, frozen=True):
    """Rules that could have concerned a write, and did not when it was rehearsed."""

    rules: list[ApprovalRule]
    operation: Operation
    objects: int
    """Objects that the call sends."""
    changes: int
    """Resources that it changes."""
    mall_clock: Clock

    def verifying(self, database: Database) -> Database:
        """Return the database, on which a transaction raises RuleConcerns when a rule does now."""
        return VerifiedDatabase(database, begin=_nothing, verify=self._verify)

    async def _verify(self, session: Session, rows: list[RowChange]) -> None:
        rule = approval_rules.matching(
            self.rules,
            self.operation,
            objects=self.objects,
            changes=self.changes,
            rows=rows,
            earlier=await earlier_prices(session, self.mall_clock, self.rules, rows),
        )
        if rule is not None:
            raise RuleConcerns


async def until_verified(attempt: Callable[[], Awaitable[T]]) -> T:
    """Rehearse and execute a write again where a rule concerns it only when it is executed.

    Raises NotModified (409) where that goes on.
    """
    for _ in range(_ATTEMPTS):
        with suppress(RuleConcerns):
            return await attempt()
    raise NotModified(CONCURRENT_WRITES)


async def _nothing(session: Session) -> None:
    return None
