"""With what plans and recorded writes of a mall are read: a call has it, and so have some pages."""

from typing import Protocol

from openmall.contract.call import Mall
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Session


class Sight(Protocol):
    """A mall, in a transaction."""

    @property
    def mall(self) -> Mall: ...

    @property
    def clock(self) -> Clock:
        """That of the mall."""

    @property
    def seal(self) -> Seal: ...

    @property
    def db(self) -> Session: ...
