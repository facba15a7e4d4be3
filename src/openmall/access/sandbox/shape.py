"""Response structs of the sandbox operations."""

from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from openmall.access.sandbox.clock import Reading
from openmall.access.sandbox.store import Counted
from openmall.contract.moments import moment
from openmall.contract.sandbox import Fault

ClockStatus = Literal["advancing", "ready"]
"""advancing: what became due is being done; ready: all of it is done."""


class SandboxClock(Struct, frozen=True, kw_only=True):
    """What time it is in a sandbox."""

    now: datetime
    ahead: int
    """Seconds before everybody else's."""
    status: ClockStatus
    """`advancing` while what became due is being done, `ready` when all of it is done."""

    @classmethod
    def of(cls, reading: Reading) -> "SandboxClock":
        return cls(
            now=moment(reading.now),
            ahead=reading.ahead,
            status="ready" if reading.settled else "advancing",
        )


class Rule(Fault, frozen=True, kw_only=True):
    """A fault, how many calls it has matched, and how many of them it spoiled."""

    fault_no: int
    matched: int
    done: int


class Script(Struct, frozen=True, kw_only=True):
    """The faults of a sandbox, in the order in which they are asked."""

    rules: list[Rule]

    @classmethod
    def of(cls, counted: list[Counted]) -> "Script":
        return cls(
            rules=[
                Rule(
                    **asdict(each.fault),
                    fault_no=each.fault_no,
                    matched=each.matched,
                    done=each.done,
                )
                for each in counted
            ]
        )
