"""Forms that are answered with a page instead of a redirect, and why each may be.

Behind a page that answers a form, Back and reload would send the form again. A form that changes
something leads to a page that is read with GET (303). `tests/client.py` has every answer of the
application looked at, so that each test which sends a form finds one that does not.
"""

import re
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import httpx2

PREVIEWS: Final[dict[str, str]] = {
    r"/(benefits|coupons|discount-codes)/[^/]+": "fields|preview|find|add:.*|drop:.*",
    r"/carriers/\d+-fees": "fields",
    r"/customer-groups/automatic": "preview",
    r"/history/[^/]+": "preview",
    r"/message-templates/\w+": "preview",
    r"/newsletters/new": "preview",
    r"/orders/[\d-]+": r"accept|cancel|exchange|return|edit-(preview|find|add:.*|drop:.*)",
    r"/products/\d+": "shipping-(fields|save)",
    r"/settings/[\w-]+": "fields|",
    r"/checkout": "address|estimate",
    r"/boards/\d+/articles/\d+": "open",
    r"/developers/reference/.*": "",
}
"""Path below the site -> deeds that change nothing, as a pattern."""
KEPT: Final[dict[str, str]] = {
    r"/account/two-step": "confirm|codes",
    r"/account/passkeys": "add",
    r"/apps": r"call||\w+ \w+",
    r"/dispatch": "ship|ship-typed|prepare",
    r"/newsletters/new": "test",
    r"/developers/apps/.*": ".*",
    r"/developers/malls(/[^/]+)?": ".*",
    r"/operator/account": "confirm|codes",
    r"/operator/apps/.*": ".*",
}
"""Path -> deeds whose page shows what was done or is shown once: the same form gets it again."""
ONCE: Final[dict[str, str]] = {
    r"/account/passkeys": "start",
    r"/account/accounts": "link",
    r"/operator/account/accounts": "link",
    r"/authorize": ".*",
    r"/sign-in/with/\w+": "|link",
    r"/sign-in/first": "",
    r"/developers/sign-up": "",
    r"/unsubscribe": "",
    r"/restock": "",
}
"""Path -> deeds whose next step is on the page, which repeating them does not harm."""
_DEEDS: Final = ("deed", "act", "app_action")


def _is_in(known: dict[str, str], path: str, deed: str) -> bool:
    return any(
        re.fullmatch(each, path) and re.fullmatch(deeds, deed) for each, deeds in known.items()
    )


def look_at(request: httpx2.Request, response: httpx2.Response) -> None:
    """Raise AssertionError for a form that is answered with a page and is in no list."""
    kind = request.headers.get("content-type", "")
    answered = response.headers.get("content-type", "")
    if request.method != "POST" or response.status_code != 200 or "text/html" not in answered:
        return
    path = urlsplit(str(request.url)).path
    if request.url.host.startswith("admin."):
        path = "/" + path.removeprefix("/").partition("/")[2]
    deed = ""
    if kind.startswith("application/x-www-form-urlencoded"):
        sent = dict(parse_qsl(request.content.decode("latin-1"), keep_blank_values=True))
        deed = next((sent[each] for each in _DEEDS if each in sent), "")
    elif kind.startswith("multipart/form-data"):
        found = re.search(rb'name="(?:deed|act)"\r\n\r\n([^\r]*)', request.content)
        deed = found[1].decode() if found else ""
    else:
        return
    known = any(_is_in(each, path, deed) for each in (PREVIEWS, KEPT, ONCE))
    assert known, f"{path} answers the form {deed!r} with a page: lead to one (303)"
