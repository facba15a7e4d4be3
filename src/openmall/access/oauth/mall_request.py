"""A request at a mall's host name, outside of the APIs."""

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.access.staff_site import StaffSite
from openmall.contract.call import Mall
from openmall.http.addressing import Address
from openmall.http.request import Request


class MallRequest(Struct, frozen=True):
    """A request with its resolved mall and parsed query."""

    request: Request
    mall: Mall
    address: Address
    """The mall's own: links to the shop and operations are made from it."""
    query: Fields
    staff: StaffSite | None = None
    """Where the pages of staff are that it is for; None: it is for no such page."""

    @property
    def staff_origin(self) -> str:
        """The origin that serves the staff page."""
        assert self.staff is not None, "asked of requests for staff pages alone"
        return self.staff.origin

    @property
    def address_here(self) -> str:
        """Path and query that the browser shows, to come back to after a choice of language."""
        path = self.request.raw_path.decode("latin-1")
        if self.staff is not None:
            path = self.staff.base + self.staff.page
        query = self.query.encoded.decode("ascii", "replace")
        return f"{path}?{query}" if query else path

    @property
    def host(self) -> str:
        """Host and port, as the client sent them."""
        return self.address.origin.removeprefix("https://")
