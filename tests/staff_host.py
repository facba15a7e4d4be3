"""Leads the requests of tests to the host of staff, as a browser would be led.

Tests name staff pages by `/admin/...` of the mall's host, whatever the mall is called. Here the
request goes where the page is, `https://admin.<domain>/{mall_id}/...`, and the addresses of the
response come back in the test's form. What a response must not contain is asserted for every
response: an address below `/admin`, which no staff page may link to. How a mall's host itself
answers, and the real addresses, is tested by `tests/pages/backoffice/test_staff_host.py`, which
switches this off.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

_OAUTH = re.compile(r"/api/v2/oauth/(authorize|sign-in|second-step|passkey|sign-out)")
_STAFF = re.compile(r"/admin((?:/.*)?)")
_STALE = re.compile(r"""(?:href|action|src)="/admin[/"?]""")
_BROWSING = ("authorize", "sign-in", "second-step", "passkey", "sign-out")
_direct = 0


@contextmanager
def real_addresses() -> Iterator[None]:
    """Send requests where they are addressed, and leave responses as they are."""
    global _direct
    _direct += 1
    try:
        yield
    finally:
        _direct -= 1


def led(request: httpx2.Request) -> tuple[httpx2.Request, str]:
    """Return the request to the page's own host, and the mall; unchanged and empty for others."""
    mall_id, _, domain = request.url.host.partition(".")
    path = request.url.raw_path.partition(b"?")[0].decode()
    found = _OAUTH.fullmatch(path)
    page = f"/{found[1]}" if found else None
    if page is None and (staff := _STAFF.fullmatch(path)):
        page = staff[1]
    if _direct or page is None or domain != "openmall.localhost" or mall_id == "admin":
        return request, ""
    port = request.headers["host"].partition(":")[2]
    query = request.url.query.replace(b"next=%2Fadmin", b"next=%2F" + mall_id.encode())
    query = query.replace(b"next=/admin", b"next=/" + mall_id.encode())
    raw = f"/{mall_id}{page}".encode() + (b"?" + query if query else b"")
    url = request.url.copy_with(host=f"admin.{domain}", raw_path=raw)
    headers = [
        (name, _with_mall(value, mall_id) if name.lower() == b"cookie" else value)
        for name, value in request.headers.raw
        if name.lower() != b"host"
    ]
    host = f"admin.{domain}" + (f":{port}" if port else "")
    body = request.read()
    moved = httpx2.Request(
        request.method, url, headers=[(b"Host", host.encode()), *headers], content=body
    )
    return moved, mall_id


def _with_mall(cookies: bytes, mall_id: str) -> bytes:
    """Return a Cookie header whose staff cookies have the mall in their names."""
    return re.sub(
        rb"(__Host-openmall-staff-(?:session|visit|attempt))=",
        rb"\1-" + mall_id.encode() + b"=",
        cookies,
    )


def in_terms_of_tests(mall_id: str, response: httpx2.Response) -> httpx2.Response:
    """Return a response whose addresses are written as the tests write them."""
    kind = response.headers.get("content-type", "")
    text_kind = kind.startswith(("text/html", "text/plain", "application/json"))
    body = response.read()
    headers = []
    for name, value in response.headers.raw:
        if name.lower() == b"location":
            location = value.decode("latin-1")
            assert not re.match(r"/admin(?:[/?]|\Z)", location), location
            value = _written(mall_id, location).encode("latin-1")
        elif name.lower() == b"set-cookie":
            value = value.replace(f"-{mall_id}=".encode(), b"=", 1)
        if name.lower() != b"content-length":
            headers.append((name, value))
    if text_kind and b"\0" not in body:
        text = body.decode("utf-8", "surrogateescape")
        assert not _STALE.search(text), _STALE.search(text)
        for attribute in ("href", "action", "formaction", "src", "value"):
            text = re.sub(
                rf'({attribute}=")(/{mall_id}(?=[/"?#])[^"]*)',
                lambda found: found[1] + _written(mall_id, found[2]),
                text,
            )
        if kind.startswith("application/json"):
            text = re.sub(
                rf'"(/{mall_id}(?=[/"?#])[^"]*)"',
                lambda found: f'"{_written(mall_id, found[1])}"',
                text,
            )
        text = text.replace(f"next=%2F{mall_id}", "next=%2Fadmin").replace(
            f"next=/{mall_id}", "next=%2Fadmin"
        )
        body = text.encode("utf-8", "surrogateescape")
    return httpx2.Response(
        response.status_code,
        headers=[*headers, (b"content-length", str(len(body)).encode())],
        stream=httpx2.ByteStream(body),
        request=response.request,
    )


def _written(mall_id: str, address: str) -> str:
    """Return an address of the host of staff as tests write it; any other unchanged."""
    path = re.sub(r"\Ahttps://admin\.openmall\.localhost(?::[0-9]+)?", "", address)
    found = re.fullmatch(rf"/{re.escape(mall_id)}(?:/([a-z-]+))?((?:[/?#].*)?)", path, re.DOTALL)
    if found is None:
        return address
    if found[1] in _BROWSING and not found[2].startswith("/"):
        path = f"/api/v2/oauth/{found[1]}{found[2]}"
    else:
        path = "/admin" + path.removeprefix(f"/{mall_id}")
    return path.replace(f"next=%2F{mall_id}", "next=%2Fadmin")
