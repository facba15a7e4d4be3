"""Staff sign in with an account of an identity provider: OpenID Connect, code flow with PKCE."""

from typing import Final

from starlette.responses import Response

from openmall.access import passwords
from openmall.access.limits import leaky_bucket
from openmall.access.limits.address import holder as address_holder
from openmall.access.malls import rules as mall_rules
from openmall.access.malls import staff_identities
from openmall.access.malls.rules import Manager
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth import secrets, sessions, sign_ins
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.mall_request import MallRequest
from openmall.access.staff_site import office_url
from openmall.api.pipeline.internal_client import InternalClient
from openmall.commerce.personal.social.providers import Account
from openmall.commerce.personal.social.services import Service
from openmall.commerce.personal.social.sign_in_tokens import OpenAttempt
from openmall.configuration import Configuration
from openmall.contract.counters import Counters
from openmall.contract.errors import Invalid, TooManyCalls
from openmall.contract.journal import record
from openmall.contract.moments import Clock
from openmall.contract.refusals import TOO_MANY_SIGN_INS
from openmall.database.session import Database, Session
from openmall.http.web.pages import redirect, redirect_beyond
from openmall.pages import openid_round_trip
from openmall.pages.backoffice.refusals import NO_STAFF_PROVIDER, STAFF_ACCOUNT_UNKNOWN
from openmall.pages.openid_round_trip import OpenidRoundTrip
from openmall.pages.refusals import STAFF_SIGN_IN_EXPIRED

BEGIN: Final = "/sign-in/with"
RETURN: Final = "/sign-in/return"
ACCOUNTS: Final = "/account/accounts"
"""Page on which managers link accounts."""
COOKIE: Final = "__Host-openmall-staff-attempt-"
"""Followed by the mall."""
_FROM_ADDRESS: Final = leaky_bucket.Policy(20, 1 / 6)
"""Sign-ins that one address may begin: twenty, and ten more a minute."""


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
            raise TooManyCalls(TOO_MANY_SIGN_INS, retry_after=decision.remain)
        address, cookie = await self.attempt(visit)
        response = redirect_beyond(address)
        set_cookie(visit, response, cookie)
        return response

    async def attempt(
        self, visit: MallRequest, *, user_id: str = "", session_hash: str = ""
    ) -> tuple[str, str]:
        """Return the address at the provider, and the cookie of the attempt.

        `user_id`: whom the account shall be linked to. Raises Invalid (422) without a provider,
        Unavailable (503).
        """
        return await self._round_trip(visit).leave(
            await self._service(visit),
            visit.staff_origin + office_url(RETURN),
            member_id=user_id,
            session_id=session_hash,
            query=visit.query.encoded.decode("ascii", "replace"),
        )

    async def complete(self, visit: MallRequest) -> Response:
        """`GET /admin/sign-in/return`: sign in, or link the account. Raises ApiError."""
        way = self._round_trip(visit)
        begun = way.begun(oauth_pages.cookies(visit).get(_cookie(visit), ""))
        attempt, service = begun.attempt, await self._service(visit)
        account = await way.account(attempt, service, visit.query)
        if attempt.member_id:
            return await self._link(visit, service, account, attempt)
        return await self._sign_in(visit, service, account, begun.query)

    async def _sign_in(
        self, visit: MallRequest, service: Service, account: Account, query: str
    ) -> Response:
        clock, mall_id = visit.mall.clock(self._clock), visit.mall.mall_id
        password_hash = ""
        async with self._database.reading(mall_id) as db:
            invited = await staff_identities.invited_with(db, clock, account.email)
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
                raise Invalid(STAFF_ACCOUNT_UNKNOWN, parameter="account")
            session, second_step = await sign_ins.begin(db, clock, manager, visit)
        onward = MallRequest(
            visit.request, visit.mall, visit.address, Fields(query.encode()), visit.staff
        )
        response = sign_ins.begun(onward, session, second_step=second_step)
        oauth_pages.drop_cookie(response, _cookie(visit))
        return response

    async def _accept(
        self, db: Session, clock: Clock, service: Service, account: Account, password_hash: str
    ) -> str:
        """Let an invited manager accept with the account; return the user ID, empty for nobody."""
        await mall_rules.managers(db, to_change=True)
        user_id = await staff_identities.invited_with(db, clock, account.email)
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
        session = oauth_pages.session_of(visit)
        async with self._database.writing(visit.mall.mall_id) as db:
            user = await sessions.find(db, clock, session)
            if user is None or (user.user_id, user.session_hash) != (
                attempt.member_id,
                attempt.session_id,
            ):
                raise Invalid(STAFF_SIGN_IN_EXPIRED, parameter="state")
            await staff_identities.link(
                db, clock, user.user_id, issuer=service.issuer, subject=account.subject
            )
            await _log_link(db, clock, user, service)
        response = redirect(office_url(f"{ACCOUNTS}?done=linked"))
        oauth_pages.drop_cookie(response, _cookie(visit))
        return response

    async def _service(self, visit: MallRequest) -> Service:
        async with self._database.reading(visit.mall.mall_id) as db:
            provider = await staff_identities.provider(db, self._client.seal, self._configuration)
        if provider is None:
            raise Invalid(NO_STAFF_PROVIDER, parameter="issuer")
        return openid_round_trip.service_of(provider)

    def _round_trip(self, visit: MallRequest) -> OpenidRoundTrip:
        return OpenidRoundTrip(
            database=self._database,
            outgoing=self._client.outgoing,
            seal=self._client.seal,
            tenant=visit.mall.mall_id,
            clock=visit.mall.clock(self._clock),
            machine_clock=self._clock,
        )


def set_cookie(visit: MallRequest, response: Response, value: str) -> None:
    """Let the browser keep the attempt that `StaffOpenid.attempt` has returned."""
    openid_round_trip.set_cookie(response, _cookie(visit), value)


def _cookie(visit: MallRequest) -> str:
    return COOKIE + visit.mall.mall_id


async def _log_link(
    db: Session, clock: Clock, manager: record.Person | Manager, service: Service
) -> None:
    await record.write_browser_action(
        db,
        clock,
        manager,
        action="account link",
        shop_no=record.WHOLE_MALL,
        subject=f"manager {manager.user_id}",
        changes={"account": (None, service.service_name)},
    )
