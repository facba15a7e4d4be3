"""Where the pages of a mall's staff are: the back office, their sign-in, and consent to apps.

At `https://admin.<domain>/{mall_id}/...`, an origin on which nothing runs but our own scripts.
Where no host name tells malls apart they are below `/admin` of the origin that was asked
(`https://127.0.0.1:8443/admin`, `https://127.0.0.1:8443/@trial/admin`), and the shop's pages of
that origin have no script of an app (`runs_scripts_of_others`). See
docs/decisions/0074-origin-of-staff.md.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from msgspec import Struct

from openmall.access.refusals import FORM_FOR_STAFF_HOST
from openmall.contract.errors import ApiError, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http import error_responses
from openmall.http.addressing import MALL_ID, Address
from openmall.http.request import Answer, Request

_LABEL: Final = "https://admin."
FOLDER: Final = "/admin"
"""Where staff pages are on an origin that shows shops as well; a redirect on a mall's host."""
_BASE: ContextVar[str] = ContextVar("staff base")


class StaffSite(Struct, frozen=True):
    """The staff pages of a mall as a request found them."""

    origin: str
    """Scheme, host and port that browsers show: passkeys and return addresses are bound to it."""
    base: str
    """Path of the overview, which every other page is below: `/demo` or `/admin`."""
    page: str
    """The requested page, below the base: `/products/7`; empty: the overview."""
    shop: Address
    """The mall's own host, for links to the shop and for operations."""


def office_url(page: str = "") -> str:
    """Return the path of a staff page, for links, forms and redirects of staff pages.

    `page`: as in `StaffSite.page`, with its query. The base is that of the request being answered;
    raises LookupError where none is, for the path would be wrong on most hosts.
    """
    return _BASE.get() + page


@contextmanager
def entered(base: str) -> Iterator[None]:
    """Let `office_url` return addresses below `base`."""
    token = _BASE.set(base)
    try:
        yield
    finally:
        _BASE.reset(token)


def locate(request: Request, address: Address) -> StaffSite | None:
    """Return the staff pages that a request is for; None: it is for none."""
    path = request.raw_path.decode("latin-1")
    if address.site == "staff":
        mall_id, _, page = path.removeprefix("/").partition("/")
        if MALL_ID.fullmatch(mall_id) is None:
            return None
        shop = Address("mall", mall_id, _shop_origin(address, mall_id))
        return StaffSite(address.origin, f"/{mall_id}", _page(page), shop)
    if not _is_below_folder(path) or not _serves_staff(request, address):
        return None
    page = path.removeprefix(FOLDER).removeprefix("/")
    origin = request.asked_origin or address.origin
    return StaffSite(origin, f"{request.mall_path}{FOLDER}", _page(page), address)


def concerns(request: Request, address: Address) -> bool:
    """Return whether a request is for the host of staff, or for `/admin` of another one."""
    path = request.raw_path.decode("latin-1")
    return address.site == "staff" or (address.site in ("mall", "bare") and _is_below_folder(path))


def answer_beside(request: Request, address: Address) -> Answer:
    """Return the response to a request of `concerns` that `locate` finds no staff pages for.

    `/admin/products` of a mall's host leads to the page's present address; a form sent there is
    refused. The host of staff serves nothing else.
    """
    path = request.raw_path.decode("latin-1")
    if address.site == "staff":
        return error_responses.of_request(NotFound(NO_SUCH, resource=Phrase("page")), request)
    if request.method not in ("GET", "HEAD"):
        error = _OtherMethod(FORM_FOR_STAFF_HOST)
        return error_responses.of_request(error, request, [(b"allow", b"GET, HEAD")])
    page = path.removeprefix(FOLDER).rstrip("/").encode("latin-1")
    query = b"?" + request.query_string if request.query_string else b""
    headers = [
        (b"location", address.staff.encode() + page + query),
        (b"cache-control", b"no-store"),
        (b"x-request-id", request.id.encode()),
    ]
    return Answer(303, b"", headers)


class _OtherMethod(ApiError):
    status = 405


def address_of(request: Request, address: Address) -> str:
    """Return the address of the staff pages of the mall that a request names, for a redirect."""
    if _serves_staff(request, address):
        return f"{request.mall_path}{FOLDER}"
    return address.staff


def runs_scripts_of_others(request: Request, address: Address) -> bool:
    """Return whether pages of a shop may have scripts of apps, themes and merchants.

    They may on a mall's own host, which serves no staff page.
    """
    return address.site == "mall" and not _serves_staff(request, address)


def _serves_staff(request: Request, address: Address) -> bool:
    """Return whether the origin of a request serves both a shop and its staff."""
    return address.site == "bare" or bool(request.mall_path)


def _is_below_folder(path: str) -> bool:
    return path == FOLDER or path.startswith(f"{FOLDER}/")


def _page(path: str) -> str:
    path = path.rstrip("/")
    return f"/{path}" if path else ""


def _shop_origin(address: Address, mall_id: str) -> str:
    return f"https://{mall_id}.{address.origin.removeprefix(_LABEL)}"


def origin_of(address: Address) -> str:
    """Return the origin of the staff pages of the mall at `address`."""
    return "/".join(address.staff.split("/", 3)[:3])
