"""Takes a browser to an identity provider and back: OpenID Connect, code flow with PKCE.

The attempt is sealed in a cookie of the browser, so that a state of another browser opens nothing;
it is used once. The provider is asked outside of any transaction. Who signs in with the account,
or is linked to it, is decided by the pages of staff and of operators.
"""

import base64
import hashlib
import hmac
from typing import Final

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.access.malls import spent_tokens, staff_identities
from openmall.access.malls.staff_provider_setting import StaffProviderSetting
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.personal.social import rules as social_rules
from openmall.commerce.personal.social import sign_in_tokens
from openmall.commerce.personal.social.providers import PROVIDERS, Account
from openmall.commerce.personal.social.services import Service
from openmall.commerce.personal.social.sign_in_tokens import ATTEMPT_SECONDS, OpenAttempt
from openmall.contract.errors import Invalid
from openmall.contract.moments import Clock
from openmall.contract.outgoing import Outgoing
from openmall.database.seal import Seal, SealBroken
from openmall.database.session import Database
from openmall.pages.refusals import SIGN_IN_CANCELLED, STAFF_SIGN_IN_EXPIRED

_LONGEST: Final = 4_096


class BegunSignIn(Struct, frozen=True, kw_only=True):
    """The content of the cookie."""

    attempt: OpenAttempt
    """`member_id`: whom the account is linked to; empty: it signs in. `session_id`: the hash of
    their session."""
    query: str
    """Of the sign-in page: where it leads afterwards."""


class OpenidRoundTrip(Struct, frozen=True, kw_only=True):
    """The way to the provider and back, of one request."""

    database: Database
    outgoing: Outgoing
    seal: Seal
    tenant: str
    """Mall, or tenant of the operators: attempts of one open nothing in another."""
    clock: Clock
    """The tenant's."""
    machine_clock: Clock

    async def leave(
        self,
        service: Service,
        redirect_uri: str,
        *,
        member_id: str = "",
        session_id: str = "",
        query: str = "",
    ) -> tuple[str, str]:
        """Return the address at the provider, and the cookie of the attempt.

        Raises Unavailable (503).
        """
        now = self.machine_clock.now()
        metadata = await PROVIDERS.metadata(self.outgoing, service, now=now)
        attempt = sign_in_tokens.open_attempt(
            service,
            shop_no=1,
            redirect_uri=redirect_uri,
            now=self.clock.now(),
            member_id=member_id,
            session_id=session_id,
        )
        begun = BegunSignIn(attempt=attempt, query=query[:_LONGEST])
        sealed = self.seal.close(msgspec.json.encode(begun).decode(), about=_about(self.tenant))
        address = social_rules.authorization_url(metadata.authorization_endpoint, service, attempt)
        return address, base64.urlsafe_b64encode(sealed.encode()).decode()

    def begun(self, cookie: str) -> BegunSignIn:
        """Return what the browser began. Raises Invalid (422) when it is not genuine or too old."""
        found = opened(self.seal, cookie, self.tenant)
        if found is None or self.clock.now() >= found.attempt.expires_at:
            raise Invalid(STAFF_SIGN_IN_EXPIRED, parameter="state")
        return found

    async def account(self, attempt: OpenAttempt, service: Service, query: Fields) -> Account:
        """Return the account that the provider proves by the `query` of the return.

        Raises Invalid (422) for another or a repeated return and one without a code; Unavailable
        (503) when the provider does not answer.
        """
        if not hmac.compare_digest(query.text("state").encode(), attempt.state.encode()):
            raise Invalid(STAFF_SIGN_IN_EXPIRED, parameter="state")
        iss = query.text("iss")
        if attempt.issuer != service.issuer or (
            iss and iss.rstrip("/") != attempt.issuer.rstrip("/")
        ):
            raise Invalid(STAFF_SIGN_IN_EXPIRED, parameter="iss")
        async with self.database.writing(self.tenant) as db:
            digest = hashlib.sha256(f"staff attempt {attempt.state}".encode()).hexdigest()
            first = await spent_tokens.spend(
                db, digest, expires_at=attempt.expires_at, now=int(self.clock.now())
            )
        if not first:
            raise Invalid(STAFF_SIGN_IN_EXPIRED, parameter="state")
        if query.text("error") or not query.text("code"):
            raise Invalid(SIGN_IN_CANCELLED, parameter="error")
        return await PROVIDERS.account(
            self.outgoing, service, attempt, query.text("code"), now=self.machine_clock.now()
        )


def service_of(provider: StaffProviderSetting) -> Service:
    """Return a provider of staff as the service that is asked."""
    return Service(
        social_name="staff",
        service_name=staff_identities.name_of(provider),
        issuer=provider.issuer,
        client_id=provider.client_id,
        client_secret=provider.client_secret or "",
    )


def opened(seal: Seal, text: str, tenant: str) -> BegunSignIn | None:
    """Return the attempt of a cookie; None for one that is not genuine."""
    try:
        sealed = base64.urlsafe_b64decode(text).decode()
        content = seal.open(sealed, about=_about(tenant))
        return msgspec.json.decode(content, type=BegunSignIn)
    except (SealBroken, ValueError, msgspec.MsgspecError):
        return None


def set_cookie(response: Response, name: str, value: str) -> None:
    """Let the browser keep the attempt that `OpenidRoundTrip.leave` has returned."""
    response.set_cookie(
        name,
        value,
        max_age=ATTEMPT_SECONDS,
        path="/",
        secure=True,
        httponly=True,
        samesite="lax",
    )


def _about(tenant: str) -> str:
    return f"{tenant} staff sign-in attempt"
