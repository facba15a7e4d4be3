"""A visitor's browser without scripts: what it opens, which forms it sends, what pages say."""

import re
from html import unescape
from typing import Any

import httpx

from tests.access.oauth.authorization_requests import Browser
from tests.page_content import sent_along
from tests.storefront.shopper_client import PASSWORD
from tests.world import World

_TAGS = re.compile(r"<[^>]*>")
PERSON = {"name": "Hana Kim", "email": "hana@example.com", "cellphone": "010-0000-0000"}
AGREED = {"agree_terms": "T", "agree_privacy": "T"}
BUYER = {
    "buyer_name": "Guest",
    "buyer_email": "guest@example.com",
    "buyer_cellphone": "010-2222-2222",
}
RECEIVER = {
    "receiver_name": "Min Kim",
    "receiver_cellphone": "010-1111-1111",
    "receiver_zipcode": "04524",
    "receiver_address1": "1 Sejong-daero",
}


class Guest(Browser):
    """Somebody in the shop."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.cookies["openmall-language"] = "en"

    def see(self, path: str, status: int = 200) -> str:
        """Return the text of a page, which must be answered with `status`."""
        answer = self.open(path)
        assert answer.status_code == status, (path, answer.status_code, answer.text[-600:])
        return answer.text

    def send(self, path: str, at: str | None = None, /, **form: Any) -> httpx.Response:
        """Send a form with the token of the page `at`, by default the one it is sent to."""
        page = self.open(path if at is None else at).text
        return self.submit(path, {**sent_along(page), **form})

    def done(self, path: str, at: str | None = None, /, **form: Any) -> str:
        """Send a form that must be taken; return where the browser is led."""
        answer = self.send(path, at, **form)
        assert answer.status_code == 303, (answer.status_code, said(answer.text))
        return answer.headers["location"]

    def refused(self, path: str, at: str | None = None, /, **form: Any) -> tuple[int, str]:
        """Send a form that must be refused; return the status and what the alert says."""
        answer = self.send(path, at, **form)
        assert answer.is_error, answer.headers
        alert = re.search(r'role="alert"[^>]*>(.*?)</p>', answer.text, re.S)
        return answer.status_code, said(alert[1]) if alert else said(answer.text)

    def join(self, member_id: str = "hana", **form: Any) -> str:
        """Become a customer."""
        person = {**PERSON, "email": f"{member_id}@example.com"}
        known = {"member_id": member_id, "password": PASSWORD, **person, **AGREED}
        return self.done("/join", **{**known, **form})

    def put(self, number: int, **form: Any) -> str:
        """Put a product of one variant into the cart."""
        code = re.search(r'name="variant_code" value="(\w+)"', self.see(f"/products/{number}"))
        assert code is not None
        known = {"act": "cart", "variant_code": code[1], "quantity": "1"}
        return self.done(f"/products/{number}", **{**known, **form})

    def order(self, **form: Any) -> str:
        """Order what lies in the cart as a guest, by card; return the number of the order."""
        known = {"act": "order", "payment_method": "card", **BUYER, **RECEIVER}
        return self.done("/checkout", **{**known, **form}).split("/")[2].partition("?")[0]


def said(html: str) -> str:
    """Return the text of markup, spaces joined."""
    return " ".join(unescape(_TAGS.sub(" ", html)).split())
