"""Functions shared by endpoints of a mall that are no API calls: find the mall, answer errors."""

from collections.abc import Awaitable
from hashlib import sha256
from urllib.parse import parse_qs

from openmall.access.oauth.directory import Directory
from openmall.access.refusals import METHOD_NOT_ALLOWED
from openmall.contract.call import Mall
from openmall.contract.errors import ApiError, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SHOP, NO_SUCH
from openmall.http import conditional_requests, error_responses
from openmall.http.addressing import Address
from openmall.http.request import Answer, Headers, Request, Send


class OtherMethod(ApiError):
    """405: the method is not supported."""

    status = 405

    def __init__(self, *, allowed: str) -> None:
        """`allowed`: the methods that are supported, such as `GET, HEAD`."""
        super().__init__(METHOD_NOT_ALLOWED, allowed=allowed)
        self.allowed = allowed


def serves(path: bytes, request: Request, address: Address) -> bool:
    """Say whether a request is for this path of a mall."""
    return request.raw_path == path and address.site in ("mall", "bare")


async def answer(
    send: Send, request: Request, answering: Awaitable[Answer], headers: Headers
) -> None:
    """Send an answer, or the error body of what went wrong; never raises. `headers` go with it."""
    try:
        response = await answering
        response.headers += [(b"x-request-id", request.id.encode()), *headers]
    except Exception as error:
        allow = [(b"allow", error.allowed.encode())] if isinstance(error, OtherMethod) else []
        response = error_responses.of_request(error, request, [*headers, *allow])
    await response.send(send)


def javascript(request: Request, script: bytes, *, cache: str) -> Answer:
    """Return the answer with a script, 304 where the browser has it. `cache`: `Cache-Control`."""
    headers = [
        (b"etag", f'"{sha256(script).hexdigest()[:24]}"'.encode()),
        (b"cache-control", cache.encode()),
    ]
    if conditional_requests.has(request, headers):
        return Answer(304, b"", headers)
    headers += [
        (b"content-type", b"text/javascript; charset=utf-8"),
        (b"content-length", b"%d" % len(script)),
        (b"x-content-type-options", b"nosniff"),
    ]
    return Answer(200, b"" if request.method == "HEAD" else script, headers)


async def mall(address: Address, directory: Directory, default: str) -> Mall:
    """Return the mall of a host, or the `default` one. Raises NotFound (404), Unavailable (503)."""
    mall_id = address.mall_id or default or await directory.first_mall() or ""
    mall_found = await directory.open_mall(mall_id)
    if mall_found is None:
        raise NotFound(NO_SUCH, resource=Phrase("shop"))
    return mall_found


def requested_shop(request: Request, mall: Mall) -> int:
    """Return the `shop_no` of a request's query, by default 1. Raises NotFound (404)."""
    shop_no = parse_qs(request.query_string.decode("latin-1")).get("shop_no", ["1"])[0]
    is_number = shop_no.isascii() and shop_no.isdigit() and len(shop_no) < 16
    require_shop(mall, int(shop_no) if is_number else 0)
    return int(shop_no)


def require_shop(mall: Mall, shop_no: int) -> None:
    """Raise NotFound (404) unless the mall has the shop."""
    if shop_no not in mall.shops:
        raise NotFound(NO_SHOP, parameter="shop_no")
