"""Where the links of messages lead that are written without a call of a client."""

from msgspec import Struct

from openmall.contract.call import Call, Mall
from openmall.contract.links import Links
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Session


class Places(Struct, frozen=True):
    """What a link needs: the seal that signs it, and the addresses of malls."""

    seal: Seal
    links: Links

    def call(self, clock: Clock, db: Session, mall: Mall) -> Call:
        """Return a call of a mall, as messages are composed with."""
        return Call(clock, db, mall, seal=self.seal, links=self.links)
