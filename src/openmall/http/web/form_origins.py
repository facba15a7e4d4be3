"""Which pages a form comes from, by what browsers say: `Sec-Fetch-Site`, else `Origin`.

Forms have tokens of the browser's session as well; this refuses those of other sites even where a
token became known. `Origin` is compared with configured addresses, never with `Host`, which the
sender of a request chooses:

- `Sec-Fetch-Site: same-origin` is the browser's own comparison, and counts. Every other value but
  `none` is another site's form.
- Without it (browsers before 2023), and for `none`, `Origin` has to be an address of the site.
  `null` is none: frames without an origin send it. Our own pages have a `Referrer-Policy` with
  which browsers name the origin.
- A request with neither comes from a program; what it may do is for the token to say.
"""

from typing import Final

from openmall.configuration import Configuration
from openmall.http.addressing import Address, without_port
from openmall.http.request import Request

_SCHEME: Final = "https://"
_LABELS: Final = {
    "collection": "collection",
    "analytics": "analytics",
    "developers": "developers",
    "staff": "admin",
}
"""Site -> first label of its host."""


def is_foreign(request: Request, address: Address, configuration: Configuration) -> bool:
    """Return whether a page of another site sent a form."""
    return _is_own(request, address, configuration) is False


def is_own(request: Request, address: Address, configuration: Configuration) -> bool:
    """Return whether a browser says that a page of the same site sent a form."""
    return _is_own(request, address, configuration) is True


def _is_own(request: Request, address: Address, configuration: Configuration) -> bool | None:
    """Return whether a form is of the site's own pages; None: nothing says so."""
    if request.method in ("GET", "HEAD"):
        return None
    site = request.headers.get(b"sec-fetch-site", b"none")
    if site != b"none":
        return site == b"same-origin"
    origin = request.headers.get(b"origin")
    if origin is None:
        return None
    return origin.decode("latin-1").lower() in _origins(request, address, configuration)


def _origins(request: Request, address: Address, configuration: Configuration) -> set[str]:
    """Return the configured addresses of a site: of its host, and as links in messages have it."""
    port = "" if configuration.port in (0, 443) else f":{configuration.port}"
    # a link that names no mall is the address of one shop alone, whatever asks
    names_mall = not configuration.mail_links or "{mall_id}" in configuration.mail_links
    if address.site == "bare":
        # its name is a configured one, or of this machine (`Hosts.read`)
        own = {f"{_SCHEME}{_name(address.origin)}{port}"}
        is_linked, label = not names_mall, ""
    else:
        label = _LABELS.get(address.site, address.mall_id)
        own = {f"{_SCHEME}{label}.{configuration.domain}{port}".lower()}
        is_linked = names_mall or label == configuration.default_mall
    if is_linked:
        own.add(configuration.origin_of(label).lower())
    if request.asked_origin:
        own.add(f"{_SCHEME}{_name(request.asked_origin)}{port}")
    return own


def _name(origin: str) -> str:
    return without_port(origin.removeprefix(_SCHEME))
