"""Staff sign in with an account of an identity provider: OpenID Connect, code flow with PKCE.

The attempt is sealed in a cookie of the browser, so that a state of another browser opens nothing;
it is used once. The provider is asked outside of any transaction.
"""

import base64
import hashlib
import hmac
from typing import Final

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.access import passwords
from openmall.access.limits import leaky_bucket
from openmall.access.limits.address import holder as address_holder
from openmall.access.malls import rules as mall_rules
from openmall.access.malls import second_factors, spent_tokens, staff_identities
from openmall.access.malls.rules import Manager
from openmall.access.malls.staff_provider_setting import StaffProviderSetting
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth import secrets, sessions, sign_ins
from openmall.access.oauth.browser_endpoints import SECOND_STEP
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.mall_request import MallRequest
from openmall.api.pipeline.internal_client import InternalClient
from openmall.commerce.personal.social import rules, sign_in_tokens
from openmall.commerce.personal.social.providers import PROVIDERS, Account
from openmall.commerce.personal.social.services import Service
from openmall.commerce.personal.social.sign_in_tokens import ATTEMPT_SECONDS, OpenAttempt
from openmall.configuration import Configuration
from openmall.contract.counters import Counters
from openmall.contract.errors import Invalid, TooManyCalls
from openmall.contract.journal import record
from openmall.contract.moments import Clock
from openmall.database.seal import Seal, SealBroken
from openmall.database.session import Database, Session
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect

BEGIN: Final = "/admin/sign-in/with"
RETURN: Final = "/admin/sign-in/return"
ACCOUNTS: Final = "/admin/account/accounts"
"""Page on which managers link accounts."""
COOKIE: Final = "__Host-openmall-staff-attempt"
_FROM_ADDRESS: Final = leaky_bucket.Policy(20, 1 / 6)
"""Sign-ins that one address may begin: twenty, and ten more a minute."""
_LONGEST: Final = 4_096
EXPIRED: Final = marked("This sign-in has expired. Please begin again.")
CANCELLED: Final = marked("The sign-in was cancelled.")
UNKNOWN: Final = marked(
    "No manager of this shop has this account. Accept your invitation first, or sign in with your"
    " password and connect the account on the page My account."
)
NO_PROVIDER: Final = marked("This shop has no sign-in with another account.")
REFUSALS: Final = (
    marked("The service did not confirm the sign-in."),
    marked("The sign-in service does not answer. Try again later."),
    marked("The account is connected already."),
    marked("You have as many accounts as possible. Remove one first."),
)
"""Messages of `commerce/personal/social/providers.py` and `access/malls/staff_identities.py`."""


class StaffAttempt(Struct, frozen=True, kw_only=True):
    """The content of the cookie."""

    attempt: OpenAttempt
    """`member_id`: the manager to whom the account is linked; empty: it signs in. `session_id`: the
    hash of their session."""
    query: str
    """Of the sign-in page: where it leads afterwards."""


class StaffOpenid:
    """What leads to the provider and back."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        clock: Clock,
        client: InternalClient,
    ) -> None:
        self._configuration = configuration
        self._database = database
        self._counters = counters
        self._clock = clock
        self._client = client

    async def begin(self, visit: MallRequest) -> Response:
        """`GET /admin/sign-in/with`: lead the browser to the provider. Raises ApiError."""
        key = f"staff provider {address_holder(visit.request.ip)}"
        now = self._clock.now()
        decision = await self._counters.decide(key, leaky_bucket.admit, now, _FROM_ADDRESS)
        if not decision.admitted:
            raise TooManyCalls("Too many attempts to sign in.", retry_after=decision.remain)
        address, cookie = await self.attempt(visit)
        response = redirect(address)
        set_cookie(response, cookie)
        return response

    async def attempt(
        self, visit: MallRequest, *, user_id: str = "", session_hash: str = ""
    ) -> tuple[str, str]:
        """Return the address at the provider, and the cookie of the attempt.

        `user_id`: whom the account shall be linked to. Raises Invalid (422) without a provider,
        Unavailable (503).
        """
        service = await self._service(visit)
        metadata = await PROVIDERS.metadata(self._client.outgoing, service, now=self._clock.now())
        attempt = sign_in_tokens.open_attempt(
            service,
            shop_no=1,
            redirect_uri=f"{visit.address.origin}{RETURN}",
            now=visit.mall.clock(self._clock).now(),
            member_id=user_id,
            session_id=session_hash,
        )
        content = StaffAttempt(
            attempt=attempt, query=visit.query.encoded.decode("ascii", "replace")[:_LONGEST]
        )
        sealed = self._client.seal.close(
            msgspec.json.encode(content).decode(), about=_about(visit.mall.mall_id)
        )
        address = rules.authorization_url(metadata.authorization_endpoint, service, attempt)
        return address, base64.urlsafe_b64encode(sealed.encode()).decode()

    async def complete(self, visit: MallRequest) -> Response:
        """`GET /admin/sign-in/return`: sign in, or link the account. Raises ApiError."""
        begun = self._read(visit)
        attempt, query = begun.attempt, visit.query
        if not hmac.compare_digest(query.text("state").encode(), attempt.state.encode()):
            raise Invalid(EXPIRED, parameter="state")
        iss = query.text("iss")
        service = await self._service(visit)
        if attempt.issuer != service.issuer or (
            iss and iss.rstrip("/") != attempt.issuer.rstrip("/")
        ):
            raise Invalid(EXPIRED, parameter="iss")
        clock, mall_id = visit.mall.clock(self._clock), visit.mall.mall_id
        async with self._database.writing(mall_id) as db:
            digest = hashlib.sha256(f"staff attempt {attempt.state}".encode()).hexdigest()
            first = await spent_tokens.spend(
                db, digest, expires_at=attempt.expires_at, now=int(clock.now())
            )
        if not first:
            raise Invalid(EXPIRED, parameter="state")
        if query.text("error") or not query.text("code"):
            raise Invalid(CANCELLED, parameter="error")
        account = await PROVIDERS.account(
            self._client.outgoing, service, attempt, query.text("code"), now=self._clock.now()
        )
        if attempt.member_id:
            return await self._link(visit, service, account, attempt)
        return await self._sign_in(visit, service, account, begun.query)

    async def _sign_in(
        self, visit: MallRequest, service: Service, account: Account, query: str
    ) -> Response:
        clock, mall_id = visit.mall.clock(self._clock), visit.mall.mall_id
        password_hash = ""
        async with self._database.reading(mall_id) as db:
            invited = await staff_identities.invited_with(db, account.email)
        if invited:
            # takes long, and happens once for each person
            password_hash = await passwords.hash_password_in_thread(secrets.generate(32))
        async with self._database.writing(mall_id) as db:
            user_id = await staff_identities.use(
                db, clock, issuer=service.issuer, subject=account.subject
            )
            if not user_id and password_hash:
                user_id = await self._accept(db, clock, service, account, password_hash)
            manager = await mall_rules.manager(db, user_id) if user_id else None
            if manager is None:
                raise Invalid(UNKNOWN, parameter="account")
            second_step = await second_factors.is_on(db, manager.user_id)
            session = await sessions.begin(
                db,
                clock,
                manager,
                instead_of=oauth_pages.cookies(visit).get(oauth_pages.SESSION_COOKIE, ""),
                request=visit.request,
                second_step=second_step,
            )
            if not second_step:
                await sign_ins.record_sign_in(db, clock, manager)
        onward = MallRequest(visit.request, visit.mall, visit.address, Fields(query.encode()))
        if second_step:
            response = oauth_pages.see_other(SECOND_STEP, onward)
        else:
            response = sign_ins.continued(onward)
        oauth_pages.set_cookie(response, oauth_pages.SESSION_COOKIE, session)
        oauth_pages.drop_cookie(response, oauth_pages.VISIT_COOKIE)
        oauth_pages.drop_cookie(response, COOKIE)
        return response

    async def _accept(
        self, db: Session, clock: Clock, service: Service, account: Account, password_hash: str
    ) -> str:
        """Let an invited manager accept with the account; return the user ID, empty for nobody."""
        await mall_rules.managers(db, to_change=True)
        user_id = await staff_identities.invited_with(db, account.email)
        manager = await mall_rules.manager(db, user_id) if user_id else None
        if manager is None:
            return ""
        await mall_rules.admit(db, clock, staff_identities.accepted(manager, password_hash))
        await staff_identities.link(
            db, clock, user_id, issuer=service.issuer, subject=account.subject
        )
        await staff_identities.use(db, clock, issuer=service.issuer, subject=account.subject)
        await _log_link(db, clock, manager, service)
        return user_id

    async def _link(
        self, visit: MallRequest, service: Service, account: Account, attempt: OpenAttempt
    ) -> Response:
        """Link the account to the manager who began it, in the same session."""
        clock = visit.mall.clock(self._clock)
        session = oauth_pages.cookies(visit).get(oauth_pages.SESSION_COOKIE, "")
        async with self._database.writing(visit.mall.mall_id) as db:
            user = await sessions.find(db, clock, session)
            if user is None or (user.user_id, user.session_hash) != (
                attempt.member_id,
                attempt.session_id,
            ):
                raise Invalid(EXPIRED, parameter="state")
            await staff_identities.link(
                db, clock, user.user_id, issuer=service.issuer, subject=account.subject
            )
            await _log_link(db, clock, user, service)
        response = redirect(f"{ACCOUNTS}?done=linked")
        oauth_pages.drop_cookie(response, COOKIE)
        return response

    async def _service(self, visit: MallRequest) -> Service:
        async with self._database.reading(visit.mall.mall_id) as db:
            provider = await staff_identities.provider(db, self._client.seal, self._configuration)
        if provider is None:
            raise Invalid(NO_PROVIDER, parameter="issuer")
        return service_of(provider)

    def _read(self, visit: MallRequest) -> StaffAttempt:
        """Return the attempt of the browser. Raises Invalid (422)."""
        text = oauth_pages.cookies(visit).get(COOKIE, "")
        begun = opened(self._client.seal, text, visit.mall.mall_id)
        if begun is None or visit.mall.clock(self._clock).now() >= begun.attempt.expires_at:
            raise Invalid(EXPIRED, parameter="state")
        return begun


def service_of(provider: StaffProviderSetting) -> Service:
    """Return a provider of staff as the service that is asked."""
    return Service(
        social_name="staff",
        service_name=staff_identities.name_of(provider),
        issuer=provider.issuer,
        client_id=provider.client_id,
        client_secret=provider.client_secret or "",
    )


def opened(seal: Seal, text: str, mall_id: str) -> StaffAttempt | None:
    """Return the attempt of a cookie; None for one that is not genuine."""
    try:
        sealed = base64.urlsafe_b64decode(text).decode()
        content = seal.open(sealed, about=_about(mall_id))
        return msgspec.json.decode(content, type=StaffAttempt)
    except (SealBroken, ValueError, msgspec.MsgspecError):
        return None


def set_cookie(response: Response, value: str) -> None:
    """Let the browser keep the attempt that `StaffOpenid.attempt` has returned."""
    response.set_cookie(
        COOKIE,
        value,
        max_age=ATTEMPT_SECONDS,
        path="/",
        secure=True,
        httponly=True,
        samesite="lax",
    )


async def _log_link(
    db: Session, clock: Clock, manager: record.Person | Manager, service: Service
) -> None:
    await record.write_browser_action(
        db,
        clock,
        manager,
        action="account link",
        subject=f"manager {manager.user_id}",
        changes={"account": (None, service.service_name)},
    )


def _about(mall_id: str) -> str:
    return f"{mall_id} staff sign-in attempt"
