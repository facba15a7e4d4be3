"""`/@<mall_id>/...` on this machine: a mall for programs that cannot resolve `*.localhost`."""

import re
from typing import Final

from starlette.types import Scope

from openmall.http.addressing import MALL_ID, is_loopback, without_port
from openmall.http.request import Request

_PREFIX: Final = re.compile(rb"/@([a-z0-9-]{3,50})(/.*)", re.DOTALL)


def apply_mall_path(request: Request, scope: Scope, domain: str) -> Scope:
    """Return the scope of a request that names a mall in its path, as if its host named it.

    `https://127.0.0.1:8443/@trial/api/v2/...` is `https://trial.<domain>:8443/api/v2/...`: path and
    host of `request` are changed. Only at a loopback address or `localhost`; any other request
    stays as it is. What pages and responses link to has the mall's name, except staff pages, which
    link to each other below the path (`access/staff_site.py`).
    """
    found = _PREFIX.fullmatch(request.raw_path)
    if found is None or MALL_ID.fullmatch(found[1].decode()) is None:
        return scope
    host = request.host.decode("latin-1").lower()
    if not is_loopback(host):
        return scope
    port = host[len(without_port(host)) :]
    request.raw_path = found[2]
    request.host = f"{found[1].decode()}.{domain}{port}".encode()
    request.headers[b"host"] = request.host
    prefix = f"/@{found[1].decode()}"
    request.mall_path, request.asked_origin = prefix, f"https://{host}"
    return {
        **scope,
        "path": scope["path"].removeprefix(prefix),
        "raw_path": request.raw_path,
        "headers": [
            (name, request.host if name == b"host" else value) for name, value in scope["headers"]
        ],
    }
