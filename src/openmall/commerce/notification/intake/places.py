"""Where the links of messages lead that are written without a call of a client."""

from collections.abc import Callable

from msgspec import Struct

from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock
from openmall.database.seal import Seal


class Places(Struct, frozen=True):
    """What a link needs: the seal that signs it, and the address of the mall."""

    seal: Seal
    origin: Callable[[str], str]
    """Mall -> `https://host[:port]`."""

    def call(self, clock: Clock, mall: Mall) -> Call:
        """Return a call of a mall, as messages are composed with."""
        call = Call(clock)
        call.mall, call.seal, call.origin = mall, self.seal, self.origin(mall.mall_id)
        return call
