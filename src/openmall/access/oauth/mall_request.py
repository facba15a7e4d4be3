"""A request at a mall's host name, outside of the APIs."""

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.contract.call import Mall
from openmall.http.addressing import Address
from openmall.http.request import Request


class MallRequest(Struct, frozen=True):
    """A request with its resolved mall and parsed query."""

    request: Request
    mall: Mall
    address: Address
    query: Fields

    @property
    def host(self) -> str:
        """Host and port, as the client sent them."""
        return self.address.origin.removeprefix("https://")
