"""One request to the authorization server: what was sent, and at which mall's door."""

from msgspec import Struct

from openmall.contract.call import Mall
from openmall.oauth.fields import Fields
from openmall.pipeline.addressing import Address
from openmall.pipeline.request import Request


class Visit(Struct, frozen=True):
    """A request at a mall's host name."""

    request: Request
    mall: Mall
    address: Address
    query: Fields

    @property
    def host(self) -> str:
        """Host and port, as the client wrote them."""
        return self.address.origin.removeprefix("https://")
