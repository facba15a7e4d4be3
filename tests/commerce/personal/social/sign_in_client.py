"""Somebody who signs in with the account of a provider."""

from typing import Any

from tests.openid_provider import Provider
from tests.storefront.shopper_client import Shopper
from tests.world import World

AGREED = {"agree_terms": "T", "agree_privacy": "T"}


class Browser(Shopper):
    """A shopper's program that can go to a provider and come back."""

    def __init__(self, world: World, provider: Provider, social_name: str = "openid") -> None:
        super().__init__(world)
        self.provider = provider
        self.social_name = social_name
        self.key = ""
        """The private key that the shop has of the service, where it has one."""

    def begin(self, **request: Any) -> Any:
        """Begin a sign-in."""
        return self.send("POST", f"socials/{self.social_name}/attempts", **request)

    def returned(self, attempt: Any, **changed: str) -> dict[str, str]:
        """Sign in at the provider; return the request that completes it."""
        sent = self.provider.authorize(attempt["authorization_url"])
        return {
            "attempt_token": attempt["attempt_token"],
            "state": sent["state"],
            "authorization_code": sent["code"],
            **changed,
        }

    def sign_in(self, **request: Any) -> Any:
        """Sign in; return what it came to."""
        return self.send("POST", "socials/sessions", **self.returned(self.begin(**request)))

    def refused_sign_in(self, **changed: str) -> tuple[int, str]:
        """Sign in, which must be refused; return the status and what is said."""
        return self.refused("POST", "socials/sessions", **self.returned(self.begin(), **changed))

    def join(self, member_id: str = "hana", **said: Any) -> Any:
        """Sign in for the first time and become a customer."""
        token = self.sign_in()["account_token"]
        person = {"name": "Hana Kim", "email": "hana@example.com"}
        known = {"account_token": token, "member_id": member_id, **person, **AGREED}
        return self.send("POST", "socials/customers", **{**known, **said})
